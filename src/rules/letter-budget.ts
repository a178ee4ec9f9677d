/** The limits of letters (our messages to a person who signs in). All times are in milliseconds. */

import type { Limit } from './sliding-limit.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type LetterLimits = {
  /** Letters to any one address. */
  anyAddress: readonly Limit[];
  /**
   * Letters to an address that never used one, in addition to `anyAddress`: the first letters, and those after them.
   */
  first: readonly Limit[];
  firsts: number;
  afterFirsts: readonly Limit[];
  /** Letters to an address that has used one, in addition to `anyAddress`. */
  used: readonly Limit[];
  /** Letters to the new address of a change, requested by anyone, in addition to its sign-in letters. */
  changeTo: readonly Limit[];
  /**
   * Letters to the new address of a change by one session, in the hour of the first: they count as one letter of the
   * address.
   */
  change: readonly Limit[];
  /** Letters to all addresses of a domain that never used one, except domains of `LARGE_PROVIDERS`. */
  domain: readonly Limit[];
  /** Letters that one process sends to addresses that never used one. */
  node: readonly Limit[];
  /**
   * Addresses without a letter so far that one address block requests; wider blocks have a multiple (address-block.ts).
   */
  block: readonly Limit[];
};

export const LETTER_LIMITS: LetterLimits = {
  anyAddress: [{ most: 1, ms: MINUTE }],
  first: [{ most: 1, ms: DAY }],
  firsts: 2,
  afterFirsts: [{ most: 1, ms: 30 * DAY }],
  used: [
    { most: 3, ms: HOUR },
    { most: 6, ms: DAY },
  ],
  changeTo: [
    { most: 1, ms: DAY },
    { most: 2, ms: 30 * DAY },
  ],
  change: [
    { most: 1, ms: MINUTE },
    { most: 3, ms: HOUR },
  ],
  domain: [{ most: 30, ms: HOUR }],
  node: [{ most: 500, ms: HOUR }],
  block: [
    { most: 5, ms: HOUR },
    { most: 20, ms: DAY },
  ],
};

/** The limits if letters only reach the try-out mailbox. @param autoConfirm people sign up without a letter */
export function tryOutLimits(autoConfirm: boolean): LetterLimits {
  return {
    anyAddress: [{ most: 1, ms: autoConfirm ? SECOND : MINUTE }],
    first: [],
    firsts: 0,
    afterFirsts: [],
    used: [],
    changeTo: [],
    change: [],
    domain: [],
    node: [],
    block: [],
  };
}

/** After this time without a letter an address counts as if it had never had one. */
export const QUIET_MS = 180 * DAY;

/** No letter for this long after an owner reported a letter as unrequested. */
export const OWNER_STOP_MS = DAY;

/** No letter for this long after a report that one could not be delivered. */
export const BOUNCE_STOP_MS = 30 * DAY;

/**
 * Domains with so many mailboxes that thirty letters an hour would be too few. In lower case, as folding leaves them.
 */
export const LARGE_PROVIDERS: ReadonlySet<string> = new Set(
  `
    126.com 163.com aol.com comcast.net fastmail.com free.fr gmail.com gmx.at gmx.ch gmx.com
    gmx.de gmx.net hotmail.co.uk hotmail.com hotmail.fr icloud.com libero.it live.com mac.com
    mail.ru me.com msn.com naver.com orange.fr outlook.com proton.me protonmail.com qq.com
    seznam.cz t-online.de web.de wp.pl yahoo.co.jp yahoo.co.uk yahoo.com yandex.com yandex.ru
    zoho.com
  `
    .trim()
    .split(/\s+/),
);

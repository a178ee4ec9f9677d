/** The stamp in a rewritten sender, which is the day of its creation and the receiving alias, and the MAC. */

import { createHash, timingSafeEqual } from 'node:crypto';
import { aliasNamedBy, LONG_NUMBERS } from '#rules/alias.ts';
import type { Mac } from '#secrets/mac.ts';
import { numberFromBase32, numberToBase32, toBase32 } from './base32.ts';

const DAY_MS = 86_400_000;
/** Two base32 digits. */
const DAYS = 1024;
/** Bounces are accepted for this many days: longer than any queue keeps a message. */
const LIFE_DAYS = 21;
const TAG_LENGTH = 2;

/** Every number that an alias can have, even under another configuration. */
const ANY_NUMBER = { first: 0, last: LONG_NUMBERS.last };

/** 65 bits: too many to guess through a mail server. */
export const MAC_LENGTH = 13;
/** Octets of the MAC that hold those bits. */
const MAC_OCTETS = 9;

export function writeStamp(alias: string, domains: readonly string[], now: number): string {
  const day = Math.floor(now / DAY_MS) % DAYS;
  const number = /^alias-(\d+)@/.exec(alias)?.[1];
  const domain = domains.find((one) => alias.endsWith(`@${one}`));
  const name =
    number === undefined || domain === undefined
      ? ''
      : domainTag(domain) + numberToBase32(Number(number));
  return numberToBase32(day).padStart(2, 'a') + name;
}

/** @returns undefined if the text is not a stamp; an alias whose domain we have dropped is left out */
export function readStamp(
  stamp: string,
  domains: readonly string[],
  now: number,
): { expired: boolean; alias: string | undefined } | undefined {
  const day = numberFromBase32(stamp.slice(0, 2));
  if (day === undefined) return undefined;
  const age = (Math.floor(now / DAY_MS) - day) % DAYS;
  const tag = stamp.slice(2, 2 + TAG_LENGTH).toLowerCase();
  const number = numberFromBase32(stamp.slice(2 + TAG_LENGTH));
  // Two of many domains may share a tag: better no alias than a wrong one.
  const [domain, another] = domains.filter((one) => domainTag(one) === tag);
  const alias =
    number === undefined || domain === undefined || another !== undefined
      ? undefined
      : aliasNamedBy(`alias-${number}@${domain}`, { domains: [domain], numbers: ANY_NUMBER });
  // A clock that was a day fast made tomorrow's stamp, which we accept.
  return { expired: age > LIFE_DAYS && age !== DAYS - 1, alias };
}

/** Only our own domains, so there are few. */
const tags = new Map<string, string>();

/** The same on every node and for any order of the domains. */
function domainTag(domain: string): string {
  const known = tags.get(domain);
  if (known !== undefined) return known;
  const tag = toBase32(createHash('sha256').update(domain).digest()).slice(0, TAG_LENGTH);
  tags.set(domain, tag);
  return tag;
}

/**
 * The MAC of a return address, over its form, its stamp and its content.
 * @returns base32 digits, which do not depend on the case of the parts
 */
export function macWith(key: Mac, form: string, stamp: string, payload: string): string {
  const mac = key.of(`${form}|${stamp}|${payload}`.toLowerCase());
  const octets = Buffer.from(mac.slice(0, MAC_OCTETS), 'latin1');
  return toBase32(octets).slice(0, MAC_LENGTH);
}

export function isGenuine(
  keys: readonly Mac[],
  mac: string,
  form: string,
  stamp: string,
  payload: string,
): boolean {
  const given = Buffer.from(mac.toLowerCase());
  return keys.some((key) => {
    const wanted = Buffer.from(macWith(key, form, stamp, payload));
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}

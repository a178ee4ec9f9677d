/** Every limit by key and time, as data: the figures are those that the code uses. docs/limits.md is made from it. */

import { CORRESPONDENT_LIMITS } from '#api/functions/new-correspondents.ts';
import { MAKING_LIMITS } from '#api/functions/making-rate.ts';
import { OF_ALIAS, OF_MAILBOX } from '#api/functions/test-mail-limit.ts';
import { LIMITS } from '#api/limits/limits.ts';
import { CHANGE_TRIES } from '#auth/accounts/address-changes.ts';
import { FACTOR_LIMITS } from '#auth/factors/factor-tries.ts';
import { PHONE_LIMITS } from '#auth/factors/phone-budget.ts';
import { MAIL_LIMITS } from '#mail/forward/forwarder.ts';
import { GUESS_LIMITS, MISSES_MS } from '#mail/recipients/probing.ts';
import { REPLY_LIMITS } from '#mail/reply/allowances.ts';
import { LETTER_LIMITS } from '#rules/letter-budget.ts';
import type { Limit } from '#rules/sliding-limit.ts';

/** One limit of the table. */
export type LimitRow = {
  name: string;
  /** The sender, address, block or other thing that has its own count. */
  key: string;
  limits: readonly Limit[];
  /** Memory: each process alone. Rows: all nodes together, in the database. */
  counted: 'memory' | 'rows' | 'memory and rows';
};

/** One window of a call of the API. */
export type CallRow = {
  call: string;
  seconds: number;
  block: number;
  scarce: number;
  /** Of all callers, if there are 9,000 names and none is taken. */
  all: number;
};

const NAMES = { left: 9000, total: 9000 };

export const CALL_ROWS: readonly CallRow[] = Object.entries(LIMITS).flatMap(([call, windows]) =>
  windows.map(({ seconds, block, scarce, all }) => ({
    call,
    seconds,
    block,
    scarce,
    all: all(NAMES),
  })),
);

const row = (
  name: string,
  key: string,
  limits: readonly Limit[],
  counted: LimitRow['counted'],
): LimitRow => ({ name, key, limits, counted });

const misses = (most: number): Limit[] => [{ most, ms: MISSES_MS }];
const letters = LETTER_LIMITS;

export const LIMIT_ROWS: readonly LimitRow[] = [
  row('unknown recipients', '/24, /56', misses(GUESS_LIMITS.block), 'memory'),
  row('the same', '/48', misses(GUESS_LIMITS.site), 'memory'),
  row('the same', '/16, /32', misses(GUESS_LIMITS.network), 'memory'),
  row('the same, until a flood', 'all', misses(GUESS_LIMITS.all), 'memory'),
  row('the same, in a flood', '/24, /56', misses(GUESS_LIMITS.blockInFlood), 'memory'),
  row('the same, in a flood', '/48', misses(GUESS_LIMITS.siteInFlood), 'memory'),
  row('messages', 'alias', [MAIL_LIMITS.messages], 'memory'),
  row('bounces', 'sender and alias', [MAIL_LIMITS.reports], 'memory'),
  row('replies', 'alias', [REPLY_LIMITS.hourly, REPLY_LIMITS.daily], 'memory'),
  row('replies to unproven people', 'alias', [REPLY_LIMITS.toNotProven], 'memory'),
  row('the same', 'domain of owners', [REPLY_LIMITS.fromDomain], 'memory'),
  row('the same', 'all', [REPLY_LIMITS.fromAll], 'memory'),
  row('unknown reply addresses', 'owner', [REPLY_LIMITS.misses], 'memory'),
  row('letters', 'address', letters.anyAddress, 'rows'),
  row(`first ${letters.firsts}, none used`, 'address', letters.first, 'rows'),
  row('later, none used', 'address', letters.afterFirsts, 'rows'),
  row('once one was used', 'address', letters.used, 'rows'),
  row('changes to an address', 'address', letters.changeTo, 'rows'),
  row('letters of one change', 'session and address', letters.change, 'rows'),
  row('letters, none used', 'domain', letters.domain, 'rows'),
  row('the same', 'all', letters.node, 'memory'),
  row('new addresses', 'block', letters.block, 'rows'),
  row('messages to phones', 'number', PHONE_LIMITS.number, 'rows'),
  row('the same', 'user', PHONE_LIMITS.user, 'rows'),
  row('the same', 'block', PHONE_LIMITS.block, 'rows'),
  row('the same', 'all', PHONE_LIMITS.node, 'memory'),
  row('tries of a factor', 'session', [FACTOR_LIMITS.family], 'rows'),
  row('the same', 'factor', [FACTOR_LIMITS.factor], 'rows'),
  row('the same, after 100 wrong', 'session', [FACTOR_LIMITS.slowed], 'rows'),
  row('tries of a change', 'code and /24, /56', CHANGE_TRIES, 'rows'),
  row('new aliases', 'owner', MAKING_LIMITS.owner, 'rows'),
  row('the same', 'all', MAKING_LIMITS.all, 'rows'),
  row('the same, not the first today', 'all', MAKING_LIMITS.allAgain, 'rows'),
  row('new correspondents', 'owner', CORRESPONDENT_LIMITS.owner, 'rows'),
  row('the same', 'domain of owners', CORRESPONDENT_LIMITS.domain, 'rows'),
  row('the same', 'all', CORRESPONDENT_LIMITS.all, 'rows'),
  row('the same, not the first today', 'all', CORRESPONDENT_LIMITS.allAgain, 'rows'),
  row('test messages', 'alias', [OF_ALIAS], 'memory and rows'),
  row('the same', 'mailbox', [OF_MAILBOX], 'memory and rows'),
];

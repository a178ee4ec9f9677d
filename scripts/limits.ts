/** `npx node scripts/limits.ts` writes docs/limits.md from the figures that the code uses: every limit by key and time. */

import { writeFileSync } from 'node:fs';
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
import { NETWORK_TIMES, SITE_TIMES } from '#rules/address-block.ts';

/** `key`: what has its own count. `memory`: each process alone; `rows`: all nodes together, in the database. */
type Row = [
  name: string,
  key: string,
  limits: readonly Limit[],
  counted: 'memory' | 'rows' | 'memory and rows',
];

const misses = (most: number): Limit[] => [{ most, ms: MISSES_MS }];
const letters = LETTER_LIMITS;

const ROWS: readonly Row[] = [
  ['unknown recipients', '/24, /56', misses(GUESS_LIMITS.block), 'memory'],
  ['the same', '/48', misses(GUESS_LIMITS.site), 'memory'],
  ['the same', '/16, /32', misses(GUESS_LIMITS.network), 'memory'],
  ['the same, until a flood', 'all', misses(GUESS_LIMITS.all), 'memory'],
  ['the same, in a flood', '/24, /56', misses(GUESS_LIMITS.blockInFlood), 'memory'],
  ['the same, in a flood', '/48', misses(GUESS_LIMITS.siteInFlood), 'memory'],
  ['messages', 'alias', [MAIL_LIMITS.messages], 'memory'],
  ['bounces', 'sender and alias', [MAIL_LIMITS.reports], 'memory'],
  ['replies', 'alias', [REPLY_LIMITS.hourly, REPLY_LIMITS.daily], 'memory'],
  ['replies to unproven people', 'alias', [REPLY_LIMITS.toNotProven], 'memory'],
  ['the same', 'domain of owners', [REPLY_LIMITS.fromDomain], 'memory'],
  ['the same', 'all', [REPLY_LIMITS.fromAll], 'memory'],
  ['unknown reply addresses', 'owner', [REPLY_LIMITS.misses], 'memory'],
  ['letters', 'address', letters.anyAddress, 'rows'],
  [`first ${letters.firsts}, none used`, 'address', letters.first, 'rows'],
  ['later, none used', 'address', letters.afterFirsts, 'rows'],
  ['once one was used', 'address', letters.used, 'rows'],
  ['changes to an address', 'address', letters.changeTo, 'rows'],
  ['letters of one change', 'session and address', letters.change, 'rows'],
  ['letters, none used', 'domain', letters.domain, 'rows'],
  ['the same', 'all', letters.node, 'memory'],
  ['new addresses', 'block', letters.block, 'rows'],
  ['messages to phones', 'number', PHONE_LIMITS.number, 'rows'],
  ['the same', 'user', PHONE_LIMITS.user, 'rows'],
  ['the same', 'block', PHONE_LIMITS.block, 'rows'],
  ['the same', 'all', PHONE_LIMITS.node, 'memory'],
  ['tries of a factor', 'session', [FACTOR_LIMITS.family], 'rows'],
  ['the same', 'factor', [FACTOR_LIMITS.factor], 'rows'],
  ['the same, after 100 wrong', 'session', [FACTOR_LIMITS.slowed], 'rows'],
  ['tries of a change', 'code and /24, /56', CHANGE_TRIES, 'rows'],
  ['new aliases', 'owner', MAKING_LIMITS.owner, 'rows'],
  ['the same', 'all', MAKING_LIMITS.all, 'rows'],
  ['the same, not the first today', 'all', MAKING_LIMITS.allAgain, 'rows'],
  ['new correspondents', 'owner', CORRESPONDENT_LIMITS.owner, 'rows'],
  ['the same', 'domain of owners', CORRESPONDENT_LIMITS.domain, 'rows'],
  ['the same', 'all', CORRESPONDENT_LIMITS.all, 'rows'],
  ['the same, not the first today', 'all', CORRESPONDENT_LIMITS.allAgain, 'rows'],
  ['test messages', 'alias', [OF_ALIAS], 'memory and rows'],
  ['the same', 'mailbox', [OF_MAILBOX], 'memory and rows'],
];

/** The figures of all callers are those of 9,000 names of which none is taken. */
const NAMES = { left: 9000, total: 9000 };

const number = (value: number) => value.toLocaleString('en');

/** @param ms milliseconds */
function time(ms: number): string {
  const units = [
    [86_400_000, 'd'],
    [3_600_000, 'h'],
    [60_000, 'min'],
  ] as const;
  const [length, unit] = units.find(([of]) => ms >= of && ms % of === 0) ?? [1000, 's'];
  return ms === length ? unit : `${ms / length} ${unit}`;
}

// Not padded: this is short for those who read it as text, too.
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '-'), ...rows].map((cells) => `|${cells.join('|')}|`).join('\n');

/** Calls with the same figures share a line. */
function calls(): string {
  const windows = Object.entries(LIMITS).flatMap(([call, limits]) =>
    limits.map((limit) => ({ call, ...limit })),
  );
  const lines = Map.groupBy(windows, ({ seconds, block, scarce, all }) =>
    [`${number(block)}/${time(seconds * 1000)}`, number(scarce), number(all(NAMES))].join('|'),
  );
  const rows = [...lines].map(([figures, of]) => [
    of.map(({ call }) => `\`${call}\``).join(' '),
    figures,
  ]);
  return table(['call', 'block', 'flood', 'all'], rows);
}

/** The page, as text. */
export function limitsPage(): string {
  const others = ROWS.map(([name, key, limits, counted]) => [
    name,
    key,
    limits.map(({ most, ms }) => `${number(most)}/${time(ms)}`).join(', '),
    counted,
  ]);
  return `# Limits

Made by \`npx node scripts/limits.ts\`. The reasons: [rate limits](decisions/rate-limits.md).

A block is a /24 of IPv4 or a /56 of IPv6. A /48 has ${SITE_TIMES} times its limit, a /16 or /32 ${NETWORK_TIMES} times. Memory counts for
one process, rows for all nodes.

## Calls of the API

Memory decides, and nodes exchange their counts through \`rate_limits\`. Once half of what all have is used, the flood's
figure holds for blocks. The figures of all are those of 9,000 free names.

${calls()}

## Mail, letters and owners

${table(['what', 'for each', 'most', 'counted in'], others)}
`;
}

if (import.meta.main) {
  writeFileSync(new URL('../docs/limits.md', import.meta.url), limitsPage());
}

/** `npx node scripts/limits/page.ts` writes docs/limits.md from the table. */

import { writeFileSync } from 'node:fs';
import { NETWORK_TIMES, SITE_TIMES } from '#rules/address-block.ts';
import { CALL_ROWS, LIMIT_ROWS } from './table.ts';

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
  const lines = Map.groupBy(CALL_ROWS, ({ seconds, block, scarce, all }) =>
    [`${number(block)}/${time(seconds * 1000)}`, number(scarce), number(all)].join('|'),
  );
  const rows = [...lines].map(([figures, of]) => [
    of.map(({ call }) => `\`${call}\``).join(' '),
    figures,
  ]);
  return table(['call', 'block', 'flood', 'all'], rows);
}

/** The page, as text. */
export function limitsPage(): string {
  const others = LIMIT_ROWS.map(({ name, key, limits, counted }) => [
    name,
    key,
    limits.map(({ most, ms }) => `${number(most)}/${time(ms)}`).join(', '),
    counted,
  ]);
  return `# Limits

Made from \`scripts/limits/table.ts\` by \`npx node scripts/limits/page.ts\`. The reasons: [rate limits](decisions/rate-limits.md).

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
  writeFileSync(new URL('../../docs/limits.md', import.meta.url), limitsPage());
}

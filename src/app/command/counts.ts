/**
 * `npx veilpost status --count`: the number of aliases. It never lists them: no one needs to see all addresses at once.
 */

import type { DomainCount } from '#store/store.ts';
import { type DatabaseOptions, withStore } from './with-store.ts';

const HEAD = ['domain', 'active', 'switched off', 'confirmed', 'never used again'];

/** @returns a table for the operator: a line for each domain, and a total */
export async function counts(database: DatabaseOptions): Promise<string> {
  return withStore(database, async (store) => {
    const [domains, confirmed] = await Promise.all([
      store.countByDomain(),
      store.owners.confirmedByDomain(),
    ]);
    const lines = domains
      .map((count) => ({
        ...count,
        confirmed: confirmed.find(({ domain }) => domain === count.domain)?.confirmed ?? 0,
        domain: named(count.domain),
      }))
      .toSorted((one, other) => (one.domain < other.domain ? -1 : 1));
    const all = (column: keyof Omit<DomainCount, 'domain'> | 'confirmed') =>
      lines.reduce((sum, line) => sum + line[column], 0);
    const total = {
      domain: 'together',
      active: all('active'),
      inactive: all('inactive'),
      confirmed: all('confirmed'),
      retired: all('retired'),
    };
    return table([
      HEAD,
      ...[...lines, total].map((line) => [
        line.domain,
        ...[line.active, line.inactive, line.confirmed, line.retired].map((one) =>
          one.toLocaleString('en'),
        ),
      ]),
    ]);
  });
}

/** Names with ten digits are counted apart: they do not use up the names of a domain. */
const named = (domain: string) =>
  domain.startsWith('+') ? `${domain.slice(1)}, ten digits` : domain;

/** Columns side by side, the first flush left, figures flush right. */
function table(rows: string[][]): string {
  const widths = HEAD.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const line = (row: string[]) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ');
  return rows.map((row) => `${line(row)}\n`).join('');
}

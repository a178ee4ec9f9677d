/** `npx veilpost status`: the state of the database, its numbers, and what the running service has counted. */

import { COMPLAINT_LIFE_MS } from '#rules/history.ts';
import { checkDatabase } from '#store/check.ts';
import { SCHEMA_VERSION } from '#store/migrations/all.ts';
import type { DomainCount } from '#store/store.ts';
import type { Config } from '../config/config.ts';
import { EXIT_FAILURE, EXIT_UNAVAILABLE, EXIT_USAGE, Fault } from '../config/fault.ts';
import { inUrl } from '../config/listen-address.ts';
import { type DatabaseOptions, withStore } from './with-store.ts';

/**
 * `status [FILE]`: checks the integrity of the database, or of a backup. Changes nothing: it reports an older schema,
 * which the next start upgrades.
 * @returns a table for the operator
 * @throws Fault with the same table if something is wrong
 */
export async function checked(databaseUrl: string): Promise<string> {
  const { database, version, usable, ...check } = await checkDatabase(databaseUrl);
  const faults = [...check.faults];
  if (!usable && version > SCHEMA_VERSION) {
    faults.push('A newer version of Veilpost wrote it, and this version cannot use it.');
  }
  const rows = [
    ['database', database],
    ...(faults.length === 0 ? [['integrity', 'ok']] : faults.map((fault) => ['WRONG', fault])),
    ['schema', `${version} ${schemaNote(version)}`],
    ...check.counts.map(([what, number]) => [what, number.toLocaleString('en')]),
  ];
  const width = Math.max(...rows.map(([name = '']) => name.length));
  const text = rows.map(([name = '', value]) => `${name.padEnd(width)}  ${value}\n`).join('');
  if (faults.length > 0) throw new Fault(text, EXIT_FAILURE);
  return text;
}

function schemaNote(version: number): string {
  if (version === SCHEMA_VERSION) return '(the newest of this version)';
  return version < SCHEMA_VERSION
    ? `(the next start upgrades it to ${SCHEMA_VERSION})`
    : `(this version uses ${SCHEMA_VERSION})`;
}

/**
 * `status --complaints`: the aliases that receivers complain about.
 * @param now milliseconds since 1970
 * @returns lines for the operator, most complaints first, without addresses of owners
 */
export function complaints(database: DatabaseOptions, now: number): Promise<string> {
  return withStore(database, async (store) => {
    const most = await store.complaints.most(now - COMPLAINT_LIFE_MS);
    if (most.length === 0)
      return 'No receiver has complained about an alias in the last 30 days.\n';
    const width = Math.max(...most.map(({ alias }) => alias.length));
    const lines = most.map(
      ({ alias, complaints: number }) => `${alias.padEnd(width)}  ${number.toLocaleString('en')}\n`,
    );
    return lines.join('');
  });
}

const HEAD = ['domain', 'active', 'switched off', 'confirmed', 'never used again'];

/**
 * `status --count`: the number of aliases. It never lists them: no one needs to see all addresses at once.
 * @returns a table for the operator: a line for each domain, and a total
 */
export function counts(database: DatabaseOptions): Promise<string> {
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
    return columns([
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
function columns(rows: string[][]): string {
  const widths = HEAD.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const line = (row: string[]) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ');
  return rows.map((row) => `${line(row)}\n`).join('');
}

const WAIT_MS = 10_000;

/**
 * `status --tls-report DAY`: what the running service has counted for its TLS reports.
 * @param day such as 2026-11-26, in UTC
 * @returns the reports as JSON, one for each domain
 * @throws Fault if the service does not respond, or writes none
 */
export async function tlsReport({ adminHost, adminPort }: Config, day: string) {
  const url = `http://${inUrl(adminHost)}:${adminPort}/tls-reports/${day}`;
  let answer: Response;
  try {
    answer = await fetch(url, { signal: AbortSignal.timeout(WAIT_MS) });
  } catch {
    throw new Fault(
      `The service does not respond at ${url}, and reports are only in its memory.`,
      EXIT_UNAVAILABLE,
    );
  }
  if (!answer.ok) {
    throw new Fault(
      'The service does not write TLS reports: they require MTA_STS=report and NEXT_HOP=mx:.',
      EXIT_USAGE,
    );
  }
  return `${JSON.stringify(await answer.json(), null, 2)}\n`;
}

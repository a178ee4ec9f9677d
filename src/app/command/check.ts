/** `npx veilpost status [FILE]`: checks the integrity of the database, or of a backup. */

import { checkDatabase } from '#store/check.ts';
import type { DatabaseCheck } from '#store/checked.ts';
import { SCHEMA_VERSION } from '#store/migrations/all.ts';
import { Fault } from '../config/fault.ts';

/** Exit code if something is wrong. */
const EXIT_WRONG = 1;

/**
 * Changes nothing: it reports an older schema, which the next start upgrades.
 * @returns a table for the operator
 * @throws Fault with the same table if something is wrong
 */
export async function checked(databaseUrl: string): Promise<string> {
  const check = await checkDatabase(databaseUrl);
  const faults = [...check.faults];
  if (!check.usable && check.version > SCHEMA_VERSION) {
    faults.push('A newer version of Veilpost wrote it, and this version cannot use it.');
  }
  const text = table(check, faults);
  if (faults.length > 0) throw new Fault(text, EXIT_WRONG);
  return text;
}

function table({ database, version, counts }: DatabaseCheck, faults: string[]): string {
  const rows = [
    ['database', database],
    ...(faults.length === 0 ? [['integrity', 'ok']] : faults.map((fault) => ['WRONG', fault])),
    ['schema', `${version} ${schemaNote(version)}`],
    ...counts.map(([what, number]) => [what, number.toLocaleString('en')]),
  ];
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return rows.map(([name = '', value]) => `${name.padEnd(width)}  ${value}\n`).join('');
}

function schemaNote(version: number): string {
  if (version === SCHEMA_VERSION) return '(the newest of this version)';
  return version < SCHEMA_VERSION
    ? `(the next start upgrades it to ${SCHEMA_VERSION})`
    : `(this version uses ${SCHEMA_VERSION})`;
}

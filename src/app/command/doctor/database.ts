/** The database: whether it exists, is intact, and has the schema of this version. */

import { examineDatabase as examine } from '#store/examination.ts';
import { DatabaseUnreachable, DatabaseUnusable } from '#store/errors.ts';
import { type Finding, findings, type Installation } from './examination.ts';

/** A clock that is off by more than this, in milliseconds, is reported. */
const CLOCKS_MS = 5000;

const { ok, warning, wrong } = findings('database');

/** @returns the findings, and whether the database can be used as it is */
export async function examineDatabase({
  config,
  clock,
}: Pick<Installation, 'config' | 'clock'>): Promise<{ found: Finding[]; usable: boolean }> {
  try {
    const { name, version, newest, damage, pooled, writable, ahead } = await examine(
      config.databaseUrl,
      clock.date,
    );
    const found: Finding[] = [];
    if (damage !== undefined)
      found.push(wrong(damage, 'Stop the service and restore a backup (npx veilpost restore).'));
    else found.push(ok(pooled ? `${name}, through a pooler that allows transactions` : name));
    if (!writable)
      found.push(wrong('it does not accept writes', 'Set DATABASE_URL to the primary.'));
    if (version === 0) {
      found.push(wrong('it is empty', 'Check DATABASE_URL; npx veilpost init creates the tables.'));
    } else if (version < newest) {
      found.push(
        warning(
          `its schema is ${version} of ${newest}`,
          'The next start upgrades it: make a backup first.',
        ),
      );
    } else if (version > newest) {
      found.push(
        wrong(`a newer Veilpost wrote it (schema ${version})`, 'Use that version of Veilpost.'),
      );
    }
    if (Math.abs(ahead) > CLOCKS_MS) {
      const text = `its clock is ${Math.round(Math.abs(ahead) / 1000)} s ${ahead > 0 ? 'ahead of' : 'behind'} ours`;
      found.push(warning(text, 'Synchronize both clocks (NTP).'));
    }
    return { found, usable: damage === undefined && version === newest && writable };
  } catch (error) {
    if (!(error instanceof DatabaseUnusable)) throw error;
    return { found: [wrong(error.message, remedyFor(config.databaseUrl, error))], usable: false };
  }
}

/** Not for a database that does not respond: it still has its rows. */
function remedyFor(databaseUrl: string, error: DatabaseUnusable): string {
  if (error instanceof DatabaseUnreachable) {
    return 'Start its server, or correct host and port in DATABASE_URL.';
  }
  return databaseUrl.startsWith('sqlite:')
    ? 'Check DATABASE_URL; npx veilpost init creates a new database.'
    : 'Check user, password and database name in DATABASE_URL.';
}

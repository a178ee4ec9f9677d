/** The database: whether it is there, whole, and of this version. */

import { examineDatabase as examine } from '#store/examination.ts';
import { DatabaseUnreachable, DatabaseUnusable } from '#store/errors.ts';
import { type Finding, findings } from './finding.ts';
import type { Installation } from './surroundings.ts';

/** A clock that is further off than this, in milliseconds, is reported. */
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
    else found.push(ok(pooled ? `${name}, behind a pooler that allows transactions` : name));
    if (!writable) found.push(wrong('it takes no writes', 'Let DATABASE_URL name the primary.'));
    if (version === 0) {
      found.push(wrong('it is empty', 'See DATABASE_URL; npx veilpost init makes the tables.'));
    } else if (version < newest) {
      found.push(
        warning(
          `its schema is ${version} of ${newest}`,
          'The next start brings it up to date: make a backup first.',
        ),
      );
    } else if (version > newest) {
      found.push(
        wrong(`a newer Veilpost wrote it (schema ${version})`, 'Use that version of Veilpost.'),
      );
    }
    if (Math.abs(ahead) > CLOCKS_MS) {
      const text = `its clock is ${Math.round(Math.abs(ahead) / 1000)} s ${ahead > 0 ? 'ahead of' : 'behind'} ours`;
      found.push(warning(text, 'Let a time server keep both clocks.'));
    }
    return { found, usable: damage === undefined && version === newest && writable };
  } catch (error) {
    if (!(error instanceof DatabaseUnusable)) throw error;
    return { found: [wrong(error.message, remedyFor(config.databaseUrl, error))], usable: false };
  }
}

/** A database that does not answer is not made again: its rows are where they were. */
function remedyFor(databaseUrl: string, error: DatabaseUnusable): string {
  if (error instanceof DatabaseUnreachable) {
    return 'Start its server, or correct the host and port in DATABASE_URL.';
  }
  return databaseUrl.startsWith('sqlite:')
    ? 'See DATABASE_URL; npx veilpost init makes a new database.'
    : 'See the user, the password and the name in DATABASE_URL.';
}

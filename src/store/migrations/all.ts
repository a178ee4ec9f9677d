import { aliases } from './0001-aliases.ts';
import { AUTH_TABLES, sessions } from './0002-sessions.ts';
import { OWNER_TABLES, owners } from './0003-owners.ts';
import { complaints, endsAt, replyBody, STS_TABLES, stsPolicies } from './0004-to-0007.ts';
import { aliasSenders } from './0008-alias-senders.ts';
import { MANY_ALIASES_TABLES, manyAliases } from './0009-many-aliases.ts';
import type { Migration } from './migration.ts';

/** Every step of the schema, in the order in which they run. */
export const MIGRATIONS: readonly Migration[] = [
  aliases,
  sessions,
  owners,
  replyBody,
  stsPolicies,
  complaints,
  endsAt,
  aliasSenders,
  manyAliases,
];

/** The newest version of the schema that this code knows. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** The tables beside `aliases` and `settings`, for code that moves or restores all of them. */
export const TABLES_BESIDE: readonly string[] = [
  'ledger',
  ...AUTH_TABLES,
  ...OWNER_TABLES,
  ...STS_TABLES,
  ...MANY_ALIASES_TABLES,
];

/** The name of the setting for the oldest program version that can work on the database. */
export const OLDEST_SETTING = 'oldest schema';

/** Its value after all steps: the schema's version, and the oldest compatible program version. */
export const OLDEST_VALUE = `${SCHEMA_VERSION}:${Math.max(...MIGRATIONS.map(({ oldest }) => oldest))}`;

/**
 * Whether this program can work on a database that a newer one has migrated.
 * @param said the database's value of it. Without one, or with one for another version (after a manual migration that
 * left it out), only programs with the newest schema can.
 */
export function isUsable(version: number, said: string | undefined): boolean {
  const [of, oldest] = (said ?? '').split(':').map(Number);
  return (of === version && oldest !== undefined ? oldest : version) <= SCHEMA_VERSION;
}

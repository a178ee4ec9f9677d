import { aliases } from './0001-aliases.ts';
import { sessions } from './0002-sessions.ts';
import { owners } from './0003-owners.ts';
import type { Migration } from './migration.ts';

/** Every step of the schema, in the order in which they run. */
export const MIGRATIONS: readonly Migration[] = [aliases, sessions, owners];

/** The newest version of the schema that this code knows. */
export const SCHEMA_VERSION = MIGRATIONS.length;

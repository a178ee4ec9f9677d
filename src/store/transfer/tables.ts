/** The tables of a database beside `aliases` and `settings`, which a move handles separately. */

import { AUTH_TABLES } from '../migrations/0002-sessions.ts';
import { OWNER_TABLES } from '../migrations/0003-owners.ts';
import { STS_TABLES } from '../migrations/0005-sts-policies.ts';
import { MANY_ALIASES_TABLES } from '../migrations/0009-many-aliases.ts';

export const TABLES_BESIDE: readonly string[] = [
  'ledger',
  ...AUTH_TABLES,
  ...OWNER_TABLES,
  ...STS_TABLES,
  ...MANY_ALIASES_TABLES,
];

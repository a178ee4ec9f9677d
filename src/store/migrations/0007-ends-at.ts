import type { Migration } from './migration.ts';

/** The time at which an alias expires, in milliseconds since 1970. An earlier program would ignore it. */
export const endsAt: Migration = {
  version: 7,
  oldest: 7,
  name: 'aliases that end by themselves',
  sqlite: [
    'ALTER TABLE alias_states ADD COLUMN ends_at INTEGER',
    'CREATE INDEX alias_states_ends_at ON alias_states (ends_at) WHERE ends_at IS NOT NULL',
  ],
  postgres: [
    'ALTER TABLE alias_states ADD COLUMN IF NOT EXISTS ends_at bigint',
    'CREATE INDEX IF NOT EXISTS alias_states_ends_at ON alias_states (ends_at) WHERE ends_at IS NOT NULL',
  ],
};

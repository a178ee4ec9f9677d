import type { Migration } from './migration.ts';

/** The owner's choice: `replace` or `refuse`; null: none yet. An earlier program would ignore it. */
export const replyBody: Migration = {
  version: 4,
  oldest: 4,
  name: "an owner's choice for answers that show the real address",
  sqlite: ['ALTER TABLE alias_states ADD COLUMN reply_body TEXT'],
  postgres: ['ALTER TABLE alias_states ADD COLUMN IF NOT EXISTS reply_body text'],
};

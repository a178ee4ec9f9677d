import type { Migration } from './migration.ts';

/**
 * The senders of each alias, under MACs. `rule`: `seen`, `let`, `blocked` or `waiting`; `at`: its last change;
 * `seen_at`: when a message from the sender last arrived, null: none; `name`: sealed, if the owner has made the rule,
 * and while the sender waits. Times are milliseconds since 1970.
 */
const tables = (id: string, text: string, integer: string, end: string): string[] => [
  `CREATE TABLE IF NOT EXISTS alias_senders (
     alias_id ${id} NOT NULL, sender ${text} NOT NULL, rule ${text} NOT NULL, at ${integer} NOT NULL,
     seen_at ${integer}, name ${text}, PRIMARY KEY (alias_id, sender)
   )${end}`,
  `CREATE INDEX IF NOT EXISTS alias_senders_at ON alias_senders (rule, at)`,
];

/** The flags of a state: mail comes from known senders only, and there are blocked ones. */
const COLUMNS = ['known_only', 'has_blocked'];

/** An earlier program would neither apply the owner's rules nor delete the rows. */
export const aliasSenders: Migration = {
  version: 8,
  oldest: 8,
  name: 'the senders that an alias knows, and those that its owner has blocked',
  sqlite: [
    ...COLUMNS.map((name) => `ALTER TABLE alias_states ADD COLUMN ${name} INTEGER`),
    'ALTER TABLE history ADD COLUMN sender TEXT',
    'ALTER TABLE history ADD COLUMN name TEXT',
    ...tables('TEXT', 'TEXT', 'INTEGER', ' STRICT, WITHOUT ROWID'),
  ],
  postgres: [
    ...COLUMNS.map((name) => `ALTER TABLE alias_states ADD COLUMN IF NOT EXISTS ${name} bigint`),
    'ALTER TABLE history ADD COLUMN IF NOT EXISTS sender text',
    'ALTER TABLE history ADD COLUMN IF NOT EXISTS name text',
    ...tables('uuid', 'text', 'bigint', ''),
  ],
};

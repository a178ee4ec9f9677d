/** Private keys that sign access tokens, sealed. */

import { type Statements, writing } from '../statements.ts';
import { type EntryOf, NUMBER, Table, TEXT } from '../table.ts';

const SIGNING_KEYS = new Table('auth_signing_keys', {
  kid: TEXT,
  /** A private JWK. */
  sealed: TEXT,
  createdAt: NUMBER,
});
export type StoredSigningKey = EntryOf<typeof SIGNING_KEYS>;

export type SigningKeyStore = ReturnType<typeof signingKeyStore>;

export function signingKeyStore(statements: Statements) {
  const { read } = statements;
  const write = writing(statements.write, 'auth_signing_keys');
  return {
    /** Oldest first. */
    async all(): Promise<StoredSigningKey[]> {
      const rows = await read('SELECT * FROM auth_signing_keys ORDER BY created_at, kid', []);
      return rows.map(SIGNING_KEYS.read);
    },
    /**
     * Adds a key only if none was made after `since`. Two nodes at the very same moment on PostgreSQL may both add one:
     * both are published, and the younger signs.
     * @returns whether it was stored
     */
    async insert({ kid, sealed, createdAt }: StoredSigningKey, since: number): Promise<boolean> {
      const sql = `INSERT INTO auth_signing_keys (kid, sealed, created_at)
        SELECT CAST($1 AS text), CAST($2 AS text), CAST($3 AS bigint)
        WHERE NOT EXISTS (SELECT 1 FROM auth_signing_keys WHERE created_at > $4)
        ON CONFLICT DO NOTHING RETURNING 1 AS one`;
      return (await write(sql, [kid, sealed, createdAt, since])).length > 0;
    },
    /** The same key, sealed under another secret. */
    async reseal(kid: string, sealed: string): Promise<void> {
      await write('UPDATE auth_signing_keys SET sealed = $2 WHERE kid = $1', [kid, sealed]);
    },
    async delete(kid: string): Promise<void> {
      await write('DELETE FROM auth_signing_keys WHERE kid = $1', [kid]);
    },
  };
}

/** Private keys that sign access tokens, sealed. */

import { number, type Statements, text } from '../statements.ts';

export type StoredSigningKey = {
  kid: string;
  /** A private JWK. */
  sealed: string;
  createdAt: number;
};

export type SigningKeyStore = {
  /** Oldest first. */
  all(): Promise<StoredSigningKey[]>;
  /**
   * Adds a key only where none was made after `since`. Two nodes at the very same moment on PostgreSQL may both add
   * one: both are published, and the younger signs.
   * @returns whether it was stored
   */
  insert(key: StoredSigningKey, since: number): Promise<boolean>;
  /** The same key, sealed under another secret. */
  reseal(kid: string, sealed: string): Promise<void>;
  delete(kid: string): Promise<void>;
};

export function signingKeyStore({ read, write }: Statements): SigningKeyStore {
  return {
    async all() {
      const rows = await read('SELECT * FROM auth_signing_keys ORDER BY created_at, kid', []);
      return rows.map((row) => ({
        kid: text(row.kid),
        sealed: text(row.sealed),
        createdAt: number(row.created_at),
      }));
    },
    async insert({ kid, sealed, createdAt }, since) {
      const sql = `INSERT INTO auth_signing_keys (kid, sealed, created_at)
        SELECT CAST($1 AS text), CAST($2 AS text), CAST($3 AS bigint)
        WHERE NOT EXISTS (SELECT 1 FROM auth_signing_keys WHERE created_at > $4)
        ON CONFLICT DO NOTHING RETURNING 1 AS one`;
      return (await write(sql, [kid, sealed, createdAt, since])).length > 0;
    },
    async reseal(kid, sealed) {
      const sql = 'UPDATE auth_signing_keys SET sealed = $2 WHERE kid = $1 RETURNING 1 AS one';
      await write(sql, [kid, sealed]);
    },
    async delete(kid) {
      await write('DELETE FROM auth_signing_keys WHERE kid = $1 RETURNING 1 AS one', [kid]);
    },
  };
}

/** API keys: only the hash of a key is stored. */

import { API_KEY_SCOPES } from '#rules/api-key.ts';
import { number, text, type Statements, writing } from '../statements.ts';
import { type EntryOf, NUMBER, NUMBER_OR_NULL, Table, TEXT, wordOf } from '../table.ts';
import { standingSession } from './standing-session.ts';
import { type User, USERS } from './users.ts';

const API_KEYS = new Table('auth_api_keys', {
  /** UUID. */
  id: TEXT,
  userId: TEXT,
  /** SHA-256 of the key, base64url. */
  hash: TEXT,
  name: TEXT,
  scope: wordOf(API_KEY_SCOPES, 'create'),
  madeAt: NUMBER,
  /** The first use on the latest day of use (UTC). */
  usedAt: NUMBER_OR_NULL,
});
export type ApiKey = EntryOf<typeof API_KEYS>;

/** The rows of a deleted user are deleted with it (users.ts). */
export function apiKeyStore(statements: Statements) {
  const { read, transaction, lockRows } = statements;
  const write = writing(statements.write, 'auth_api_keys');
  return {
    /** Oldest first. */
    async of(userId: string): Promise<ApiKey[]> {
      const sql = `SELECT k.* FROM auth_api_keys k JOIN auth_users u ON u.id = k.user_id
        WHERE k.user_id = $1 ORDER BY k.made_at, k.id`;
      return (await read(sql, [userId])).map(API_KEYS.read);
    },
    /** Whether there is any key at all. */
    async any(): Promise<boolean> {
      return (await read('SELECT 1 AS one FROM auth_api_keys LIMIT 1', [])).length > 0;
    },
    /** The key with this hash and its user, read in one statement: a revoked key ends with its next call. */
    async byHash(hash: string): Promise<{ key: ApiKey; user: User } | undefined> {
      const sql = `SELECT u.*, k.id AS key_id, k.hash, k.name, k.scope, k.made_at, k.used_at
        FROM auth_api_keys k JOIN auth_users u ON u.id = k.user_id WHERE k.hash = $1`;
      const [row] = await read(sql, [hash]);
      if (row === undefined) return undefined;
      const user = USERS.read(row);
      const key = API_KEYS.read({ ...row, id: text(row.key_id), user_id: user.id });
      return { key, user };
    },
    /** Inserts a key that a session makes. @param most keys of a user */
    insert(
      key: ApiKey,
      { sessionId, most }: { sessionId: string; most: number },
    ): Promise<'made' | 'too_many' | 'session_ended'> {
      const { userId } = key;
      const count = 'SELECT count(*) AS n FROM auth_api_keys WHERE user_id = $1';
      return transaction(function* () {
        // The user's row is locked: two at the same moment cannot exceed the limit.
        const standing = yield standingSession({ userId, sessionId }, lockRows);
        if (standing.length === 0) return 'session_ended';
        if (number((yield [count, [userId]])[0]?.n) >= most) return 'too_many';
        yield API_KEYS.inserting(key);
        return 'made';
      });
    },
    async used(id: string, now: number): Promise<void> {
      const sql = 'UPDATE auth_api_keys SET used_at = $2 WHERE id = $1 RETURNING 1 AS one';
      await write(sql, [id, now]);
    },
    async delete(id: string, userId: string): Promise<boolean> {
      const sql = 'DELETE FROM auth_api_keys WHERE id = $1 AND user_id = $2 RETURNING 1 AS one';
      return (await write(sql, [id, userId])).length > 0;
    },
    /** @returns the number of keys */
    async deleteOf(userId: string): Promise<number> {
      const sql = 'DELETE FROM auth_api_keys WHERE user_id = $1 RETURNING 1 AS one';
      return (await write(sql, [userId])).length;
    },
  };
}

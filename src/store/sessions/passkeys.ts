/** Passkeys: WebAuthn credentials that are enough for a sign-in. */

import { type Statements, writing } from '../statements.ts';
import { standingSession } from './standing-session.ts';
import { type EntryOf, NUMBER, NUMBER_OR_NULL, Table, TEXT, TEXT_OR_NULL } from '../table.ts';

/** The counter of a credential that several devices of its owner share: each counts by itself, so none is kept. */
export const SHARED_COUNTER = -1;

const PASSKEYS = new Table('auth_passkeys', {
  /** UUID. */
  id: TEXT,
  userId: TEXT,
  /** The credential's id, base64url. */
  credential: TEXT,
  /** COSE, base64url. */
  publicKey: TEXT,
  /** The authenticator's signature counter; many stay at 0, and `SHARED_COUNTER`. */
  counter: NUMBER,
  name: TEXT_OR_NULL,
  createdAt: NUMBER,
  lastUsedAt: NUMBER_OR_NULL,
});
export type Passkey = EntryOf<typeof PASSKEYS>;

export function passkeyStore(statements: Statements) {
  const { read, transaction, lockRows } = statements;
  const write = writing(statements.write, 'auth_passkeys');
  return {
    /** Oldest first. */
    async of(userId: string): Promise<Passkey[]> {
      const sql = `SELECT p.* FROM auth_passkeys p JOIN auth_users u ON u.id = p.user_id
        WHERE p.user_id = $1 ORDER BY p.created_at, p.id`;
      return (await read(sql, [userId])).map(PASSKEYS.read);
    },
    async byCredential(credential: string): Promise<Passkey | undefined> {
      const sql = `SELECT p.* FROM auth_passkeys p JOIN auth_users u ON u.id = p.user_id
        WHERE p.credential = $1`;
      return (await read(sql, [credential])).map(PASSKEYS.read)[0];
    },
    /** Inserts a passkey that a session registers. `known`: the credential already exists. */
    insert(passkey: Passkey, sessionId: string): Promise<'made' | 'known' | 'session_ended'> {
      const { userId } = passkey;
      return transaction(function* () {
        const standing = yield standingSession({ userId, sessionId }, lockRows);
        if (standing.length === 0) return 'session_ended';
        return (yield PASSKEYS.inserting(passkey)).length > 0 ? 'made' : 'known';
      });
    },
    /** @returns false if the counter went back: a copied authenticator */
    async used(id: string, counter: number, now: number): Promise<boolean> {
      // WebAuthn section 6.1.1: an authenticator without a counter sends 0 each time.
      const sql = `UPDATE auth_passkeys SET counter = $2, last_used_at = $3
        WHERE id = $1 AND (counter < $2 OR (counter <= 0 AND counter = $2)) RETURNING 1 AS one`;
      return (await write(sql, [id, counter, now])).length > 0;
    },
    async rename(id: string, userId: string, name: string): Promise<Passkey | undefined> {
      const sql = 'UPDATE auth_passkeys SET name = $3 WHERE id = $1 AND user_id = $2 RETURNING *';
      return (await write(sql, [id, userId, name])).map(PASSKEYS.read)[0];
    },
    async delete(id: string, userId: string): Promise<boolean> {
      const sql = 'DELETE FROM auth_passkeys WHERE id = $1 AND user_id = $2 RETURNING 1 AS one';
      return (await write(sql, [id, userId])).length > 0;
    },
  };
}

/** A person's ways to sign in: an address, or an account at an OpenID provider. */

import { type Statements, writing } from '../statements.ts';
import { type EntryOf, NUMBER, NUMBER_OR_NULL, Table, TEXT } from '../table.ts';
import { standingSession } from './standing-session.ts';

export const IDENTITIES = new Table('auth_identities', {
  /** UUID. */
  id: TEXT,
  userId: TEXT,
  /** `email`, or the operator's name of an OpenID provider. */
  provider: TEXT,
  /** The provider's subject; for `email` the user's id. */
  subject: TEXT,
  /** Claims, a JSON object. */
  data: TEXT,
  createdAt: NUMBER,
  lastSignInAt: NUMBER_OR_NULL,
});
export type Identity = EntryOf<typeof IDENTITIES>;

export function identityStore(statements: Statements) {
  const { read, transaction, lockRows } = statements;
  const write = writing(statements.write, 'auth_identities');
  return {
    /** Oldest first. */
    async of(userId: string): Promise<Identity[]> {
      const sql = `SELECT i.* FROM auth_identities i JOIN auth_users u ON u.id = i.user_id
        WHERE i.user_id = $1 ORDER BY i.created_at, i.id`;
      return (await read(sql, [userId])).map(IDENTITIES.read);
    },
    async find(provider: string, subject: string): Promise<Identity | undefined> {
      const sql = `SELECT i.* FROM auth_identities i JOIN auth_users u ON u.id = i.user_id
        WHERE i.provider = $1 AND i.subject = $2`;
      return (await read(sql, [provider, subject])).map(IDENTITIES.read)[0];
    },
    /** @returns false if the provider's subject already belongs to a user */
    insert: (identity: Identity): Promise<boolean> => IDENTITIES.insert(statements, identity),
    /** Inserts one that a session links. `taken`: the provider's subject already belongs to a user. */
    link(identity: Identity, sessionId: string): Promise<'linked' | 'taken' | 'session_ended'> {
      const { userId } = identity;
      return transaction(function* () {
        const standing = yield standingSession({ userId, sessionId }, lockRows);
        if (standing.length === 0) return 'session_ended';
        return (yield IDENTITIES.inserting(identity)).length > 0 ? 'linked' : 'taken';
      });
    },
    /**
     * A provider proves the unproven address of the identity's user: both become theirs in one transaction, and earlier
     * requests are void.
     * @param meta the user's new metadata
     * @returns false if the address was proven before, or the provider's subject belongs to a user: nothing has changed
     */
    claim: (identity: Identity, meta: string, now: number): Promise<boolean> =>
      transaction(function* () {
        // A letter that is used at this moment waits, or has been first.
        const unproven = `SELECT 1 AS one FROM auth_users WHERE id = $1 AND confirmed_at IS NULL ${lockRows}`;
        if ((yield [unproven, [identity.userId]]).length === 0) return false;
        if ((yield IDENTITIES.inserting(identity)).length === 0) return false;
        const confirm = `UPDATE auth_users SET confirmed_at = $3, password = NULL, meta = $2, updated_at = $3
          WHERE id = $1`;
        yield [confirm, [identity.userId, meta, now], { changes: 'auth_users' }];
        return true;
      }),
    async signedIn(id: string, data: string, now: number): Promise<void> {
      const sql = 'UPDATE auth_identities SET data = $2, last_sign_in_at = $3 WHERE id = $1';
      await write(sql, [id, data, now]);
    },
    /** Never deletes the last one of a user. @returns false if it is the last, or another user's */
    async delete(id: string, userId: string): Promise<boolean> {
      // In the order of their ids, so that two removals never wait for each other.
      const sql = `WITH own AS (SELECT id FROM auth_identities WHERE user_id = $2 ORDER BY id ${lockRows})
        DELETE FROM auth_identities WHERE id = $1 AND user_id = $2 AND (SELECT count(*) FROM own) > 1
        RETURNING 1 AS one`;
      return (await write(sql, [id, userId])).length > 0;
    },
  };
}

/** Claims of the identity `email`. */
export const emailClaims = (userId: string, email: string | null): string =>
  JSON.stringify({ email, sub: userId });

/** A person's ways to sign in: an address, or an account at an OpenID provider. */

import {
  insertion,
  insertRow,
  number,
  numberOrNull,
  type Row,
  type Statements,
  text,
  type Value,
} from '../statements.ts';

export type Identity = {
  /** UUID. */
  id: string;
  userId: string;
  /** `email`, or the operator's name of an OpenID provider. */
  provider: string;
  /** The provider's subject; for `email` the user's id. */
  subject: string;
  /** Claims, a JSON object. */
  data: string;
  createdAt: number;
  lastSignInAt: number | null;
};

export type IdentityStore = {
  /** Oldest first. */
  of(userId: string): Promise<Identity[]>;
  find(provider: string, subject: string): Promise<Identity | undefined>;
  /** @returns false where the provider's subject already belongs to a user */
  insert(identity: Identity): Promise<boolean>;
  /**
   * A provider proves the unproven address of the identity's user: both become theirs in one transaction, and earlier
   * requests are void.
   * @param meta the user's new metadata
   * @returns false where the address was proven before, or the provider's subject belongs to a user: nothing has changed
   */
  claim(identity: Identity, meta: string, now: number): Promise<boolean>;
  signedIn(id: string, data: string, now: number): Promise<void>;
  /** Never deletes the last one of a user. @returns false where it is the last, or another user's */
  delete(id: string, userId: string): Promise<boolean>;
};

export function identityStore(statements: Statements): IdentityStore {
  const { read, write, transaction, lockRows } = statements;
  return {
    async of(userId) {
      const sql = `SELECT i.* FROM auth_identities i JOIN auth_users u ON u.id = i.user_id
        WHERE i.user_id = $1 ORDER BY i.created_at, i.id`;
      return (await read(sql, [userId])).map(toIdentity);
    },
    async find(provider, subject) {
      const sql = `SELECT i.* FROM auth_identities i JOIN auth_users u ON u.id = i.user_id
        WHERE i.provider = $1 AND i.subject = $2`;
      return (await read(sql, [provider, subject])).map(toIdentity)[0];
    },
    insert: (identity) => insertRow(statements, 'auth_identities', rowOf(identity)),
    claim: (identity, meta, now) =>
      transaction(function* () {
        // A letter that is used at this moment waits, or has been first.
        const unproven = `SELECT 1 AS one FROM auth_users WHERE id = $1 AND confirmed_at IS NULL ${lockRows}`;
        if ((yield [unproven, [identity.userId]]).length === 0) return false;
        if ((yield insertion('auth_identities', rowOf(identity))).length === 0) return false;
        const confirm = `UPDATE auth_users SET confirmed_at = $3, password = NULL, meta = $2, updated_at = $3
          WHERE id = $1 RETURNING 1 AS one`;
        yield [confirm, [identity.userId, meta, now]];
        return true;
      }),
    async signedIn(id, data, now) {
      const sql = 'UPDATE auth_identities SET data = $2, last_sign_in_at = $3 WHERE id = $1';
      await write(`${sql} RETURNING 1 AS one`, [id, data, now]);
    },
    async delete(id, userId) {
      // In the order of their ids, so that two removals never wait for each other.
      const sql = `WITH own AS (SELECT id FROM auth_identities WHERE user_id = $2 ORDER BY id ${lockRows})
        DELETE FROM auth_identities WHERE id = $1 AND user_id = $2 AND (SELECT count(*) FROM own) > 1
        RETURNING 1 AS one`;
      return (await write(sql, [id, userId])).length > 0;
    },
  };
}

const rowOf = (identity: Identity): Record<string, Value> => ({
  id: identity.id,
  user_id: identity.userId,
  provider: identity.provider,
  subject: identity.subject,
  data: identity.data,
  created_at: identity.createdAt,
  last_sign_in_at: identity.lastSignInAt,
});

/** Claims of the identity `email`. */
export const emailClaims = (userId: string, email: string | null): string =>
  JSON.stringify({ email, sub: userId });

export function toIdentity(row: Row): Identity {
  return {
    id: text(row.id),
    userId: text(row.user_id),
    provider: text(row.provider),
    subject: text(row.subject),
    data: text(row.data),
    createdAt: number(row.created_at),
    lastSignInAt: numberOrNull(row.last_sign_in_at),
  };
}

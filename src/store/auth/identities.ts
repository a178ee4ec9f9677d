/** A person's ways to sign in: an address, or an account at an OpenID provider. */

import { insertRow, number, numberOrNull, type Row, type Statements, text } from './statements.ts';

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
  signedIn(id: string, data: string, now: number): Promise<void>;
  /** Never deletes the last one of a user. @returns false where it is the last, or another user's */
  delete(id: string, userId: string): Promise<boolean>;
};

export function identityStore(statements: Statements): IdentityStore {
  const { read, write, lockRows } = statements;
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
    insert: (identity) =>
      insertRow(statements, 'auth_identities', {
        id: identity.id,
        user_id: identity.userId,
        provider: identity.provider,
        subject: identity.subject,
        data: identity.data,
        created_at: identity.createdAt,
        last_sign_in_at: identity.lastSignInAt,
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

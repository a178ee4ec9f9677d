/** Passkeys: WebAuthn credentials that suffice for a sign-in. */

import {
  insertRow,
  number,
  numberOrNull,
  type Row,
  type Statements,
  text,
  textOrNull,
} from '../statements.ts';

export type Passkey = {
  /** UUID. */
  id: string;
  userId: string;
  /** The credential's id, base64url. */
  credential: string;
  /** COSE, base64url. */
  publicKey: string;
  /** The authenticator's signature counter; many stay at 0. */
  counter: number;
  name: string | null;
  createdAt: number;
  lastUsedAt: number | null;
};

export type PasskeyStore = {
  /** Oldest first. */
  of(userId: string): Promise<Passkey[]>;
  byCredential(credential: string): Promise<Passkey | undefined>;
  /** @returns false where the credential is already known */
  insert(passkey: Passkey): Promise<boolean>;
  /** @returns false where the counter went back: a copied authenticator */
  used(id: string, counter: number, now: number): Promise<boolean>;
  rename(id: string, userId: string, name: string): Promise<Passkey | undefined>;
  delete(id: string, userId: string): Promise<boolean>;
};

export function passkeyStore(statements: Statements): PasskeyStore {
  const { read, write } = statements;
  return {
    async of(userId) {
      const sql = `SELECT p.* FROM auth_passkeys p JOIN auth_users u ON u.id = p.user_id
        WHERE p.user_id = $1 ORDER BY p.created_at, p.id`;
      return (await read(sql, [userId])).map(toPasskey);
    },
    async byCredential(credential) {
      const sql = `SELECT p.* FROM auth_passkeys p JOIN auth_users u ON u.id = p.user_id
        WHERE p.credential = $1`;
      return (await read(sql, [credential])).map(toPasskey)[0];
    },
    insert: (passkey) =>
      insertRow(statements, 'auth_passkeys', {
        id: passkey.id,
        user_id: passkey.userId,
        credential: passkey.credential,
        public_key: passkey.publicKey,
        counter: passkey.counter,
        name: passkey.name,
        created_at: passkey.createdAt,
        last_used_at: passkey.lastUsedAt,
      }),
    async used(id, counter, now) {
      // WebAuthn section 6.1.1: an authenticator without a counter sends 0 each time.
      const sql = `UPDATE auth_passkeys SET counter = $2, last_used_at = $3
        WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0)) RETURNING 1 AS one`;
      return (await write(sql, [id, counter, now])).length > 0;
    },
    async rename(id, userId, name) {
      const sql = 'UPDATE auth_passkeys SET name = $3 WHERE id = $1 AND user_id = $2 RETURNING *';
      return (await write(sql, [id, userId, name])).map(toPasskey)[0];
    },
    async delete(id, userId) {
      const sql = 'DELETE FROM auth_passkeys WHERE id = $1 AND user_id = $2 RETURNING 1 AS one';
      return (await write(sql, [id, userId])).length > 0;
    },
  };
}

function toPasskey(row: Row): Passkey {
  return {
    id: text(row.id),
    userId: text(row.user_id),
    credential: text(row.credential),
    publicKey: text(row.public_key),
    counter: number(row.counter),
    name: textOrNull(row.name),
    createdAt: number(row.created_at),
    lastUsedAt: numberOrNull(row.last_used_at),
  };
}

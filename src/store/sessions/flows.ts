/** Sign-ins that go through a browser: to a provider and back, and from there to their caller by a code (PKCE). */

import {
  bit,
  insertRow,
  number,
  type Row,
  type Statements,
  text,
  textOrNull,
} from '../statements.ts';

export type Flow = {
  /** Keyed hash of the state parameter, or a UUID where no provider takes part. */
  id: string;
  provider: string;
  /** The caller's S256 code challenge; null: the session comes in the fragment. */
  challenge: string | null;
  /** Keyed hash of the code for the caller; null: the provider has not answered yet. */
  authCode: string | null;
  /** The user who signed in; null: not known yet. */
  userId: string | null;
  /** The session that a new identity is linked to; null: a sign-in. */
  linking: string | null;
  redirectTo: string | null;
  /** Verifier, nonce and method, sealed. */
  sealed: string;
  /** The provider has answered. */
  used: boolean;
  until: number;
};

export type FlowStore = {
  insert(flow: Flow): Promise<void>;
  find(id: string): Promise<Flow | undefined>;
  /** Once, when the provider answers. Undefined: unknown, expired or used. */
  use(id: string, now: number): Promise<Flow | undefined>;
  /** The user who signed in, and the code that their application may exchange until then. */
  setCode(id: string, code: { authCode: string; userId: string; until: number }): Promise<void>;
  /** Once; the caller checks `until`. */
  takeCode(authCode: string): Promise<Flow | undefined>;
};

export function flowStore(statements: Statements): FlowStore {
  const { read, write } = statements;
  return {
    async insert(flow) {
      await insertRow(statements, 'auth_flows', {
        id: flow.id,
        provider: flow.provider,
        challenge: flow.challenge,
        auth_code: flow.authCode,
        user_id: flow.userId,
        linking: flow.linking,
        redirect_to: flow.redirectTo,
        sealed: flow.sealed,
        used: bit(flow.used),
        until: flow.until,
      });
    },
    find: async (id) => (await read('SELECT * FROM auth_flows WHERE id = $1', [id])).map(toFlow)[0],
    async use(id, now) {
      const sql = `UPDATE auth_flows SET used = 1 WHERE id = $1 AND used = 0 AND until > $2 RETURNING *`;
      return (await write(sql, [id, now])).map(toFlow)[0];
    },
    async setCode(id, { authCode, userId, until }) {
      const sql = `UPDATE auth_flows SET auth_code = $2, user_id = $3, until = $4 WHERE id = $1`;
      await write(`${sql} RETURNING 1 AS one`, [id, authCode, userId, until]);
    },
    async takeCode(authCode) {
      const sql = 'DELETE FROM auth_flows WHERE auth_code = $1 RETURNING *';
      return (await write(sql, [authCode])).map(toFlow)[0];
    },
  };
}

function toFlow(row: Row): Flow {
  return {
    id: text(row.id),
    provider: text(row.provider),
    challenge: textOrNull(row.challenge),
    authCode: textOrNull(row.auth_code),
    userId: textOrNull(row.user_id),
    linking: textOrNull(row.linking),
    redirectTo: textOrNull(row.redirect_to),
    sealed: text(row.sealed),
    used: number(row.used) === 1,
    until: number(row.until),
  };
}

/** Sign-ins that go through a browser: to a provider and back, and from there to their caller by a code (PKCE). */

import { type Statements, writing } from '../statements.ts';
import { type EntryOf, FLAG, NUMBER, Table, TEXT, TEXT_OR_NULL } from '../table.ts';

const FLOWS = new Table('auth_flows', {
  /** Keyed hash of the state parameter, or a UUID if no provider is involved. */
  id: TEXT,
  provider: TEXT,
  /** The caller's S256 code challenge; null: the session comes in the fragment. */
  challenge: TEXT_OR_NULL,
  /** Keyed hash of the code for the caller; null: the provider has not answered yet. */
  authCode: TEXT_OR_NULL,
  /** The user who signed in; null: not known yet. */
  userId: TEXT_OR_NULL,
  /** The session that a new identity is linked to; null: a sign-in. */
  linking: TEXT_OR_NULL,
  redirectTo: TEXT_OR_NULL,
  /** Verifier, nonce and method, sealed. */
  sealed: TEXT,
  /** The provider has answered. */
  used: FLAG,
  until: NUMBER,
});
export type Flow = EntryOf<typeof FLOWS>;

export type FlowStore = ReturnType<typeof flowStore>;

export function flowStore(statements: Statements) {
  const { read } = statements;
  const write = writing(statements.write, 'auth_flows');
  return {
    async insert(flow: Flow): Promise<void> {
      await FLOWS.insert(statements, flow);
    },
    async find(id: string): Promise<Flow | undefined> {
      return (await read('SELECT * FROM auth_flows WHERE id = $1', [id])).map(FLOWS.read)[0];
    },
    /** Once, when the provider answers. Undefined: unknown, expired or used. */
    async use(id: string, now: number): Promise<Flow | undefined> {
      const sql = `UPDATE auth_flows SET used = 1 WHERE id = $1 AND used = 0 AND until > $2 RETURNING *`;
      return (await write(sql, [id, now])).map(FLOWS.read)[0];
    },
    /** The user who signed in, and the code that their application may exchange until then. */
    async setCode(
      id: string,
      { authCode, userId, until }: { authCode: string; userId: string; until: number },
    ): Promise<void> {
      const sql = 'UPDATE auth_flows SET auth_code = $2, user_id = $3, until = $4 WHERE id = $1';
      await write(sql, [id, authCode, userId, until]);
    },
    /** Once; the caller checks `until`. */
    async takeCode(authCode: string): Promise<Flow | undefined> {
      const rows = await write('DELETE FROM auth_flows WHERE auth_code = $1 RETURNING *', [
        authCode,
      ]);
      return rows.map(FLOWS.read)[0];
    },
  };
}

/** Sessions: of a refresh token only its counter is stored. */

import { type Person, personOf, readPerson } from './people.ts';
import { insertRow, number, type Row, type Statements, text } from '../statements.ts';

export type AuthSession = {
  /** UUID. */
  id: string;
  userId: string;
  /** The counter of the valid refresh token. */
  counter: number;
  /** Late uses of the parent token since `lateSince`. */
  late: number;
  lateSince: number;
  /** 2: with a verified second factor. */
  aal: 1 | 2;
  /** `[{"method", "timestamp"}]`, newest first, JSON; timestamps in seconds. */
  amr: string;
  createdAt: number;
  /** The time at which the counter last advanced. */
  refreshedAt: number;
};

export type Advanced = { session: AuthSession; person: Person };

export type SessionStore = {
  /** Undefined also where its user is gone. */
  find(id: string): Promise<AuthSession | undefined>;
  of(userId: string): Promise<AuthSession[]>;
  insert(session: AuthSession): Promise<void>;
  /**
   * Advances `counter` by one, and reads the session's user, in one statement. Undefined where another request was
   * faster, the session has not advanced since `idleSince`, or it or its user is gone.
   */
  advance(
    id: string,
    counter: number,
    now: number,
    idleSince: number,
  ): Promise<Advanced | undefined>;
  /** Counts one late use of the parent token; those before `since` are forgotten. @returns the new count */
  countLate(id: string, now: number, since: number): Promise<number>;
  /** A factor was verified or removed; the counter advances. */
  setMethods(
    id: string,
    methods: Pick<AuthSession, 'aal' | 'amr'>,
    now: number,
  ): Promise<AuthSession | undefined>;
  delete(id: string): Promise<boolean>;
  /** Deletes all of a user's but this number, those that were refreshed last. @returns the number of deleted ones */
  deleteOldest(userId: string, but: number): Promise<number>;
  /**
   * Deletes all of a user's but `except`, with the code for another browser and the codes that applications have not
   * exchanged yet.
   * @returns the number of sessions
   */
  deleteOf(userId: string, except?: string): Promise<number>;
  /** The same for those without a second factor. */
  deleteBelowAal2(userId: string, except: string): Promise<number>;
};

export function sessionStore(statements: Statements): SessionStore {
  const { read, write, transaction } = statements;
  const advance = `UPDATE auth_sessions SET counter = counter + 1, refreshed_at = $3
    WHERE id = $1 AND counter = $2 AND refreshed_at > $4
    RETURNING *, ${personOf(statements, 'auth_sessions.user_id')}`;
  const endSessions = (which: string, userId: string, except: string): Promise<number> =>
    transaction(function* () {
      // A code that one of them has shown would begin another, and so would one that an application has not exchanged.
      const shown = `DELETE FROM auth_one_time WHERE user_id = $1 AND kind = 'device' RETURNING 1 AS one`;
      yield [shown, [userId]];
      const codes = `DELETE FROM auth_flows WHERE user_id = $1 AND (linking IS NULL OR linking <> $2)
        RETURNING 1 AS one`;
      yield [codes, [userId, except]];
      const sql = `DELETE FROM auth_sessions WHERE ${which} RETURNING 1 AS one`;
      return (yield [sql, [userId, except]]).length;
    });
  return {
    async find(id) {
      const sql = `SELECT s.* FROM auth_sessions s JOIN auth_users u ON u.id = s.user_id WHERE s.id = $1`;
      return (await read(sql, [id])).map(toSession)[0];
    },
    async of(userId) {
      const sql = 'SELECT * FROM auth_sessions WHERE user_id = $1 ORDER BY created_at, id';
      return (await read(sql, [userId])).map(toSession);
    },
    async insert(session) {
      await insertRow(statements, 'auth_sessions', {
        id: session.id,
        user_id: session.userId,
        counter: session.counter,
        late: session.late,
        late_since: session.lateSince,
        aal: session.aal,
        amr: session.amr,
        created_at: session.createdAt,
        refreshed_at: session.refreshedAt,
      });
    },
    async advance(id, counter, now, idleSince) {
      const [row] = await write(advance, [id, counter, now, idleSince]);
      const person = row && readPerson(row);
      return person && { session: toSession(row), person };
    },
    async countLate(id, now, since) {
      const sql = `UPDATE auth_sessions
        SET late = CASE WHEN late_since > $3 THEN late + 1 ELSE 1 END,
          late_since = CASE WHEN late_since > $3 THEN late_since ELSE $2 END
        WHERE id = $1 RETURNING late`;
      const [row] = await write(sql, [id, now, since]);
      return number(row?.late ?? 0);
    },
    async setMethods(id, { aal, amr }, now) {
      const sql = `UPDATE auth_sessions SET aal = $2, amr = $3, counter = counter + 1, refreshed_at = $4
        WHERE id = $1 RETURNING *`;
      return (await write(sql, [id, aal, amr, now])).map(toSession)[0];
    },
    async delete(id) {
      const sql = 'DELETE FROM auth_sessions WHERE id = $1 RETURNING 1 AS one';
      return (await write(sql, [id])).length > 0;
    },
    async deleteOldest(userId, but) {
      const sql = `DELETE FROM auth_sessions WHERE user_id = $1 AND refreshed_at <= (
          SELECT refreshed_at FROM auth_sessions WHERE user_id = $1
          ORDER BY refreshed_at DESC LIMIT 1 OFFSET $2)
        RETURNING 1 AS one`;
      return (await write(sql, [userId, but])).length;
    },
    async deleteOf(userId, except = '') {
      return endSessions('user_id = $1 AND id <> $2', userId, except);
    },
    async deleteBelowAal2(userId, except) {
      return endSessions('user_id = $1 AND id <> $2 AND aal < 2', userId, except);
    },
  };
}

function toSession(row: Row): AuthSession {
  return {
    id: text(row.id),
    userId: text(row.user_id),
    counter: number(row.counter),
    late: number(row.late),
    lateSince: number(row.late_since),
    aal: number(row.aal) === 2 ? 2 : 1,
    amr: text(row.amr),
    createdAt: number(row.created_at),
    refreshedAt: number(row.refreshed_at),
  };
}

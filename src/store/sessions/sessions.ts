/** Sessions: only the counter of a refresh token is stored. */

import { type Person, personOf, readPerson } from './people.ts';
import { type SignInProof, standingProof } from './standing-session.ts';
import { number, type Statements, text, writing } from '../statements.ts';
import { type Column, type EntryOf, NUMBER, Table, TEXT } from '../table.ts';

/** 2: with a verified second factor. */
const AAL: Column<1 | 2> = {
  read: (value) => (number(value) === 2 ? 2 : 1),
  write: (aal) => aal,
};

const SESSIONS = new Table('auth_sessions', {
  /** UUID. */
  id: TEXT,
  userId: TEXT,
  /** The counter of the valid refresh token. */
  counter: NUMBER,
  /** Late uses of the parent token since `lateSince`. */
  late: NUMBER,
  lateSince: NUMBER,
  aal: AAL,
  /** `[{"method", "timestamp"}]`, newest first, JSON; timestamps in seconds. */
  amr: TEXT,
  createdAt: NUMBER,
  /** The time at which the counter last advanced. */
  refreshedAt: NUMBER,
});
export type AuthSession = EntryOf<typeof SESSIONS>;

export type Advanced = { session: AuthSession; person: Person };

export type SessionStore = ReturnType<typeof sessionStore>;

export function sessionStore(statements: Statements) {
  const { read, transaction, lockRows } = statements;
  const write = writing(statements.write, 'auth_sessions');
  const advance = `UPDATE auth_sessions SET counter = counter + 1, refreshed_at = $3
    WHERE id = $1 AND counter = $2 AND refreshed_at > $4
    RETURNING *, ${personOf(statements, 'auth_sessions.user_id')}`;
  const endSessions = (
    which: string,
    userId: string,
    except: string,
    keys: 'end' | 'stay' = 'stay',
  ): Promise<number> =>
    transaction(function* () {
      // First: what one of them is writing now is found below (standing-session.ts).
      yield [`SELECT 1 AS one FROM auth_users WHERE id = $1 ${lockRows}`, [userId]];
      const sql = `DELETE FROM auth_sessions WHERE ${which} RETURNING 1 AS one`;
      const ended = yield [sql, [userId, except], { changes: 'auth_sessions' }];
      // A code that one of them has shown would begin another, and so would one that an application has not exchanged.
      const shown = `DELETE FROM auth_one_time WHERE user_id = $1 AND kind = 'device'`;
      yield [shown, [userId], { changes: 'auth_one_time' }];
      const codes = `DELETE FROM auth_flows WHERE user_id = $1 AND (linking IS NULL OR linking <> $2)`;
      yield [codes, [userId, except], { changes: 'auth_flows' }];
      const made = 'DELETE FROM auth_api_keys WHERE user_id = $1';
      if (keys === 'end') yield [made, [userId], { changes: 'auth_api_keys' }];
      return ended.length;
    });
  return {
    /** Undefined also if its user was deleted. */
    async find(id: string): Promise<AuthSession | undefined> {
      const sql = `SELECT s.* FROM auth_sessions s JOIN auth_users u ON u.id = s.user_id WHERE s.id = $1`;
      return (await read(sql, [id])).map(SESSIONS.read)[0];
    },
    async of(userId: string): Promise<AuthSession[]> {
      const sql = 'SELECT * FROM auth_sessions WHERE user_id = $1 ORDER BY created_at, id';
      return (await read(sql, [userId])).map(SESSIONS.read);
    },
    async insert(session: AuthSession): Promise<void> {
      await SESSIONS.insert(statements, session);
    },
    /** The same if the proof of the sign-in still stands. @returns false if it has ended: nothing is written */
    insertOn(session: AuthSession, by: SignInProof): Promise<boolean> {
      return transaction(function* () {
        const standing = yield standingProof(session.userId, by, lockRows);
        if (standing.length > 0) yield SESSIONS.inserting(session);
        return standing.length > 0;
      });
    },
    /**
     * Advances `counter` by one, and reads the session's user, in one statement. Undefined if another request was
     * faster, the session has not advanced since `idleSince`, or it or its user was deleted.
     */
    async advance(
      id: string,
      counter: number,
      now: number,
      idleSince: number,
    ): Promise<Advanced | undefined> {
      const [row] = await write(advance, [id, counter, now, idleSince]);
      const person = row && readPerson(row);
      return person && { session: SESSIONS.read(row), person };
    },
    /** Counts one late use of the parent token; those before `since` are forgotten. @returns the new count */
    async countLate(id: string, now: number, since: number): Promise<number> {
      const sql = `UPDATE auth_sessions
        SET late = CASE WHEN late_since > $3 THEN late + 1 ELSE 1 END,
          late_since = CASE WHEN late_since > $3 THEN late_since ELSE $2 END
        WHERE id = $1 RETURNING late`;
      const [row] = await write(sql, [id, now, since]);
      return number(row?.late ?? 0);
    },
    /** A factor was verified or removed; the counter advances. */
    async setMethods(
      id: string,
      { aal, amr }: Pick<AuthSession, 'aal' | 'amr'>,
      now: number,
    ): Promise<AuthSession | undefined> {
      const sql = `UPDATE auth_sessions SET aal = $2, amr = $3, counter = counter + 1, refreshed_at = $4
        WHERE id = $1 RETURNING *`;
      return (await write(sql, [id, aal, amr, now])).map(SESSIONS.read)[0];
    },
    /** Deletes it with the code for another browser that it has shown. @returns false if there is none */
    delete(id: string): Promise<boolean> {
      return transaction(function* () {
        const sql = 'DELETE FROM auth_sessions WHERE id = $1 RETURNING user_id';
        const [ended] = yield [sql, [id], { changes: 'auth_sessions' }];
        if (ended === undefined) return false;
        const shown = `DELETE FROM auth_one_time WHERE user_id = $1 AND kind = 'device' AND challenge = $2`;
        yield [shown, [text(ended.user_id), id], { changes: 'auth_one_time' }];
        return true;
      });
    },
    /**
     * Deletes all of a user's except this number, those that were refreshed last. @returns the number of deleted ones
     */
    async deleteOldest(userId: string, but: number): Promise<number> {
      const sql = `DELETE FROM auth_sessions WHERE user_id = $1 AND refreshed_at <= (
          SELECT refreshed_at FROM auth_sessions WHERE user_id = $1
          ORDER BY refreshed_at DESC LIMIT 1 OFFSET $2)
        RETURNING 1 AS one`;
      return (await write(sql, [userId, but])).length;
    },
    /**
     * Deletes all of a user's except `except`, with the code for another browser and the codes that applications have
     * not exchanged yet.
     * @returns the number of sessions
     */
    async deleteOf(userId: string, except = ''): Promise<number> {
      return endSessions('user_id = $1 AND id <> $2', userId, except);
    },
    /** The same for those without a second factor. */
    async deleteBelowAal2(userId: string, except: string): Promise<number> {
      return endSessions('user_id = $1 AND id <> $2 AND aal < 2', userId, except);
    },
    /** The same for all of a user's, with the API keys. */
    async deleteAllOf(userId: string): Promise<number> {
      return endSessions('user_id = $1 AND id <> $2', userId, '', 'end');
    },
  };
}

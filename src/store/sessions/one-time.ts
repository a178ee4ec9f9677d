/** Links and codes that work once. */

import { places, type Statements, writing } from '../statements.ts';
import { standingSession } from './standing-session.ts';
import {
  type EntryOf,
  NUMBER,
  NUMBER_OR_NULL,
  Table,
  TEXT,
  TEXT_OR_NULL,
  wordOf,
} from '../table.ts';

/**
 * Notices to earlier addresses of an account, each with a link to undo the change. There are several, so that of two
 * changes in a row neither hides the other one.
 */
export const WAYS_BACK = ['not_me_old', 'not_me_old_2', 'not_me_old_3'] as const;

/** The purpose of a letter; a row of `factors-forgotten` has no link, and stays until its letter is sent. */
export const ONE_TIME_KINDS = [
  'magiclink',
  'signup',
  'recovery',
  // Requested by a browser in which the address was signed in: no stranger's request replaces them.
  'magiclink_own',
  'recovery_own',
  'email_change_current',
  'email_change_new',
  'reauthentication',
  'device',
  'not_me',
  'factors-forgotten',
  ...WAYS_BACK,
] as const;
export type OneTimeKind = (typeof ONE_TIME_KINDS)[number];

/** At most one of a kind for a user. */
const ONE_TIMES = new Table('auth_one_time', {
  userId: TEXT,
  kind: wordOf(ONE_TIME_KINDS, 'magiclink'),
  /** Keyed hashes of the link's token and of the code. */
  link: TEXT,
  code: TEXT,
  /** Number of codes tried. */
  tries: NUMBER,
  linkUntil: NUMBER,
  codeUntil: NUMBER,
  /** The final destination of the link; null: the site. */
  redirectTo: TEXT_OR_NULL,
  /**
   * The caller's S256 code challenge; null: none. The link of `email_change_current` begins no session: there it is the
   * id of the session that stays when the address changes. For `device` it is the id of the session that shows the
   * code, and for `not_me` and `WAYS_BACK` the earlier address, sealed.
   */
  challenge: TEXT_OR_NULL,
  /** The time of the letter's retry after a 4yz; null: none. */
  retryAt: NUMBER_OR_NULL,
  /** Number of retries. */
  retries: NUMBER,
});
export type OneTime = EntryOf<typeof ONE_TIMES>;

export type OneTimeStore = ReturnType<typeof oneTimeStore>;

export function oneTimeStore(statements: Statements) {
  const { read, transaction, lockRows } = statements;
  const write = writing(statements.write, 'auth_one_time');
  return {
    /** Replaces an earlier one of the same kind. */
    async put(entry: OneTime): Promise<void> {
      await statements.write(...putting(entry));
    },
    /** The same for the code that a session shows. @returns false if the session has ended: nothing is written */
    putShown(entry: OneTime, sessionId: string): Promise<boolean> {
      return transaction(function* () {
        const standing = yield standingSession({ userId: entry.userId, sessionId }, lockRows);
        if (standing.length > 0) yield putting(entry);
        return standing.length > 0;
      });
    },
    async find(userId: string, kind: OneTimeKind): Promise<OneTime | undefined> {
      const sql = 'SELECT * FROM auth_one_time WHERE user_id = $1 AND kind = $2';
      return (await read(sql, [userId, kind])).map(ONE_TIMES.read)[0];
    },
    /** The entry of a link, unchanged. @param links its hashes under every accepted key */
    async findLink(links: readonly string[]): Promise<OneTime | undefined> {
      const sql = `SELECT * FROM auth_one_time WHERE link IN (${places(links, 0)})`;
      return (await read(sql, [...links])).map(ONE_TIMES.read)[0];
    },
    /**
     * Uses up the link. Undefined: unknown, used, expired, or of another kind.
     * @param links its hashes under every accepted key
     * @param code whether the code is voided with it, or stays for its own time
     */
    async redeemLink(
      links: readonly string[],
      kinds: readonly OneTimeKind[],
      now: number,
      code: 'void' | 'stays',
    ): Promise<OneTime | undefined> {
      const which = `link_until > $1
        AND link IN (${places(links, 1)}) AND kind IN (${places(kinds, 1 + links.length)})`;
      const values = [now, ...links, ...kinds];
      const keeping = `UPDATE auth_one_time SET link = '', link_until = 0, retry_at = NULL
        WHERE ${which} AND code_until > $1 RETURNING *`;
      const voiding = `DELETE FROM auth_one_time WHERE ${which} RETURNING *`;
      const rows = await transaction(function* () {
        if (code === 'stays') {
          const left = yield [keeping, values, { changes: 'auth_one_time' }];
          if (left.length > 0) return left;
        }
        const gone = yield [voiding, values, { changes: 'auth_one_time' }];
        return gone;
      });
      return rows.map(ONE_TIMES.read)[0];
    },
    /**
     * Uses up link and code by the code, which is void after `most` tries; the link is not. A wrong code costs the same
     * statements and writes, whether the user has a code, has none, or does not exist.
     */
    async redeemCode(
      userId: string,
      codes: readonly string[],
      kinds: readonly OneTimeKind[],
      now: number,
      most: number,
    ): Promise<OneTime | undefined> {
      // The try is counted before the code is compared: a hundred at the same moment count as five.
      const isOpen = (row: string) =>
        `${row}.code_until > $2 AND ${row}.tries < $3 AND ${row}.kind IN (${places(kinds, 3)})`;
      // If no code is open the row `tried` is written instead: otherwise the flush of the count would reveal who has a
      // code.
      const counted = `UPDATE auth_one_time SET tries = tries + 1
        WHERE user_id = $1 AND (${isOpen('auth_one_time')} OR kind = 'tried' AND NOT EXISTS (
          SELECT 1 FROM auth_one_time AS other WHERE other.user_id = $1 AND ${isOpen('other')}))
        RETURNING *`;
      const tried = `INSERT INTO auth_one_time (user_id, kind, link, code, tries, link_until, code_until, retries)
        VALUES ($1, 'tried', '', '', 0, $2, $2, 0) ON CONFLICT DO NOTHING RETURNING 1 AS one`;
      const open = await transaction(function* () {
        yield [tried, [userId, now], { changes: 'auth_one_time' }];
        const rows = yield [counted, [userId, now, most, ...kinds], { changes: 'auth_one_time' }];
        return rows.filter(({ kind }) => kind !== 'tried').map(ONE_TIMES.read);
      });
      const match = open.find((entry) => codes.includes(entry.code));
      if (match === undefined) return undefined;
      const sql = `DELETE FROM auth_one_time WHERE user_id = $1 AND kind = $2 AND code = $3 RETURNING *`;
      return (await write(sql, [userId, match.kind, match.code])).map(ONE_TIMES.read)[0];
    },
    /** This session stays when the letter to the old address completes the change. */
    async noteStaying(userId: string, sessionId: string): Promise<void> {
      const sql = `UPDATE auth_one_time SET challenge = $2
        WHERE user_id = $1 AND kind = 'email_change_current'`;
      await write(sql, [userId, sessionId]);
    },
    /** Letters that are due; each is given to one caller only. */
    async takeRetries(now: number, most: number): Promise<OneTime[]> {
      const sql = `UPDATE auth_one_time SET retry_at = NULL, retries = retries + 1
        WHERE retry_at <= $1 AND (user_id, kind) IN (
          SELECT user_id, kind FROM auth_one_time WHERE retry_at <= $1 ORDER BY retry_at LIMIT $2)
        RETURNING *`;
      return (await write(sql, [now, most])).map(ONE_TIMES.read);
    },
    /**
     * Sets the retry of the letter with this link; null: none. @returns false if another has replaced it, or it was
     * used
     */
    async retryAt(link: string, at: number | null): Promise<boolean> {
      const sql = 'UPDATE auth_one_time SET retry_at = $2 WHERE link = $1 RETURNING 1 AS one';
      return (await write(sql, [link, at])).length > 0;
    },
    async delete(userId: string, kind: OneTimeKind): Promise<void> {
      await write('DELETE FROM auth_one_time WHERE user_id = $1 AND kind = $2', [userId, kind]);
    },
  };
}

/** The statement of `put`. */
export const putting = (entry: OneTime) => ONE_TIMES.putting(entry, 'user_id, kind');

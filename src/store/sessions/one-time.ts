/** Links and codes that work once. */

import {
  number,
  numberOrNull,
  places,
  type Row,
  type Statements,
  text,
  textOrNull,
  type Value,
} from '../statements.ts';

/** The purpose of a letter; a row of `factors-forgotten` has no link, and stays until its letter has left. */
export const ONE_TIME_KINDS = [
  'magiclink',
  'signup',
  'recovery',
  'email_change_current',
  'email_change_new',
  'reauthentication',
  'device',
  'not_me',
  'factors-forgotten',
] as const;
export type OneTimeKind = (typeof ONE_TIME_KINDS)[number];

/** At most one of a kind for a user. */
export type OneTime = {
  userId: string;
  kind: OneTimeKind;
  /** Keyed hashes of the link's token and of the code. */
  link: string;
  code: string;
  /** Number of codes tried. */
  tries: number;
  linkUntil: number;
  codeUntil: number;
  /** The final destination of the link; null: the site. */
  redirectTo: string | null;
  /**
   * The caller's S256 code challenge; null: none. The link of `email_change_current` begins no session: there it is the id of
   * the session that stays when the address changes. Of `device` it is the id of the session that shows the code,
   * and of `not_me` the earlier address, sealed.
   */
  challenge: string | null;
  /** The time of the letter's retry after a 4yz; null: none. */
  retryAt: number | null;
  /** Number of retries. */
  retries: number;
};

export type OneTimeStore = {
  /** Replaces an earlier one of the same kind. */
  put(entry: OneTime): Promise<void>;
  find(userId: string, kind: OneTimeKind): Promise<OneTime | undefined>;
  /** The entry of a link, unchanged. @param links its hashes under every accepted key */
  findLink: (links: readonly string[]) => Promise<OneTime | undefined>;
  /**
   * Uses up link and code together. Undefined: unknown, used, expired, or of none of these kinds.
   * @param links its hashes under every accepted key
   */
  redeemLink(
    links: readonly string[],
    kinds: readonly OneTimeKind[],
    now: number,
  ): Promise<OneTime | undefined>;
  /**
   * The same by the code, which is void after `most` tries; the link is not. A wrong one costs the same statements and writes,
   * whether the user has a code, has none, or does not exist.
   */
  redeemCode(
    userId: string,
    codes: readonly string[],
    kinds: readonly OneTimeKind[],
    now: number,
    most: number,
  ): Promise<OneTime | undefined>;
  /** This session stays when the letter to the old address completes the change. */
  noteStaying(userId: string, sessionId: string): Promise<void>;
  /** Letters that are due; each is given to one caller only. */
  takeRetries(now: number, most: number): Promise<OneTime[]>;
  /** Sets the retry of the letter with this link; null: none. @returns false where another has replaced it, or it was used */
  retryAt(link: string, at: number | null): Promise<boolean>;
  delete(userId: string, kind: OneTimeKind): Promise<void>;
};

export function oneTimeStore({ read, write, transaction }: Statements): OneTimeStore {
  return {
    async put(entry) {
      await write(...putting(entry));
    },
    async find(userId, kind) {
      const sql = 'SELECT * FROM auth_one_time WHERE user_id = $1 AND kind = $2';
      return (await read(sql, [userId, kind])).map(toOneTime)[0];
    },
    async findLink(links) {
      const sql = `SELECT * FROM auth_one_time WHERE link IN (${places(links, 0)})`;
      return (await read(sql, [...links])).map(toOneTime)[0];
    },
    async redeemLink(links, kinds, now) {
      const sql = `DELETE FROM auth_one_time WHERE link_until > $1
        AND link IN (${places(links, 1)}) AND kind IN (${places(kinds, 1 + links.length)}) RETURNING *`;
      return (await write(sql, [now, ...links, ...kinds])).map(toOneTime)[0];
    },
    async redeemCode(userId, codes, kinds, now, most) {
      // The try is counted before the code is compared: a hundred at the same moment count as five.
      const isOpen = (row: string) =>
        `${row}.code_until > $2 AND ${row}.tries < $3 AND ${row}.kind IN (${places(kinds, 3)})`;
      // Where no code is open the row `tried` is written instead: else the flush of the count would tell who has a code.
      const counted = `UPDATE auth_one_time SET tries = tries + 1
        WHERE user_id = $1 AND (${isOpen('auth_one_time')} OR kind = 'tried' AND NOT EXISTS (
          SELECT 1 FROM auth_one_time AS other WHERE other.user_id = $1 AND ${isOpen('other')}))
        RETURNING *`;
      const tried = `INSERT INTO auth_one_time (user_id, kind, link, code, tries, link_until, code_until, retries)
        VALUES ($1, 'tried', '', '', 0, $2, $2, 0) ON CONFLICT DO NOTHING RETURNING 1 AS one`;
      const open = await transaction(function* () {
        yield [tried, [userId, now]];
        const rows = yield [counted, [userId, now, most, ...kinds]];
        return rows.filter(({ kind }) => kind !== 'tried').map(toOneTime);
      });
      const match = open.find((entry) => codes.includes(entry.code));
      if (match === undefined) return undefined;
      const sql = `DELETE FROM auth_one_time WHERE user_id = $1 AND kind = $2 AND code = $3 RETURNING *`;
      return (await write(sql, [userId, match.kind, match.code])).map(toOneTime)[0];
    },
    async noteStaying(userId, sessionId) {
      const sql = `UPDATE auth_one_time SET challenge = $2
        WHERE user_id = $1 AND kind = 'email_change_current' RETURNING 1 AS one`;
      await write(sql, [userId, sessionId]);
    },
    async takeRetries(now, most) {
      const sql = `UPDATE auth_one_time SET retry_at = NULL, retries = retries + 1
        WHERE retry_at <= $1 AND (user_id, kind) IN (
          SELECT user_id, kind FROM auth_one_time WHERE retry_at <= $1 ORDER BY retry_at LIMIT $2)
        RETURNING *`;
      return (await write(sql, [now, most])).map(toOneTime);
    },
    async retryAt(link, at) {
      const sql = 'UPDATE auth_one_time SET retry_at = $2 WHERE link = $1 RETURNING 1 AS one';
      return (await write(sql, [link, at])).length > 0;
    },
    async delete(userId, kind) {
      const sql = 'DELETE FROM auth_one_time WHERE user_id = $1 AND kind = $2 RETURNING 1 AS one';
      await write(sql, [userId, kind]);
    },
  };
}

/** The statement of `put`. */
export function putting(entry: OneTime): [string, Value[]] {
  const sql = `INSERT INTO auth_one_time (user_id, kind, link, code, tries, link_until, code_until,
          redirect_to, challenge, retry_at, retries)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (user_id, kind) DO UPDATE
        SET link = excluded.link, code = excluded.code, tries = excluded.tries,
          link_until = excluded.link_until, code_until = excluded.code_until,
          redirect_to = excluded.redirect_to, challenge = excluded.challenge,
          retry_at = excluded.retry_at, retries = excluded.retries
        RETURNING 1 AS one`;
  return [
    sql,
    [
      entry.userId,
      entry.kind,
      entry.link,
      entry.code,
      entry.tries,
      entry.linkUntil,
      entry.codeUntil,
      entry.redirectTo,
      entry.challenge,
      entry.retryAt,
      entry.retries,
    ],
  ];
}

function toOneTime(row: Row): OneTime {
  return {
    userId: text(row.user_id),
    kind: ONE_TIME_KINDS.find((kind) => kind === row.kind) ?? 'magiclink',
    link: text(row.link),
    code: text(row.code),
    tries: number(row.tries),
    linkUntil: number(row.link_until),
    codeUntil: number(row.code_until),
    redirectTo: textOrNull(row.redirect_to),
    challenge: textOrNull(row.challenge),
    retryAt: numberOrNull(row.retry_at),
    retries: number(row.retries),
  };
}

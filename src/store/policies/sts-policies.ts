/** The policies of other domains for their mail servers (MTA-STS, RFC 8461): a restart must not forget them. */

import { deleteRows } from '../delete-rows.ts';
import type { Database } from '../database.ts';
import { number, text, writing } from '../statements.ts';
import { type Column, type EntryOf, NUMBER, Table, TEXT, wordOf } from '../table.ts';

const PATTERNS: Column<readonly string[]> = {
  read: (value) => text(value).split(' '),
  write: (patterns) => patterns.join(' '),
};

const POLICIES = new Table('sts_policies', {
  /** In A-labels, lower case. */
  domain: TEXT,
  /** The id in the DNS record that announced the policy. */
  id: TEXT,
  mode: wordOf(['enforce', 'testing'], 'testing'),
  /** Patterns of the servers' names. */
  mx: PATTERNS,
  fetchedAt: NUMBER,
  expiresAt: NUMBER,
  /** When a message last used it, to the day. */
  usedAt: NUMBER,
});

/** Times are milliseconds since 1970. */
export type StsRow = EntryOf<typeof POLICIES>;

/** Most policies, and octets of all their texts together. */
const MOST_ROWS = 50_000;
const MOST_OCTETS = 33_554_432;
/** A policy that no mail has used for this long is dropped for a new one. */
const IN_USE_MS = 30 * 86_400_000;
/** Policies to drop at once. */
const BATCH = 100;

/** All reject like those of Store. */
export type StsPolicyStore = ReturnType<typeof stsPolicyStore>;

export function stsPolicyStore(database: Database) {
  const { read } = database;
  const repeatable = writing(database.repeatable, 'sts_policies');
  const insert = `INSERT INTO sts_policies (domain, id, mode, octets, fetched_at, expires_at, used_at, mx)
    SELECT CAST($1 AS text), CAST($2 AS text), CAST($3 AS text), CAST($4 AS bigint), CAST($5 AS bigint),
      CAST($6 AS bigint), CAST($7 AS bigint), CAST($8 AS text)
    WHERE EXISTS (SELECT 1 FROM sts_policies WHERE domain = $1) OR
      (SELECT count(*) < ${MOST_ROWS} AND coalesce(sum(octets), 0) < ${MOST_OCTETS} FROM sts_policies)
    ON CONFLICT (domain) DO UPDATE SET id = excluded.id, mode = excluded.mode, octets = excluded.octets,
      fetched_at = excluded.fetched_at, expires_at = excluded.expires_at, used_at = excluded.used_at, mx = excluded.mx
    RETURNING 1 AS one`;
  // A valid policy in use is never dropped for a new one: otherwise a stranger with many domains could remove it.
  const makeRoom = `DELETE FROM sts_policies WHERE domain IN (
      SELECT domain FROM sts_policies WHERE mode = 'testing' OR expires_at <= $1 OR used_at < $2
      ORDER BY CASE mode WHEN 'testing' THEN 0 ELSE 1 END, used_at, domain LIMIT ${BATCH} ${database.lockRows})
    RETURNING 1 AS one`;
  return {
    /** The policy of a domain, if it is valid at `now`. */
    async find(domain: string, now: number): Promise<StsRow | undefined> {
      const sql = 'SELECT * FROM sts_policies WHERE domain = $1 AND expires_at > $2';
      const [row] = await read(sql, [domain, now]);
      return row && POLICIES.read(row);
    },
    /** Adds or replaces. @returns false if there is no room for one more, and no other may be dropped */
    async keep({ domain, id, mode, mx, fetchedAt, expiresAt, usedAt }: StsRow): Promise<boolean> {
      const patterns = mx.join(' ');
      const octets = domain.length + id.length + patterns.length;
      const values = [domain, id, mode, octets, fetchedAt, expiresAt, usedAt, patterns];
      const isKept = async () => (await repeatable(insert, values)).length > 0;
      if (await isKept()) return true;
      const gone = await repeatable(makeRoom, [fetchedAt, fetchedAt - IN_USE_MS]);
      return gone.length > 0 && (await isKept());
    },
    async drop(domain: string): Promise<void> {
      await repeatable('DELETE FROM sts_policies WHERE domain = $1', [domain]);
    },
    async noteUse(domain: string, now: number): Promise<void> {
      await repeatable('UPDATE sts_policies SET used_at = $2 WHERE domain = $1', [domain, now]);
    },
    /** Policies fetched before a time and used after another, the oldest first. */
    async due(fetchedBefore: number, usedSince: number, most: number): Promise<StsRow[]> {
      const sql = `SELECT * FROM sts_policies WHERE fetched_at < $1 AND used_at >= $2
        ORDER BY fetched_at LIMIT ${most}`;
      return (await read(sql, [fetchedBefore, usedSince])).map(POLICIES.read);
    },
    /** Marks a due policy as fetched now. @returns false if another node was faster */
    async claim({ domain, fetchedAt }: StsRow, now: number): Promise<boolean> {
      const sql = `UPDATE sts_policies SET fetched_at = $1 WHERE domain = $2 AND fetched_at = $3
        RETURNING 1 AS one`;
      return (await repeatable(sql, [now, domain, fetchedAt])).length > 0;
    },
    /** Deletes expired ones. @returns their number */
    forgetExpired: (now: number): Promise<number> =>
      deleteRows(database, {
        table: 'sts_policies',
        time: 'expires_at',
        until: now,
        key: 'domain',
      }),
    /** The number of policies of each mode. */
    async count(): Promise<{ enforce: number; testing: number }> {
      const rows = await read('SELECT mode, count(*) AS rows FROM sts_policies GROUP BY mode', []);
      const of = (mode: string) => number(rows.find((row) => row.mode === mode)?.rows ?? 0);
      return { enforce: of('enforce'), testing: of('testing') };
    },
  };
}

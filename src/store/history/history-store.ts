/** The history of each alias's mail: never a subject or content, and who wrote it sealed. */

import {
  existingAliases,
  inBatches,
  number,
  numberOrNull,
  type Statements,
  text,
  textOrNull,
  type Value,
  writing,
} from '../statements.ts';
import { deleteRows } from '../delete-rows.ts';
import { isStorable, isUuid } from '../storable.ts';

/** A message that was not delivered. */
export type HistoryEvent = {
  aliasId: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The outcome, for example `refused`, `deferred`, `paused`. */
  kind: string;
  /** The sender's domain; empty for a report. */
  domain: string;
  /** The class of the reason, as our own word. */
  reason: string;
  /** The next hop's reply code; null: it was not reached. */
  code: number | null;
  /** The next hop; null: it was not reached. */
  host: string | null;
  /** The authenticated author: a MAC, and the name, sealed. Absent: no author is authenticated. */
  sender?: string;
  name?: string;
};

/** The number of delivered messages of one day. */
export type DeliveredDay = {
  aliasId: string;
  /** The first millisecond of the day, UTC. */
  day: number;
  delivered: number;
};

/** Of one alias, as far as they are kept. */
export type MailCounts = {
  aliasId: string;
  delivered: number;
  lastDay: number | null;
  refused: number;
};

export type History = {
  /** Newest first, at most 50. */
  events: Omit<HistoryEvent, 'aliasId'>[];
  /** Newest first. */
  days: Omit<DeliveredDay, 'aliasId'>[];
};

/** The number of lines shown for an alias. Twice as many may be kept for a while: most batches then delete nothing. */
const HISTORY_LINES = 50;

const DAY_MS = 86_400_000;

/** Counts per statement: 2 ms and a flush of the disk, and then other work gets its turn. */
const COUNTS = 1000;

const INSERT_EVENTS = `INSERT INTO history (alias_id, at, kind, domain, reason, code, host, sender, name)
  VALUES ? RETURNING 1 AS one`;

/** Of aliases with too many events the newest stay. */
const TRIM = `DELETE FROM history WHERE alias_id IN (
    SELECT alias_id FROM history WHERE alias_id IN (?)
    GROUP BY alias_id HAVING count(*) > ${2 * HISTORY_LINES})
  AND at < (
    SELECT h.at FROM history AS h WHERE h.alias_id = history.alias_id
    ORDER BY h.at DESC LIMIT 1 OFFSET ${HISTORY_LINES - 1})
  RETURNING 1 AS one`;

/** All methods reject like those of Store. */
export type HistoryStore = ReturnType<typeof historyStore>;

export function historyStore(statements: Statements) {
  const { read } = statements;
  const write = writing(statements.write, 'history');
  const writeDays = writing(statements.write, 'history_days');
  // All nodes lock rows in the order of their ids, so that no two of them deadlock.
  const addCounts = `INSERT INTO history_days (alias_id, day, delivered)
    SELECT id, CAST($1 AS bigint), count FROM ${statements.json.counts('$2')} AS c
    WHERE EXISTS (SELECT 1 FROM aliases WHERE aliases.id = c.id)
    ORDER BY id
    ON CONFLICT (alias_id, day) DO UPDATE SET delivered = history_days.delivered + excluded.delivered`;
  return {
    /** Adds events in batches, without those of deleted aliases; of each alias the newest stay. */
    async add(events: readonly HistoryEvent[]): Promise<void> {
      const ids = events.map(({ aliasId }) => aliasId);
      const known = await existingAliases(statements, ids);
      const byAlias = Map.groupBy(
        events.filter(({ aliasId }) => known.has(aliasId)),
        ({ aliasId }) => aliasId,
      );
      await inBatches(write, INSERT_EVENTS, [...byAlias.values()].flatMap(newestRows));
      await inBatches(
        write,
        TRIM,
        [...byAlias.keys()].map((id) => [id]),
      );
    },
    /** Adds to the counts of days, as other nodes do, without those of deleted aliases. */
    async addDelivered(days: readonly DeliveredDay[]): Promise<void> {
      for (const [day, rows] of Map.groupBy(days, (row) => row.day)) {
        const sums = sumsOf(rows);
        for (let from = 0; from < sums.length; from += COUNTS) {
          const counts = asJson(sums.slice(from, from + COUNTS));
          await writeDays(addCounts, [day, counts]);
        }
      }
    },
    async of(aliasId: string): Promise<History> {
      if (!isUuid(aliasId)) return { events: [], days: [] };
      const latest = `SELECT * FROM history WHERE alias_id = $1 ORDER BY at DESC LIMIT ${HISTORY_LINES}`;
      const [events, days] = await Promise.all([
        read(latest, [aliasId]),
        read('SELECT * FROM history_days WHERE alias_id = $1 ORDER BY day DESC', [aliasId]),
      ]);
      return {
        events: events.map((row) => ({
          at: number(row.at),
          kind: text(row.kind),
          domain: text(row.domain),
          reason: text(row.reason),
          code: numberOrNull(row.code),
          host: textOrNull(row.host),
          ...(row.sender !== null && { sender: text(row.sender), name: text(row.name) }),
        })),
        days: days.map((row) => ({ day: number(row.day), delivered: number(row.delivered) })),
      };
    },
    /**
     * The numbers of recorded messages of each alias of an address that has any. `lastDay`: the last day with a
     * delivered one, its first millisecond; null: none. @param only the id of one of them; absent: all
     */
    async countsOf(realEmail: string, only?: string): Promise<MailCounts[]> {
      if (!isStorable(realEmail) || (only !== undefined && !isUuid(only))) return [];
      const of = `a.real_email = $1${only === undefined ? '' : ' AND a.id = $2'}`;
      const sql = `SELECT alias_id, sum(delivered) AS delivered, max(day) AS last_day, sum(refused) AS refused FROM (
          SELECT d.alias_id, d.delivered, d.day, 0 AS refused
          FROM aliases AS a JOIN history_days AS d ON d.alias_id = a.id WHERE ${of}
          UNION ALL
          SELECT h.alias_id, 0, CAST(NULL AS bigint), 1
          FROM aliases AS a JOIN history AS h ON h.alias_id = a.id WHERE ${of} AND h.kind = 'refused'
        ) AS mails GROUP BY alias_id`;
      const rows = await read(sql, only === undefined ? [realEmail] : [realEmail, only]);
      return rows.map((row) => ({
        aliasId: text(row.alias_id),
        delivered: number(row.delivered),
        lastDay: numberOrNull(row.last_day),
        refused: number(row.refused),
      }));
    },
    /** Deletes older entries. @param at milliseconds since 1970 @returns the number of deleted rows */
    async forgetBefore(at: number): Promise<number> {
      const events = { table: 'history', time: 'at', until: at - 1, key: 'alias_id, at' } as const;
      // A day is over when the next one begins.
      const days = {
        table: 'history_days',
        time: 'day',
        until: at - DAY_MS,
        key: 'alias_id, day',
      } as const;
      const deleted = await deleteRows(statements, events);
      return deleted + (await deleteRows(statements, days));
    },
  };
}

/** The newest events of one alias, as rows. */
function newestRows(events: readonly HistoryEvent[]): Value[][] {
  return events
    .toSorted((one, other) => other.at - one.at)
    .slice(0, HISTORY_LINES)
    .map(({ aliasId, at, kind, domain, reason, code, host, sender, name }) => [
      aliasId,
      at,
      kind,
      domain,
      reason,
      code,
      host,
      sender ?? null,
      name ?? null,
    ]);
}

/** Rows of one day, each alias once, in the order of their ids: neighbours are on one page of the table. */
function sumsOf(rows: readonly DeliveredDay[]): DeliveredDay[] {
  const sorted = rows
    .filter(({ aliasId }) => isUuid(aliasId))
    .toSorted((one, other) => (one.aliasId < other.aliasId ? -1 : 1));
  const sums: DeliveredDay[] = [];
  for (const row of sorted) {
    const last = sums.at(-1);
    if (last?.aliasId !== row.aliasId) sums.push(row);
    else sums[sums.length - 1] = { ...last, delivered: last.delivered + row.delivered };
  }
  return sums;
}

/** Written by hand: V8 takes 5 us and more for each property name that it sees for the first time. */
const asJson = (rows: readonly DeliveredDay[]): string =>
  `{${rows.map(({ aliasId, delivered }) => `"${aliasId}":${delivered}`).join(',')}}`;

/** The history of each alias's mail: never a subject, a sender's address or content. */

import { number, numberOrNull, type Statements, text, textOrNull } from '../statements.ts';
import { deleteRows } from '../delete-rows.ts';
import { isUuid } from '../storable.ts';

/** A failed mail. */
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
  /** The next hop's reply code; null: not asked. */
  code: number | null;
  /** The next hop; null: not asked. */
  host: string | null;
};

/** The number of delivered mails of one day. */
export type DeliveredDay = {
  aliasId: string;
  /** The first millisecond of the day, UTC. */
  day: number;
  delivered: number;
};

export type History = {
  /** Newest first, 50 at the most. */
  events: Omit<HistoryEvent, 'aliasId'>[];
  /** Newest first. */
  days: Omit<DeliveredDay, 'aliasId'>[];
};

/** All methods reject as those of Store do. */
export interface HistoryStore {
  /** Adds events, a batch at a time, without those of deleted aliases; of each alias the newest stay. */
  add(events: readonly HistoryEvent[]): Promise<void>;
  /** Adds to the counts of days, as other nodes do, without those of deleted aliases. */
  addDelivered(days: readonly DeliveredDay[]): Promise<void>;
  of(aliasId: string): Promise<History>;
  /** Deletes older entries. @param at milliseconds since 1970 @returns the number of deleted rows */
  forgetBefore(at: number): Promise<number>;
}

/** The number of lines shown for an alias. Twice as many may be kept for a while: most batches then delete nothing. */
const HISTORY_LINES = 50;

/** Rows of one statement: powers of two, so that few different statements are prepared. */
const LARGEST_BATCH = 64;

const EVENT_COLUMNS = ['alias_id', 'at', 'kind', 'domain', 'reason', 'code', 'host'] as const;

const DAY_MS = 86_400_000;

/** Counts of one statement: 2 ms and a flush of the disk, and then other work gets its turn. */
const COUNTS = 1000;

export function historyStore(statements: Statements): HistoryStore {
  const { read, write, json } = statements;
  /** Runs `sql` for batches of `rows`; its placeholder `?` stands for the list of their values. */
  const inBatches = async (sql: string, rows: readonly (string | number | null)[][]) => {
    const bySize = new Map<number, string>();
    const statement = (batch: typeof rows): string => {
      const known = bySize.get(batch.length);
      const made = known ?? sql.replace('?', () => valuesOf(batch));
      if (known === undefined) bySize.set(batch.length, made);
      return made;
    };
    await Promise.all(batches(rows).map((batch) => write(statement(batch), batch.flat())));
  };

  const existing = async (ids: readonly string[]): Promise<Set<string>> => {
    const rows = await Promise.all(
      batches([...new Set(ids)].filter(isUuid).map((id) => [id])).map((batch) =>
        read(
          `SELECT id FROM aliases WHERE id IN (${batch.map((_, i) => `$${i + 1}`).join(', ')})`,
          batch.flat(),
        ),
      ),
    );
    return new Set(rows.flat().map(({ id }) => text(id)));
  };

  // All nodes lock rows in the order of their ids, so that no two of them end in a deadlock.
  const addCounts = `INSERT INTO history_days (alias_id, day, delivered)
    SELECT id, CAST($1 AS bigint), count FROM ${json.counts('$2')} AS c
    WHERE EXISTS (SELECT 1 FROM aliases WHERE aliases.id = c.id)
    ORDER BY id
    ON CONFLICT (alias_id, day) DO UPDATE SET delivered = history_days.delivered + excluded.delivered`;

  return {
    async add(events) {
      const known = await existing(events.map(({ aliasId }) => aliasId));
      const byAlias = Map.groupBy(
        events.filter(({ aliasId }) => known.has(aliasId)),
        ({ aliasId }) => aliasId,
      );
      const rows = [...byAlias.values()].flatMap((of) =>
        of
          .toSorted((one, other) => other.at - one.at)
          .slice(0, HISTORY_LINES)
          .map((event) => [
            event.aliasId,
            event.at,
            event.kind,
            event.domain,
            event.reason,
            event.code,
            event.host,
          ]),
      );
      await inBatches(
        `INSERT INTO history (${EVENT_COLUMNS.join(', ')}) VALUES ? RETURNING 1 AS one`,
        rows,
      );
      const trim = `DELETE FROM history WHERE alias_id IN (
          SELECT alias_id FROM history WHERE alias_id IN (?)
          GROUP BY alias_id HAVING count(*) > ${2 * HISTORY_LINES})
        AND at < (
          SELECT h.at FROM history AS h WHERE h.alias_id = history.alias_id
          ORDER BY h.at DESC LIMIT 1 OFFSET ${HISTORY_LINES - 1})
        RETURNING 1 AS one`;
      await inBatches(
        trim,
        [...byAlias.keys()].map((id) => [id]),
      );
    },
    async addDelivered(days) {
      for (const [day, rows] of Map.groupBy(days, (row) => row.day)) {
        const sums = sumsOf(rows);
        for (let from = 0; from < sums.length; from += COUNTS) {
          await write(addCounts, [day, asJson(sums.slice(from, from + COUNTS))]);
        }
      }
    },
    async of(aliasId) {
      if (!isUuid(aliasId)) return { events: [], days: [] };
      const [events, days] = await Promise.all([
        read(`SELECT * FROM history WHERE alias_id = $1 ORDER BY at DESC LIMIT ${HISTORY_LINES}`, [
          aliasId,
        ]),
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
        })),
        days: days.map((row) => ({ day: number(row.day), delivered: number(row.delivered) })),
      };
    },
    async forgetBefore(at) {
      const events = { table: 'history', time: 'at', until: at - 1, key: 'alias_id, at' };
      // A day is over when the next one begins.
      const days = { table: 'history_days', time: 'day', until: at - DAY_MS, key: 'alias_id, day' };
      return (await deleteRows(statements, events)) + (await deleteRows(statements, days));
    },
  };
}

/** Rows of one day, each alias once, in the order of their ids: neighbours lie on one page of the table. */
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

/** Written by hand: V8 takes 5 us and more for each property name that it meets for the first time. */
const asJson = (rows: readonly DeliveredDay[]): string =>
  `{${rows.map(({ aliasId, delivered }) => `"${aliasId}":${delivered}`).join(',')}}`;

/** Cuts rows into pieces of 64, 32, 16 ... */
function batches<Item>(rows: readonly Item[]): Item[][] {
  const cut: Item[][] = [];
  for (let from = 0, size = LARGEST_BATCH; from < rows.length; ) {
    while (size > rows.length - from) size /= 2;
    cut.push(rows.slice(from, from + size));
    from += size;
  }
  return cut;
}

/** `($1, $2), ($3, $4)`; of rows with one column `$1, $2`. */
function valuesOf(rows: readonly (readonly unknown[])[]): string {
  let place = 0;
  return rows
    .map((row) => {
      const places = row.map(() => `$${(place += 1)}`).join(', ');
      return row.length === 1 ? places : `(${places})`;
    })
    .join(', ');
}

/** The PostgreSQL database that receives everything. */

import type { ISql, Row } from 'postgres';
import type { StoreLog } from '../database.ts';
import { SCHEMA_VERSION } from '../migrations/all.ts';
import { DatabasePool } from '../postgres/connection-pool.ts';
import { prepareDatabase } from '../postgres/opening.ts';
import { toAlias } from '../alias.ts';
import { DatabaseUnusable } from '../errors.ts';
import {
  type PlacedAlias,
  type PlainRow,
  type SettingRow,
  STORED,
  type StoredAlias,
  storedState,
} from './source.ts';

/** One statement moves a thousand rows; a busy server may take this long, in milliseconds. */
const STATEMENT_TIMEOUT_MS = 60_000;
const SILENCE_MS = 65_000;
/**
 * The source file, and the progress: stored with the rows, so that an interrupted move continues. A move that was
 * interrupted before aliases could be deleted has another name, and starts again.
 */
const PLACE = 'transfer state';
const PAGE = 5000;
/** Rows of one statement. */
const BATCH = 1000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export class TransferTarget {
  readonly #pool: DatabasePool;
  readonly #source: string;
  /** Host and database, for messages. */
  readonly shown: string;

  private constructor(pool: DatabasePool, source: string, shown: string) {
    this.#pool = pool;
    this.#source = source;
    this.shown = shown;
  }

  /** @param source id of the source file @throws DatabaseUnusable */
  static async open(databaseUrl: string, source: string, log: StoreLog): Promise<TransferTarget> {
    // A move may go into a new database.
    const address = await prepareDatabase(databaseUrl, log, () => {});
    const timeouts = { statementTimeout: STATEMENT_TIMEOUT_MS, silence: SILENCE_MS };
    return new TransferTarget(
      new DatabasePool(address, { max: 1, ...timeouts }),
      source,
      address.shown,
    );
  }

  /** @throws DatabaseUnusable if a newer schema has tables that are unknown to this program */
  async requireKnown(): Promise<void> {
    const [row] = await this.#pool.run(
      (sql) => sql`SELECT version FROM schema_version WHERE id = 1`,
    );
    if (Number(row?.version) === SCHEMA_VERSION) return;
    throw new DatabaseUnusable(
      `The database ${this.shown} was written by a newer Veilpost: only that version can migrate into it.`,
    );
  }

  /**
   * The place after which copying continues; 0 at first.
   * @throws DatabaseUnusable if there are aliases that did not come from this file
   */
  async place(): Promise<number> {
    const [row] = await this.#pool.run(
      (sql) => sql`SELECT value FROM settings WHERE name = ${PLACE}`,
    );
    const [source, place] = String(row?.value ?? '').split(' ');
    if (source === this.#source) return Number(place);
    const [alias] = await this.#pool.run((sql) => sql`SELECT 1 AS one FROM aliases LIMIT 1`);
    if (alias) {
      throw new DatabaseUnusable(
        `The database ${this.shown} already holds aliases; migrate into an empty one.`,
      );
    }
    return 0;
  }

  /**
   * Adds rows and records the place, both or nothing. Existing rows stay, even in conflict with a new row: one of the
   * two has changed since it was read, and changed rows are replaced in the end.
   */
  async add(rows: PlacedAlias[]): Promise<void> {
    const place = `${this.#source} ${rows.at(-1)?.place}`;
    await this.#pool.transaction(async (sql) => {
      await insert(sql, rows);
      await sql`
        INSERT INTO settings (name, value) VALUES (${PLACE}, ${place})
        ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
    });
  }

  /**
   * Replaces the rows of these aliases, all or nothing.
   * @param ids of all rows to remove, including deleted ones
   */
  async exchange(ids: readonly string[], rows: Iterable<StoredAlias>): Promise<void> {
    await this.#pool.transaction(async (sql) => {
      for (const some of inBatches(ids)) {
        await sql`DELETE FROM aliases WHERE id IN ${sql(some)}`;
        await sql`DELETE FROM alias_states WHERE alias_id IN ${sql(some)}`;
      }
      for (const some of inBatches(rows)) await insert(sql, some);
    });
  }

  /** The place stays: a move that is interrupted after this continues, too. */
  async addSettings(settings: SettingRow[]): Promise<void> {
    await this.#pool.transaction(async (sql) => {
      for (const { name, value } of settings) {
        await sql`
          INSERT INTO settings (name, value) VALUES (${name}, ${value})
          ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
      }
    });
  }

  /** Copies a table, a batch at a time; rows of an interrupted move are deleted first. */
  async replace(table: string, rows: Iterable<PlainRow>): Promise<void> {
    await this.#pool.run((sql) => sql`DELETE FROM ${sql(table)}`);
    for (const some of inBatches(rows)) {
      await this.#pool.run((sql) => sql`INSERT INTO ${sql(table)} ${sql(some)}`);
    }
  }

  /** All aliases, page by page in the order of their ids. */
  async *aliases(): AsyncGenerator<StoredAlias> {
    let last = FIRST_ID;
    for (;;) {
      const rows = await this.#pool.run(
        (sql) => sql`${stored(sql)} WHERE a.id > ${last} ORDER BY a.id LIMIT ${PAGE}`,
      );
      yield* rows.map(toStored);
      if (rows.length < PAGE) return;
      last = String(rows.at(-1)?.id);
    }
  }

  /** Some of the aliases. */
  async *aliasesOf(ids: readonly string[]): AsyncGenerator<StoredAlias> {
    for (const some of inBatches(ids)) {
      const rows = await this.#pool.run((sql) => sql`${stored(sql)} WHERE a.id IN ${sql(some)}`);
      yield* rows.map(toStored);
    }
  }

  async totals(): Promise<{ aliases: number; active: number }> {
    const [row] = await this.#pool.run(
      (sql) => sql`
        SELECT count(*) AS aliases, count(*) FILTER (WHERE active) AS active FROM aliases`,
    );
    return { aliases: Number(row?.aliases), active: Number(row?.active) };
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }
}

const stored = (sql: ISql) => sql.unsafe(`SELECT ${STORED}`);

const toStored = (row: Row): StoredAlias => ({ alias: toAlias(row), state: storedState(row) });

/** Rows that conflict with an existing one are left out, with their states. */
async function insert(sql: ISql, rows: readonly StoredAlias[]): Promise<void> {
  const aliases = rows.map(({ alias }) => alias);
  const added = await sql`
    INSERT INTO aliases ${sql(aliases, 'id', 'real_email', 'alias_email', 'active', 'created_at')}
    ON CONFLICT DO NOTHING RETURNING id`;
  const ids = new Set(added.map(({ id }) => String(id)));
  const states = rows.flatMap(({ alias, state }) =>
    state && ids.has(alias.id) ? [{ alias_id: alias.id, ...state }] : [],
  );
  if (states.length === 0) return;
  await sql`INSERT INTO alias_states ${sql(states)} ON CONFLICT DO NOTHING`;
}

function* inBatches<Item>(items: Iterable<Item>): Generator<Item[]> {
  let batch: Item[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

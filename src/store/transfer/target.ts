/** The PostgreSQL database that takes everything over. */

import type { Log } from '../log.ts';
import { Connection } from '../postgres/connection.ts';
import { prepareDatabase } from '../postgres/database.ts';
import { toAlias } from '../postgres/rows.ts';
import type { Alias } from '../store.ts';
import { DatabaseUnusable } from '../unusable.ts';
import type { LedgerRow, PlacedAlias, SessionRow, SettingRow } from './source.ts';

/** One statement moves a thousand rows; a busy server may take its time for that, in milliseconds. */
const STATEMENT_TIMEOUT_MS = 60_000;
const SILENCE_MS = 65_000;
/** Which file is copied and how far: kept with the rows, so that a broken-off move goes on where it was. */
const PLACE = 'transfer place';
const PAGE = 5000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export class Target {
  readonly #connection: Connection;
  readonly #source: string;
  /** Host and database, for messages. */
  readonly shown: string;

  private constructor(connection: Connection, source: string, shown: string) {
    this.#connection = connection;
    this.#source = source;
    this.shown = shown;
  }

  /** @param source id of the file that is moved. @throws DatabaseUnusable */
  static async open(databaseUrl: string, source: string, log: Log): Promise<Target> {
    // A new database is what a move may be there for.
    const address = await prepareDatabase(databaseUrl, log, () => {});
    const timeouts = { statementTimeout: STATEMENT_TIMEOUT_MS, silence: SILENCE_MS };
    return new Target(new Connection(address, { max: 1, ...timeouts }), source, address.shown);
  }

  /**
   * The place behind which copying goes on; 0 at first.
   * @throws DatabaseUnusable where there are aliases that did not come from this file
   */
  async place(): Promise<number> {
    const [row] = await this.#connection.run(
      (sql) => sql`SELECT value FROM settings WHERE name = ${PLACE}`,
    );
    const [source, place] = String(row?.value ?? '').split(' ');
    if (source === this.#source) return Number(place);
    const [alias] = await this.#connection.run((sql) => sql`SELECT 1 AS one FROM aliases LIMIT 1`);
    if (alias) {
      throw new DatabaseUnusable(
        `The database ${this.shown} holds aliases already; move into an empty one.`,
      );
    }
    return 0;
  }

  /** Adds rows and notes the place, both or nothing; rows that are there already stay. */
  async add(rows: PlacedAlias[]): Promise<void> {
    const place = `${this.#source} ${rows.at(-1)?.place}`;
    const aliases = rows.map(({ alias }) => alias);
    await this.#connection.transaction(async (sql) => {
      await sql`
        INSERT INTO aliases ${sql(aliases, 'id', 'real_email', 'alias_email', 'active', 'created_at')}
        ON CONFLICT (id) DO NOTHING`;
      await sql`
        INSERT INTO settings (name, value) VALUES (${PLACE}, ${place})
        ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
    });
  }

  async setActive({ id, active }: Alias): Promise<void> {
    await this.#connection.run(
      (sql) => sql`UPDATE aliases SET active = ${active} WHERE id = ${id}`,
    );
  }

  /** Takes over what stands beside the aliases. The place stays: a move that breaks off after this goes on, too. */
  async finish(ledger: LedgerRow[], settings: SettingRow[]): Promise<void> {
    await this.#connection.transaction(async (sql) => {
      for (const { key, code, enhanced, expires } of ledger) {
        await sql`
          INSERT INTO ledger (key, code, enhanced, expires)
          VALUES (${Buffer.from(key)}, ${code}, ${enhanced}, ${expires}) ON CONFLICT (key) DO NOTHING`;
      }
      for (const { name, value } of settings) {
        await sql`
          INSERT INTO settings (name, value) VALUES (${name}, ${value})
          ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
      }
    });
  }

  /** Takes over a table of the session facility: what a broken-off move has left of it goes first. */
  async replace(table: string, batches: Iterable<SessionRow[]>): Promise<void> {
    await this.#connection.transaction(async (sql) => {
      await sql`DELETE FROM ${sql(table)}`;
      for (const rows of batches) await sql`INSERT INTO ${sql(table)} ${sql(rows)}`;
    });
  }

  /** All aliases, page by page in the order of their ids. */
  async *aliases(): AsyncGenerator<Alias> {
    let last = FIRST_ID;
    for (;;) {
      const rows = await this.#connection.run(
        (sql) => sql`
          SELECT id, real_email, alias_email, active, created_at
          FROM aliases WHERE id > ${last} ORDER BY id LIMIT ${PAGE}`,
      );
      yield* rows.map(toAlias);
      if (rows.length < PAGE) return;
      last = String(rows.at(-1)?.id);
    }
  }

  async totals(): Promise<{ aliases: number; active: number }> {
    const [row] = await this.#connection.run(
      (sql) => sql`
        SELECT count(*) AS aliases, count(*) FILTER (WHERE active) AS active FROM aliases`,
    );
    return { aliases: Number(row?.aliases), active: Number(row?.active) };
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }
}

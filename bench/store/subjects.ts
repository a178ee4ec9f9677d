/** The two databases, filled alike, each with a plain client: the rate without api and store. */

import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import postgres from 'postgres';
import { openStore } from '#store/open.ts';
import { postgresServer } from '#support/postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { aliasOf, FIRST, fillPostgres, fillSqlite, realOf } from './rows.ts';

type After = (cleanUp: () => Promise<void> | void) => void;

/** The minimal look-up and insert; a switch costs the database as much as an insert. */
export type Plain = {
  find: (real: string) => Promise<unknown>;
  insert: (number: number) => Promise<unknown>;
};

export type Subject = { name: string; url: string; plain: Plain };

/** @param rows number of its aliases */
export async function embedded(after: After, rows: number): Promise<Subject> {
  const file = `${tempFolder(after)}/veilpost.sqlite`;
  await (await openStore(`sqlite:${file}`, { now: Date.now, log: SILENT })).close();
  fillSqlite(file, FIRST, FIRST + rows);
  const db = new DatabaseSync(file, { timeout: 5000 });
  db.exec('PRAGMA synchronous = FULL');
  const find = db.prepare('SELECT * FROM aliases WHERE real_email = ?');
  const insert = db.prepare("INSERT INTO aliases VALUES (?, ?, ?, 1, '2026-11-21T00:00:00.000Z')");
  after(() => db.close());
  return {
    name: 'node:sqlite',
    url: `sqlite:${file}`,
    plain: {
      find: async (real) => find.all(real),
      insert: async (number) => insert.run(randomUUID(), realOf(number), aliasOf(number)),
    },
  };
}

/** @param rows number of its aliases */
export async function onServer(after: After, rows: number): Promise<Subject> {
  const url = await (await postgresServer(after, { durable: true })).database('calls');
  await (await openStore(url, { now: Date.now, log: SILENT })).close();
  await fillPostgres(url, FIRST, FIRST + rows);
  const one = postgres(url, { max: 1, fetch_types: false });
  const four = postgres(url, { max: 4, fetch_types: false });
  after(async () => void (await Promise.all([one.end(), four.end()])));
  return {
    name: 'PostgreSQL',
    url,
    plain: {
      find: (real) => one`SELECT * FROM aliases WHERE real_email = ${real}`,
      insert: (number) => four`
        INSERT INTO aliases (id, real_email, alias_email, created_at)
        VALUES (${randomUUID()}, ${realOf(number)}, ${aliasOf(number)}, now())`,
    },
  };
}

/**
 * Empty databases and stores of tests: a file, or with TEST_DATABASE=postgres one of a real server, so that both are tested
 * against the same promises (`npm test -- postgres`).
 */

import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { migrate } from '#store/sqlite/migrate.ts';
import { type After, tempFolder } from './temp-folder.ts';
import type { Database } from '#store/database.ts';
import { StoreUnavailable } from '#store/errors.ts';
import { openStore, storeOf } from '#store/open.ts';
import { openSqlite } from '#store/sqlite/database.ts';
import { sqlitePath } from '#store/sqlite/address.ts';
import type { Step } from '#store/statements.ts';
import type { Store } from '#store/store.ts';
import { SILENT } from './silent-log.ts';

const postgresDatabase =
  process.env.TEST_DATABASE === 'postgres'
    ? (await import('./shared-postgres.ts')).postgresDatabase
    : undefined;
let made = 0;
let emptyFile: Uint8Array | undefined;

/** @returns its address */
export async function testDatabase(owner: After): Promise<string> {
  made += 1;
  if (postgresDatabase) return postgresDatabase(`test_${made}`);
  const file = `${tempFolder(owner)}/test.sqlite`;
  writeFileSync(file, (emptyFile ??= migrated()));
  return `sqlite:${file}`;
}

/** The octets of a file with all tables. The migrations run once a process: they take longer than most tests. */
function migrated(): Uint8Array {
  using db = new DatabaseSync(':memory:');
  migrate(db, 'in memory');
  // 2 at octets 18 and 19 is write-ahead logging (https://sqlite.org/fileformat.html): a store need not switch to it.
  return db.serialize().fill(2, 18, 20);
}

/** Open, empty and in no test's hands. */
const kept: Database[] = [];

/**
 * An empty store for a test whose subject is not the database. The embedded databases are kept for the life of the process and
 * emptied between two tests: opening one and preparing its statements costs as much CPU as most tests.
 */
export async function keptStore(now: () => number): Promise<Store> {
  if (postgresDatabase) return openStore(await testDatabase(() => {}), { now, log: SILENT });
  const database = kept.pop() ?? (await opened());
  return storeOf(lent(database), { now, log: SILENT });
}

const cleanUps: Parameters<After>[0][] = [];
process.once('exit', () => {
  for (const cleanUp of cleanUps) void cleanUp();
});

async function opened(): Promise<Database> {
  const address = await testDatabase((cleanUp) => void cleanUps.push(cleanUp));
  return openSqlite(sqlitePath(address), () => {});
}

/** What does not ask the database. */
const ITS_SQL = ['domainOf', 'isShortName', 'countKeyOf'];

/** The database for one test: once closed, nothing that the test left running reaches the next one. */
function lent(database: Database): Database {
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await emptied(database);
    kept.push(database);
  };
  return new Proxy(database, {
    get(target, name) {
      if (name === 'close') return close;
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function' || ITS_SQL.includes(String(name))) return member;
      return async (...given: unknown[]) => {
        if (isClosed) throw new StoreUnavailable('The database is closed.');
        return Reflect.apply(member, target, given);
      };
    },
  });
}

let deletions: Step[] | undefined;

/** Deletes all rows but that of the migrations, after the writes that still wait. */
async function emptied(database: Database): Promise<void> {
  // The deletions in other tables change the counts.
  const tables =
    "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name = 'alias_counts'";
  deletions ??= (await database.read(tables, [])).map(({ name }) => [
    `DELETE FROM ${String(name)}${name === 'settings' ? " WHERE name <> 'oldest schema'" : ''}`,
    [],
    { changes: 'aliases' },
  ]);
  const all = deletions;
  await database.transaction(function* () {
    yield* all;
  });
}

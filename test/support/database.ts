/**
 * An empty database for one test: a file, or with TEST_DATABASE=postgres one of a real server, so that both are tested
 * against the same promises (`npm test -- postgres`).
 */

import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { migrate } from '#store/sqlite/migrate.ts';
import { type After, tempFolder } from './temp-folder.ts';

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

import assert from 'node:assert/strict';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import postgres from 'postgres';
import { smallDisk } from '#support/temp-folder.ts';
import { postgresServer } from '#support/postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { openStore } from '#store/open.ts';
import { StoreUnavailable } from '#store/store.ts';

/** The server's own files and its log need about 60 of them. */
const DISK_MEBIBYTES = 128;

const rowOf = (number: number) => ({
  // Long, so that few rows fill a page.
  real_email: `${String(number).padStart(200, 'x')}@example.org`,
  alias_email: `alias-${number}@a.test`,
});

/** Writes a file until its disk is full. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  for (const size of [1_048_576, 4096]) {
    const octets = Buffer.alloc(size);
    try {
      while (writeSync(file, octets) === size);
    } catch {
      // ENOSPC; the smaller piece fills the rest.
    }
  }
  closeSync(file);
}

test('a full disk under PostgreSQL: inserts are answered as unavailable, look-ups continue, and with free space everything works again', async (t) => {
  const folder = smallDisk(DISK_MEBIBYTES, after);
  if (folder === undefined) return t.skip('mounting a small disk takes root');
  const server = await postgresServer(after, { folder, durable: true });
  const url = await server.database('full');
  const store = await openStore(url, { now: Date.now, log: SILENT });
  after(() => store.close());
  const kept = new Set<number>();
  const insert = async (number: number) => {
    const { kind } = await store.insertAlias(rowOf(number));
    assert.equal(kind, 'created');
    kept.add(number);
  };
  await insert(1000);

  fill(join(folder, 'filler'));
  await assert.rejects(
    async () => {
      for (let number = 1001; number < 10_000; number += 1) await insert(number);
    },
    (error) => {
      assert.ok(error instanceof StoreUnavailable);
      // SQLSTATE disk_full; it is logged for the operator.
      assert.match(String(error.cause), /53100/);
      return true;
    },
  );
  assert.equal((await store.aliasByAddress('alias-1000@a.test'))?.alias.active, true);

  rmSync(join(folder, 'filler'));
  await insert(20_000);
  await server.crash();
  await server.start();
  const sql = postgres(url, { max: 1 });
  const rows = await sql`SELECT alias_email FROM aliases`;
  await sql.end();
  assert.deepEqual(
    new Set(rows.map(({ alias_email }) => alias_email)),
    new Set([...kept].map((number) => rowOf(number).alias_email)),
  );
});

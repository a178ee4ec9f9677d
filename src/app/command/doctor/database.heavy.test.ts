import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openStore } from '#store/open.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { postgresServer } from '#support/postgres.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { healthy, NOW } from './installation.fixture.ts';

test('a missing, damaged or foreign database is reported, and not changed', async (t) => {
  const folder = tempFolder((cleanUp) => t.after(cleanUp));
  const path = join(folder, 'other.sqlite');
  const { ills, says } = await healthy(t, { DATABASE_URL: `sqlite:${path}` });
  await says(
    /^wrong {4}database: Database file .*other\.sqlite does not exist\. - .*npx veilpost init/,
  );
  const store = await openStore(`sqlite:${path}`, { now: () => NOW, log: SILENT });
  await store.close();
  assert.doesNotMatch((await ills()).told, /database/);
  const version = (number: number) => {
    using db = new DatabaseSync(path);
    db.exec(`PRAGMA user_version = ${number}`);
  };
  version(1);
  await says(/^warning {2}database: its schema is 1 of \d+ - .*backup/m);
  await says(/^warning {2}DKIM key: not checked/m);
  version(99);
  await says(/^wrong {4}database: a newer Veilpost wrote it \(schema 99\)/m);
  writeFileSync(path, 'no database at all, but long enough to be read as one'.repeat(100));
  await says(/^wrong {4}database: Cannot read the file /m);
});

test('for a PostgreSQL server its version and the offset of its clock are reported', async (t) => {
  const postgres = await postgresServer((cleanUp) => t.after(cleanUp));
  const DATABASE_URL = await postgres.database('a');
  const empty = await healthy(t, { DATABASE_URL });
  await empty.says(/^wrong {4}database: it is empty - .*npx veilpost init/);
  await (await openStore(DATABASE_URL, { now: () => NOW, log: SILENT })).close();
  const { world, says, examine } = await healthy(t, { DATABASE_URL });
  assert.match((await examine()).out, /^ok {7}database: PostgreSQL \d+/m);
  // It runs: a stopped one would fall behind by the time that the examination takes.
  const ahead = { date: () => Date.now() + 3_600_000 };
  world.clock = Object.assign(new FakeClock(), ahead);
  await says(/^warning {2}database: its clock is 3600 s behind ours - Synchronize both clocks/);
  await postgres.crash();
  const gone =
    /^wrong {4}database: The database 127\.0\.0\.1:\d+\/a does not respond \(\w+\)\. - Start its server/;
  assert.equal(await says(gone), 1);
});

test('if none of several servers responds the doctor says so, and examines everything else', async (t) => {
  const { config, examine } = await healthy(t);
  Object.assign(config, { databaseUrl: 'postgres://us:secret@127.0.0.1:1,127.0.0.1:2/a' });
  // The search for the primary ends before its five seconds.
  const real = setTimeout;
  type Run = (...values: unknown[]) => void;
  t.mock.method(globalThis, 'setTimeout', (run: Run, ms?: number, ...values: unknown[]) =>
    real(run, ms === 5000 ? 0 : ms, ...values),
  );
  const { code, out } = await examine();
  assert.equal(code, 1);
  assert.match(
    out,
    /^wrong {4}database: None of the servers 127\.0\.0\.1:1,127\.0\.0\.1:2\/a responds and accepts writes\.\n +Start its server/m,
  );
  assert.doesNotMatch(out, /secret|veilpost init/);
  for (const subject of ['SMTP_PORT', 'PTR of 127.0.0.1', 'certificate', 'time']) {
    assert.match(out, new RegExp(`^ok +${subject}: `, 'm'));
  }
});

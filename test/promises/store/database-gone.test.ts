import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { ALIAS, type OneAlias, oneAlias } from '#support/service-in-process.ts';
import { tempFolder } from '#support/temp-folder.ts';

const UNKNOWN = 'alias-9999@alias.localhost';

async function started(t: TestContext) {
  const folder = tempFolder((cleanUp) => t.after(cleanUp));
  const file = `${folder}/data/veilpost.sqlite`;
  return { ...(await oneAlias(t, `sqlite:${file}`)), folder, file };
}

/** Checks that nothing is acknowledged, that the monitor gets the reason, and that cached aliases get mail. */
async function holdsBack({ create, health, rcpt }: OneAlias): Promise<void> {
  assert.equal(await create(2000), 503);
  assert.deepEqual(await health(), {
    status: 503,
    text: 'no answer from: store (The database file was deleted or replaced.)\n',
  });
  assert.match(await rcpt(ALIAS), /^250 /);
  assert.match(await rcpt(UNKNOWN), /^451 4\.3\.0 /, 'the file in its place may know this one');
}

for (const [what, act] of [
  ['is deleted', (file: string) => rmSync(file)],
  [
    'is replaced by a copy of itself',
    (file: string) => {
      copyFileSync(file, `${file}.copy`);
      renameSync(`${file}.copy`, file);
    },
  ],
  ['loses the log of its last commits', (file: string) => rmSync(`${file}-wal`)],
  ['loses the index of that log', (file: string) => rmSync(`${file}-shm`)],
] as const) {
  test(`a database file that ${what} under the service accepts no insert that would be lost`, async (t) => {
    const all = await started(t);
    assert.match(await all.rcpt(UNKNOWN), /^550 5\.1\.1 /);
    act(all.file);
    await holdsBack(all);
  });
}

test('a data folder that is moved away accepts no insert, and everything works when it is back', async (t) => {
  const all = await started(t);
  renameSync(`${all.folder}/data`, `${all.folder}/moved`);
  await holdsBack(all);
  mkdirSync(`${all.folder}/data`);
  writeFileSync(all.file, '');
  assert.equal(await all.create(2001), 503);
  rmSync(`${all.folder}/data`, { recursive: true });
  renameSync(`${all.folder}/moved`, `${all.folder}/data`);
  assert.equal(await all.create(2002), 201);
  assert.match(await all.rcpt(UNKNOWN), /^550 5\.1\.1 /);
  await all.running.close();
  const lines = all.logged.filter((line) => line.includes('database not responding'));
  assert.equal(lines.length, 1, 'one line a minute, however many look-ups fail');
  assert.doesNotMatch(lines[0] ?? '', /stack/);
  const db = new DatabaseSync(all.file);
  const rows = db.prepare('SELECT alias_email FROM aliases ORDER BY rowid').all();
  assert.deepEqual(
    rows.map(({ alias_email }) => alias_email),
    [ALIAS, 'alias-2002@alias.localhost'],
  );
  db.close();
});

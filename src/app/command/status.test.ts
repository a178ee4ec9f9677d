import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { OLDEST_SETTING, SCHEMA_VERSION } from '#store/migrations/all.ts';
import { openSqliteStore } from '#store/open.ts';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { Fault } from '../config/fault.ts';
import { checked } from './status.ts';

test('a damaged database whose rows cannot be counted is not reported as one of a newer version', async (t) => {
  const file = `${tempFolder((cleanUp) => t.after(cleanUp))}/test.sqlite`;
  await openSqliteStore(file, { now: Date.now, log: SILENT }).close();
  const check = () => checked(`sqlite:${file}`).catch((error: unknown) => error);
  assert.match(String(await check()), /^integrity +ok$/m);
  const db = new DatabaseSync(file);
  const root = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'aliases'").get();
  const page = db.prepare('PRAGMA page_size').get();
  db.exec('DROP TABLE alias_counts');
  db.close();
  const octets = readFileSync(file);
  // Where the page's content begins (the file format's section 1.6).
  octets.writeUInt8(255, (Number(root?.['rootpage']) - 1) * Number(page?.['page_size']) + 5);
  writeFileSync(file, octets);
  const damaged = await check();
  assert.ok(damaged instanceof Fault, String(damaged));
  assert.equal(damaged.exitCode, 1);
  assert.match(damaged.message, new RegExp(`^schema +${SCHEMA_VERSION} `, 'm'));
  assert.match(damaged.message, /^WRONG +/m);
  assert.doesNotMatch(damaged.message, /newer version/);
});

test('a database of a newer version is named as such, unless this version can use it', async (t) => {
  const file = `${tempFolder((cleanUp) => t.after(cleanUp))}/test.sqlite`;
  await openSqliteStore(file, { now: Date.now, log: SILENT }).close();
  const next = SCHEMA_VERSION + 1;
  const checkOf = (oldest: number) => {
    using db = new DatabaseSync(file);
    db.exec(`PRAGMA user_version = ${next}`);
    const update = db.prepare('UPDATE settings SET value = ? WHERE name = ?');
    update.run(`${next}:${oldest}`, OLDEST_SETTING);
    return checked(`sqlite:${file}`);
  };
  assert.match(await checkOf(SCHEMA_VERSION), /^integrity +ok$/m);
  await assert.rejects(checkOf(next), /^WRONG +A newer version of Veilpost wrote it/m);
});

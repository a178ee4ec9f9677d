import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { openSqliteStore } from '../open.ts';
import { openDatabase } from './opening.ts';
import { OtherWriters } from './other-writers.ts';

const ALIAS = 'alias-1000@a.test';
const inFolder = () => join(tempFolder(after), 'veilpost.sqlite');
const open = (file: string) => openSqliteStore(file, { now: () => 1_800_000_000_000, log: SILENT });

/** The ways into a turn of the event loop, in the order of the loop: after I/O, after it, and by a timer. */
const TURNS = {
  /** Node reads messages together with the octets of sockets, never in the turn in which they were sent. */
  async input() {
    const { port1, port2 } = new MessageChannel();
    const arrived = new Promise((resolve) => port2.once('message', resolve));
    port1.postMessage('');
    await arrived;
    port1.close();
  },
  immediate: () => new Promise((resolve) => setImmediate(resolve)),
  /** Due at once, so that it runs in the turn of an immediate. */
  timer() {
    const due = new Promise((resolve) => setTimeout(resolve, 1));
    const armed = performance.now();
    while (performance.now() < armed + 2);
    return due;
  },
};
const WAYS = ['input', 'immediate', 'timer'] as const;

for (const first of WAYS) {
  for (const next of WAYS) {
    test(`an alias that another process switches off after a message (${first}) is off for the next message (${next})`, async () => {
      const file = inFolder();
      const store = open(file);
      const other = new DatabaseSync(file);
      const switchTo = other.prepare('UPDATE aliases SET active = ?');
      const active = async () => (await store.aliasByAddress(ALIAS))?.alias.active;
      await store.insertAlias({ real_email: 'ann@mailbox.test', alias_email: ALIAS });
      for (let often = 0; often < 3; often += 1) {
        await TURNS[first]();
        assert.equal(await active(), true);
        switchTo.run(0);
        await TURNS[next]();
        assert.equal(await active(), false);
        switchTo.run(1);
      }
      other.close();
      await store.close();
    });
  }
}

/** An open database, and a connection like another process's to it. */
function setUp() {
  const file = inFolder();
  const db = openDatabase(file, () => {});
  const other = new DatabaseSync(file);
  after(() => [db, other].forEach((one) => one.isOpen && one.close()));
  other.exec('CREATE TABLE t (x)');
  return { file, db, other };
}

/** Runs SQL in a process of its own. */
function inAnotherProcess(file: string, sql: string): void {
  const program = `new (require('node:sqlite').DatabaseSync)(process.argv[1]).exec(process.argv[2])`;
  const run = spawnSync(process.execPath, ['-e', program, file, sql]);
  assert.equal(run.status, 0, run.stderr.toString());
}

test('a write of another connection or process is seen at once, also after a reset of the log', () => {
  const { file, db, other } = setUp();
  const writers = new OtherWriters(db);
  const seen = new Set([writers.version()]);
  const isNew = () => seen.size < seen.add(writers.version()).size;
  assert.ok(!isNew(), 'nobody has written');
  const [truncate, insert] = ['PRAGMA wal_checkpoint(TRUNCATE);', 'INSERT INTO t VALUES (1);'];
  for (const sql of [insert, `${truncate} ${insert}`]) {
    other.exec(sql);
    assert.deepEqual([isNew(), isNew()], [true, false]);
    inAnotherProcess(file, sql);
    assert.deepEqual([isNew(), isNew()], [true, false]);
  }
});

test('our own write does not count as another process’s, and hides none', () => {
  const { db, other } = setUp();
  const writers = new OtherWriters(db);
  const before = writers.version();
  db.exec('INSERT INTO t VALUES (1)');
  assert.equal(writers.version(), before);
  db.exec('INSERT INTO t VALUES (1)');
  other.exec('INSERT INTO t VALUES (1)');
  db.exec('INSERT INTO t VALUES (1)');
  assert.notEqual(writers.version(), before);
});

for (const [what, replace] of [
  ['is not there', (file: string) => rmSync(file)],
  ['has another form', (file: string) => writeFileSync(file, Buffer.alloc(32_768))],
] as const) {
  test(`if the index of the log ${what}, SQLite itself is asked about other writers`, () => {
    const { file, db, other } = setUp();
    renameSync(`${file}-shm`, `${file}-kept`);
    writeFileSync(`${file}-shm`, '');
    replace(`${file}-shm`);
    const writers = new OtherWriters(db);
    for (let often = 0; often < 3; often += 1) {
      const before = writers.version();
      assert.equal(writers.version(), before);
      other.exec('INSERT INTO t VALUES (1)');
      assert.notEqual(writers.version(), before);
    }
  });
}

test('a closed database is not reported as unchanged', () => {
  const { db } = setUp();
  const writers = new OtherWriters(db);
  writers.version();
  db.close();
  assert.throws(() => writers.version(), /not open|finalized/);
});

test('closing a store leaves the locks of another one in this process in place', async () => {
  const file = inFolder();
  const [first, second] = [open(file), open(file)];
  const { ino } = statSync(`${file}-shm`);
  const locks = () => readFileSync('/proc/locks', 'latin1').match(new RegExp(`:${ino} `, 'g'));
  assert.notEqual(locks(), null);
  await first.close();
  await open(file).close();
  assert.notEqual(locks(), null);
  await second.close();
});

test('stores that are opened and closed leave no open files', async () => {
  const openFiles = () => readdirSync('/proc/self/fd').length;
  const use = async () => {
    const store = open(inFolder());
    await store.aliasByAddress(ALIAS);
    await store.close();
  };
  await use();
  const before = openFiles();
  for (let often = 0; often < 5; often += 1) await use();
  assert.ok(openFiles() <= before);
});

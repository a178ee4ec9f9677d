import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { noteKey } from '#support/seeded-random.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { openDatabase } from './opening.ts';
import { KnownKeys } from './known-keys.ts';
import { OtherWriters } from './other-writers.ts';

const turn = () => new Promise(setImmediate);
const NONE = noteKey(-1);

function setUp(t: TestContext, entries: number) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const file = join(tempFolder(t.after.bind(t)), 'veilpost.sqlite');
  const db = openDatabase(file, () => {});
  const other = new DatabaseSync(file);
  t.after(() => [db, other].forEach((one) => one.close()));
  const write = (from: DatabaseSync, first: number, count = 1) => {
    const insert = from.prepare(`INSERT INTO ledger VALUES (?, 250, '2.0.0', 1)`);
    from.exec('BEGIN');
    for (let n = first; n < first + count; n += 1) insert.run(noteKey(n));
    from.exec('COMMIT');
  };
  write(other, 0, entries);
  const keys = new KnownKeys(db, new OtherWriters(db));
  return {
    keys,
    /** Resolves once the filter has read the file. */
    gathered: async () => {
      while (keys.mayHave(NONE)) await turn();
    },
    otherWrites: (number: number) => write(other, number),
    weWrite: (number: number) => {
      keys.add(noteKey(number));
      write(db, number);
    },
  };
}

test('until the keys are read every key may exist; then only the existing ones may', async (t) => {
  const { keys, gathered } = setUp(t, 3500);
  assert.ok(keys.mayHave(NONE));
  await gathered();
  for (let n = 0; n < 3500; n += 1) assert.ok(keys.mayHave(noteKey(n)), String(n));
  const maybe = Array.from({ length: 1000 }, (_, n) => keys.mayHave(noteKey(10_000 + n)));
  assert.ok(maybe.filter(Boolean).length < 10);
});

test('one of our own keys is in the filter at once, even while the others are being read', async (t) => {
  const { keys, gathered, weWrite } = setUp(t, 3500);
  assert.ok(keys.mayHave(NONE));
  await turn();
  weWrite(5000);
  await gathered();
  weWrite(5001);
  assert.ok(keys.mayHave(noteKey(5000)));
  assert.ok(keys.mayHave(noteKey(5001)));
});

test('a key of another process is in the filter in the next turn, and the filter is rebuilt after a pause', async (t) => {
  const { keys, gathered, otherWrites } = setUp(t, 10);
  await gathered();
  otherWrites(5000);
  await turn();
  assert.ok(keys.mayHave(noteKey(5000)));
  assert.ok(keys.mayHave(NONE), 'nothing is denied');
  t.mock.timers.tick(2000);
  await gathered();
  assert.ok(keys.mayHave(noteKey(5000)));
});

test('keys that another process writes while they are read make the reading void', async (t) => {
  const { keys, gathered, otherWrites } = setUp(t, 3500);
  assert.ok(keys.mayHave(NONE));
  await turn();
  otherWrites(5000);
  for (let often = 0; often < 10; often += 1) {
    await turn();
    assert.ok(keys.mayHave(noteKey(5000)));
    assert.ok(keys.mayHave(NONE));
  }
  t.mock.timers.tick(2000);
  await gathered();
  assert.ok(keys.mayHave(noteKey(5000)));
});

test('more of our own keys than the filter has room for make it read again', async (t) => {
  const { keys, gathered } = setUp(t, 0);
  await gathered();
  for (let n = 0; n <= 8192; n += 1) keys.add(noteKey(n));
  assert.ok(keys.mayHave(NONE));
});

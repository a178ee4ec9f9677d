import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Statements } from '../statements.ts';
import { historyStore } from './history-store.ts';

const refuse = () => Promise.reject(new Error('not asked for'));

/** A database that runs one statement at a time. */
function slowDatabase() {
  const written: number[] = [];
  let busy = false;
  const statements: Statements = {
    read: refuse,
    transaction: refuse,
    async write(_, [, counts]) {
      assert.equal(busy, false, 'the one before is not answered yet');
      busy = true;
      await new Promise(setImmediate);
      busy = false;
      written.push(Object.keys(JSON.parse(String(counts))).length);
      return [];
    },
    lockRows: '',
    json: { object: '', array: '', counts: (json) => json },
  };
  return { store: historyStore(statements), written };
}

test('the counts of many aliases are written a thousand at a time, so that mail gets its turn in between', async () => {
  const { store, written } = slowDatabase();
  const day = (aliasId: string, at: number) => ({ aliasId, day: at, delivered: 1 });
  const ids = Array.from({ length: 2500 }, () => randomUUID());
  await store.addDelivered([...ids, ...ids].map((id) => day(id, 0)));
  assert.deepEqual(written, [1000, 1000, 500]);
});

test('a text that is not an alias id never becomes part of a statement', async () => {
  const { store, written } = slowDatabase();
  for (const aliasId of ['', '":1,"', 'no UUID', '__proto__']) {
    await store.addDelivered([{ aliasId, day: 0, delivered: 1 }]);
  }
  assert.deepEqual(written, []);
});

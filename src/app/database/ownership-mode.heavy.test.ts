import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openStore } from '#store/open.ts';
import { testDatabase } from '#support/database.ts';
import { serviceInProcess } from '#support/service-in-process.ts';
import { SILENT } from '#support/silent-log.ts';
import { beginOwnership } from './ownership-mode.ts';

const MINUTE = 60_000;

async function emptyStore(t: TestContext) {
  const database = await testDatabase((cleanUp) => t.after(cleanUp));
  const store = await openStore(database, { now: Date.now, log: SILENT });
  t.after(() => store.close());
  return store;
}

test('`confirmed` holds since its first start; `open` in between ends it', async (t) => {
  const store = await emptyStore(t);
  const since = async (mode: 'open' | 'confirmed', now: number) =>
    (await beginOwnership(store, mode, now)).since;
  assert.equal(await since('open', 1000), undefined);
  assert.equal(await since('confirmed', 2000), 2000);
  assert.equal(await since('confirmed', 3000), 2000);
  assert.equal(await since('open', 4000), undefined);
  assert.equal(await since('confirmed', 5000), 5000);
});

test('ten nodes that start at once all read the same time', async (t) => {
  const store = await emptyStore(t);
  await beginOwnership(store, 'open', 1);
  const nodes = await Promise.all(
    Array.from({ length: 10 }, (_, i) => beginOwnership(store, 'confirmed', 100 + i)),
  );
  assert.equal(new Set(nodes.map(({ since }) => since)).size, 1);
});

test('a node whose mode differs from the last one started warns each minute, until it is the same', async (t) => {
  const { store, tick, logged } = await serviceInProcess(t, { OWNERSHIP: 'confirmed' });
  const warnings = () => logged.filter((line) => line.includes('OWNERSHIP differs between nodes'));
  const warned = async (times: number) => {
    while (warnings().length < times) await new Promise(setImmediate);
    assert.equal(warnings().length, times);
  };
  const mine = await store.setting('ownership', '');
  assert.match(mine, /^confirmed \d+$/);
  tick(MINUTE);
  await beginOwnership(store, 'open', 0);
  for (const times of [1, 2]) {
    tick(MINUTE);
    await warned(times);
  }
  assert.match(warnings()[0] ?? '', /"level":"warn".*"here":"confirmed","kept":"open"/);
  assert.ok(await store.changeSetting('ownership', 'open', mine));
  tick(MINUTE);
  tick(MINUTE);
  // They are checked in order: these two had warned nothing when the third one did.
  await store.setting('order', '');
  assert.ok(await store.changeSetting('ownership', mine, 'open'));
  tick(MINUTE);
  await warned(3);
});

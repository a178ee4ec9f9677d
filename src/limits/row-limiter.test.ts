import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { test } from 'node:test';
import type { LetterBudgetStore } from '#store/sessions/letter-budget.ts';
import { countsInMemory } from '#store/sessions/counts-in-memory.fixture.ts';
import { RowLimiter } from './row-limiter.ts';

const HOUR = 3_600_000;
const KEY = createSecretKey(Buffer.alloc(32, 1));
const EARLIER = createSecretKey(Buffer.alloc(32, 2));
const LIMIT = [{ most: 2, ms: HOUR }];

/** Nodes that count in the same rows. */
function rowsUnderTest() {
  const time = { now: 10 * HOUR };
  /** Called before each write: another node may be faster. */
  const before = { write: async () => {} };
  let writes = 0;
  const rows = countsInMemory();
  const store: LetterBudgetStore = {
    ...rows,
    async count(...given) {
      writes += 1;
      await before.write();
      return rows.count(...given);
    },
  };
  const node = (keys = [KEY]) => new RowLimiter({ store, keys, now: () => time.now });
  return { node, time, before, writes: () => writes };
}

test('all rows count a use, or none does; the longest wait and its row are returned', async () => {
  const { node, time } = rowsUnderTest();
  const limiter = node();
  const [a, b] = [limiter.claim('k', 'a', LIMIT), limiter.claim('k', 'b', LIMIT)];
  assert.deepEqual(await limiter.take([a]), { ms: 0 });
  time.now += 1000;
  assert.deepEqual(await limiter.take([a, b]), { ms: 0 });
  assert.deepEqual(await limiter.take([b, a]), { ms: HOUR - 1000, claim: a });
  assert.deepEqual(await limiter.take([b]), { ms: 0 }, 'b was not counted');
  assert.deepEqual(await limiter.take([a, b]), { ms: HOUR, claim: b });
});

test('what holds for another reason counts nothing, and a longer wait of a row is returned instead', async () => {
  const { node, writes } = rowsUnderTest();
  const limiter = node();
  const claim = limiter.claim('k', 'a', [{ most: 1, ms: HOUR }]);
  assert.deepEqual(await limiter.take([claim], { held: 5 }), { ms: 5 });
  assert.equal(writes(), 0);
  await limiter.take([claim]);
  assert.deepEqual(await limiter.take([claim], { held: 5 }), { ms: HOUR, claim });
  assert.deepEqual(await limiter.take([claim], { held: HOUR + 1 }), { ms: HOUR + 1 });
});

test('of a hundred uses at the same moment on two nodes, as many are allowed as the limit says', async () => {
  const { node } = rowsUnderTest();
  const nodes = [node(), node()];
  const waits = await Promise.all(
    Array.from({ length: 100 }, (_, i) => {
      const limiter = nodes[i % 2] ?? assert.fail();
      return limiter.take([limiter.claim('k', 'a', LIMIT)]);
    }),
  );
  assert.equal(waits.filter(({ ms }) => ms === 0).length, 2);
});

test('rows in order: the first wait decides, and once the first has counted, no other prevents the use', async () => {
  const { node, before } = rowsUnderTest();
  const [limiter, another] = [node(), node()];
  const claims = [limiter.claim('k', 'a', LIMIT), limiter.claim('k', 'all', LIMIT)];
  const all = another.claim('k', 'all', LIMIT);
  await another.take([all]);
  let isFirst = true;
  before.write = async () => {
    if (!isFirst) return;
    isFirst = false;
    // Uses up the second row after it was read.
    await another.take([all]);
  };
  assert.deepEqual(await limiter.take(claims, { inOrder: true }), { ms: 0 });
  assert.deepEqual(await limiter.take(claims, { inOrder: true }), { ms: HOUR, claim: claims[1] });
});

test('a use is given back, and a row is cleared', async () => {
  const { node } = rowsUnderTest();
  const limiter = node();
  const claim = limiter.claim('k', 'a', LIMIT);
  const taken = async () => (await limiter.take([claim])).ms === 0;
  assert.deepEqual([await taken(), await taken(), await taken()], [true, true, false]);
  await limiter.giveBack(claim);
  assert.deepEqual([await taken(), await taken()], [true, false]);
  await limiter.clear(claim);
  assert.deepEqual([await taken(), await taken(), await taken()], [true, true, false]);
});

test('a new key continues with the uses under an earlier one; old uses are forgotten', async () => {
  const { node, time } = rowsUnderTest();
  const [earlier, limiter] = [node([EARLIER]), node([KEY, EARLIER])];
  await earlier.take([earlier.claim('k', 'a', LIMIT)]);
  const claim = limiter.claim('k', 'a', LIMIT);
  assert.equal((await limiter.take([claim])).ms, 0);
  assert.equal((await limiter.take([claim])).ms, HOUR);
  assert.equal((await limiter.take([{ ...claim, begins: true, wait: () => 0 }])).ms, 0);
  assert.equal((await limiter.find(claim.keys)).count?.times.length, 1);
  time.now += HOUR;
  assert.equal((await limiter.take([claim])).ms, 0);
  assert.deepEqual((await limiter.find(claim.keys)).count?.times, [time.now]);
});

test('if others are always faster, the use waits for a second', async () => {
  const { node, before, writes } = rowsUnderTest();
  const [limiter, another] = [node(), node()];
  const claim = another.claim('k', 'a', [{ most: 1000, ms: HOUR }]);
  let busy = false;
  before.write = async () => {
    if (busy) return;
    busy = true;
    await another.take([claim]);
    busy = false;
  };
  assert.deepEqual(await limiter.take([claim]), { ms: 1000 });
  assert.equal(writes(), 200);
});

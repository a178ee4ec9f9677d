import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { SharedCounts } from '#store/database.ts';
import { limiting, recordedWarnings, THREE_LOOKUPS as limits } from './limiting.fixture.ts';

/** The table of all nodes, with earlier counts of others; all writes are recorded. */
function sharedTable(t: TestContext, elsewhere: number) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const points = new Map<string, number>();
  const written: [key: string, uses: number][] = [];
  let fails = false;
  const add: SharedCounts['add'] = async (key, uses, { now, ms }) => {
    if (fails) throw new Error('connect ECONNREFUSED');
    written.push([key, uses]);
    const sum = (points.get(key) ?? elsewhere) + uses;
    points.set(key, sum);
    return { uses: sum, until: now + ms };
  };
  const shared = { add, forget: async () => {}, close: async () => {} };
  const turns = async () => {
    for (let i = 0; i < 20; i += 1) await new Promise(setImmediate);
  };
  const exchanged = async (ms: number) => {
    t.mock.timers.tick(ms);
    await turns();
    return written.splice(0);
  };
  return { shared, exchanged, fail: () => (fails = true) };
}

test('a node exchanges its counts with the database each second', async (t) => {
  const { shared, exchanged } = sharedTable(t, 2);
  const rateLimits = limiting({ limits, shared });
  assert.equal(rateLimits.take('lookup', '203.0.113.1'), 0);
  assert.deepEqual(await exchanged(999), []);
  const written = await exchanged(1);
  assert.equal(written.length, 3, 'one write for each key');
  assert.deepEqual(Object.fromEntries(written), {
    'lookup 60 s:all': 1,
    'lookup 60 s:block 203.0.113.0/24': 1,
    'lookup 60 s:network 203.0.0.0/16': 1,
  });
  assert.ok(rateLimits.take('lookup', '203.0.113.1') > 0, 'others have used the rest');
  assert.deepEqual(
    await exchanged(1000),
    [],
    'counts that were told, or given back, are not told again',
  );
  rateLimits.close();
  rateLimits.take('lookup', '198.51.100.1');
  assert.deepEqual(await exchanged(5000), [], 'a node that ends tells nothing more');
});

test('a call that comes while the counts are written is counted too', async (t) => {
  const { shared, exchanged } = sharedTable(t, 0);
  const add: SharedCounts['add'] = async (key, uses, at) => {
    if (key.includes('block')) assert.equal(rateLimits.take('lookup', '203.0.113.1'), 0);
    return shared.add(key, uses, at);
  };
  const rateLimits = limiting({ limits, shared: { ...shared, add } });
  assert.equal(rateLimits.take('lookup', '203.0.113.1'), 0);
  await exchanged(1000);
  assert.equal(rateLimits.take('lookup', '203.0.113.1'), 0);
  assert.ok(rateLimits.take('lookup', '203.0.113.1') > 0, 'three calls a minute');
  rateLimits.close();
});

test('while the database does not respond a node counts alone, and logs why', async (t) => {
  const { shared, exchanged, fail } = sharedTable(t, 0);
  const { warnings, log } = recordedWarnings();
  const rateLimits = limiting({ log, limits, shared });
  fail();
  for (let i = 0; i < 3; i += 1) assert.equal(rateLimits.take('lookup', '203.0.113.1'), 0);
  assert.deepEqual(await exchanged(1000), []);
  assert.deepEqual(warnings, [{ reason: 'connect ECONNREFUSED' }]);
  assert.ok(rateLimits.take('lookup', '203.0.113.1') > 0);
  rateLimits.close();
});

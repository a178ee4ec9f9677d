import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { LIMITS, RateLimits } from '#api/limits/rate-limits.ts';
import { openStore } from '#store/open.ts';
import { openSharedCounts } from '#store/postgres/shared-counts.ts';
import { postgresServer } from '#support/postgres.ts';

const warnings: string[] = [];
const silent = () => {};
const warn = (_: object, text: string) => void warnings.push(text);
const log = { info: silent, warn, error: silent };
const limits = { ...LIMITS, lookup: { uses: 3, seconds: 60 } };
const server = await postgresServer(after);

test('two nodes count together', async () => {
  const url = await server.database('limits');
  await (await openStore(url, { now: Date.now, log })).close();
  const [here, there] = [openSharedCounts(url), openSharedCounts(url)];
  assert.ok(here && there);
  const one = new RateLimits({ log, limits, shared: here });
  const two = new RateLimits({ log, limits, shared: there });
  assert.equal(await one.take('lookup', '203.0.113.1'), 0);
  assert.equal(await one.take('lookup', '203.0.113.1'), 0);
  await one.exchange();
  assert.equal(await two.take('lookup', '203.0.113.1'), 0);
  assert.equal(await two.take('lookup', '203.0.113.1'), 0);
  await two.exchange();
  assert.ok((await two.take('lookup', '203.0.113.1')) > 0);
  assert.equal(await two.take('lookup', '198.51.100.1'), 0);
  for (const limit of [one, two]) limit.close();
  await Promise.all([here.close(), there.close()]);
});

test('without the database a node goes on counting alone', async () => {
  const url = await server.database('alone');
  const shared = openSharedCounts(url);
  assert.ok(shared);
  const alone = new RateLimits({ log, limits, shared });
  for (let i = 0; i < 3; i += 1) assert.equal(await alone.take('lookup', '203.0.113.1'), 0);
  // The table is missing here, as good as a database that is down.
  await alone.exchange();
  assert.match(warnings.join(), /not shared at the moment/);
  assert.ok((await alone.take('lookup', '203.0.113.1')) > 0);
  alone.close();
  await shared.close();
});

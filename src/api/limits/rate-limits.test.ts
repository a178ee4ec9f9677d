import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { openStore } from '#store/open.ts';
import { openSharedCounts } from '#store/postgres/shared-counts.ts';
import { apiUnderTest } from '#support/api.ts';
import { postgresServer } from '#support/postgres.ts';
import { trustedProxyList } from './client-address.ts';
import { LIMITS, RateLimits } from './rate-limits.ts';

const warnings: string[] = [];
const silent = () => {};
const log = {
  info: silent,
  warn: (_: object, text: string) => void warnings.push(text),
  error: silent,
};
const limits = { ...LIMITS, lookup: { uses: 3, seconds: 60 } };

/** What the Node server tells the api of a connection. */
const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });
const headers = { apikey: 'public-anonymous-key' };
const LOOKUP = '/rest/v1/aliases?select=*&real_email=eq.a@b.c&order=created_at.desc';

test('whoever asks too often is told when to come back; his neighbours in the block with him', async () => {
  const rateLimits = new RateLimits({ log, limits });
  const { api } = await apiUnderTest(after, { rateLimits });
  const ask = (address: string) => api.request(LOOKUP, { headers }, from(address));
  for (let i = 0; i < 3; i += 1) assert.equal((await ask('203.0.113.1')).status, 200);
  const refused = await ask('203.0.113.2');
  assert.equal(refused.status, 429);
  assert.match(refused.headers.get('retry-after') ?? '', /^(?:59|60)$/);
  assert.match(await refused.text(), /"rate_limited".*Please wait \d+ seconds\./);
  assert.equal((await ask('203.0.114.1')).status, 200);
  assert.equal((await ask('2001:db8:0:100::1')).status, 200);
});

test('each call has its own limit', async () => {
  const rateLimits = new RateLimits({ log, limits });
  const { api } = await apiUnderTest(after, { rateLimits });
  for (let i = 0; i < 4; i += 1) await api.request(LOOKUP, { headers }, from('203.0.113.1'));
  const exists = '/rest/v1/aliases?select=id&alias_email=eq.alias-1000@a.test';
  assert.equal((await api.request(exists, { headers }, from('203.0.113.1'))).status, 200);
});

test('behind a trusted proxy the limit is the client’s, and nobody writes himself another address', async () => {
  const rateLimits = new RateLimits({ log, limits });
  const trustedProxies = trustedProxyList(['127.0.0.1']);
  const { api } = await apiUnderTest(after, { rateLimits, trustedProxies });
  const ask = async (peer: string, forwardedFor: string) => {
    const all = { ...headers, 'x-forwarded-for': forwardedFor };
    return (await api.request(LOOKUP, { headers: all }, from(peer))).status;
  };
  for (let i = 0; i < 3; i += 1) assert.equal(await ask('127.0.0.1', '203.0.113.1'), 200);
  assert.equal(await ask('127.0.0.1', '9.9.9.9, 203.0.113.1'), 429);
  assert.equal(await ask('127.0.0.1', '198.51.100.1'), 200);
  for (let i = 0; i < 3; i += 1) assert.equal(await ask('192.0.2.1', `10.0.${i}.1`), 200);
  assert.equal(await ask('192.0.2.1', '10.0.9.1'), 429);
});

describe('limits on PostgreSQL', async () => {
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
});

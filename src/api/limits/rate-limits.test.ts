import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { apiUnderTest } from '#support/api.ts';
import { SILENT } from '#support/silent-log.ts';
import { trustedProxyList } from './client-address.ts';
import { LIMITS, RateLimits } from './rate-limits.ts';

const limits = { ...LIMITS, lookup: { uses: 3, seconds: 60 } };

/** What the Node server tells the api of a connection. */
const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });
const headers = { apikey: 'public-anonymous-key' };
const LOOKUP = '/rest/v1/aliases?select=*&real_email=eq.a@b.c&order=created_at.desc';

test('whoever asks too often is told when to come back; his neighbours in the block with him', async () => {
  const rateLimits = new RateLimits({ log: SILENT, limits });
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
  const rateLimits = new RateLimits({ log: SILENT, limits });
  const { api } = await apiUnderTest(after, { rateLimits });
  for (let i = 0; i < 4; i += 1) await api.request(LOOKUP, { headers }, from('203.0.113.1'));
  const exists = '/rest/v1/aliases?select=id&alias_email=eq.alias-1000@a.test';
  assert.equal((await api.request(exists, { headers }, from('203.0.113.1'))).status, 200);
});

test('behind a trusted proxy the limit is the client’s, and nobody writes himself another address', async () => {
  const rateLimits = new RateLimits({ log: SILENT, limits });
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

test('whoever comes from ever new blocks fills no memory, and who keeps asking is not forgotten', async () => {
  const rateLimits = new RateLimits({ log: SILENT, limits, mostBlocks: 100 });
  const persistent = '203.0.113.1';
  for (let i = 0; i < 3; i += 1) assert.equal(await rateLimits.take('lookup', persistent), 0);
  for (let i = 0; i < 1000; i += 1) {
    assert.equal(await rateLimits.take('lookup', `2001:db8:${i.toString(16)}::1`), 0);
    if (i % 50 === 0) assert.ok((await rateLimits.take('lookup', persistent)) > 0);
  }
  assert.equal(rateLimits.blocksKnown('lookup'), 100);
});

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { apiUnderTest } from '#support/api.ts';
import type { Call } from '../call.ts';
import { trustedProxyList } from './client-address.ts';
import {
  from,
  limiting as limiter,
  recordedWarnings,
  THREE_LOOKUPS as limits,
} from './limiting.fixture.ts';
import { LIMITS } from './limits.ts';
import type { RateLimits } from './rate-limits.ts';

const headers = { apikey: 'public-anonymous-key' };
const EXISTS = '/rest/v1/aliases?select=id&alias_email=eq.alias-1000@a.test';
const LOOKUP = '/rest/v1/aliases?select=*&real_email=eq.a@b.c&order=created_at.desc';

test('an address block over its limit of a call gets 429 with Retry-After; other calls and blocks have their own', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 });
  const rateLimits = limiter({ limits });
  const { api } = await apiUnderTest(after, { rateLimits });
  const ask = (address: string) => api.request(LOOKUP, { headers }, from(address));
  for (let i = 0; i < 3; i += 1) assert.equal((await ask('203.0.113.1')).status, 200);
  const refused = await ask('203.0.113.2');
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('retry-after'), '60');
  assert.match(await refused.text(), /"rate_limited".*Please wait 60 seconds\./);
  assert.equal((await api.request(EXISTS, { headers }, from('203.0.113.1'))).status, 200);
  assert.equal((await ask('203.0.114.1')).status, 200);
  assert.equal((await ask('2001:db8:0:100::1')).status, 200);
});

test('a call uses up its own limit, however its path is written', async () => {
  const rateLimits = limiter({ limits });
  const { api } = await apiUnderTest(after, { rateLimits });
  const ask = async (path: string) => {
    const { status } = await api.request(path, { headers }, from('203.0.113.1'));
    return status;
  };
  for (const path of ['%61liases', 'alia%73es', '%61%6C%69%61%73%65%73']) {
    assert.equal(await ask(LOOKUP.replace('aliases', path)), 200, path);
  }
  for (const path of ['aliases', '%61liases', 'aliase%73', 'aliases#']) {
    assert.equal(await ask(LOOKUP.replace('aliases', path)), 429, path);
  }
  for (const path of ['aliases/', 'ALIASES', 'aliases;a=b', 'aliases%2F', '/aliases']) {
    assert.equal(await ask(LOOKUP.replace('aliases', path)), 404, `${path} is no call`);
  }
});

test('behind a trusted proxy the client’s address counts, and X-Forwarded-For of other peers is ignored', async () => {
  const rateLimits = limiter({ limits });
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

test('the number of counted blocks is bounded, and the least recently used one is evicted', async () => {
  const rateLimits = limiter({ limits, mostBlocks: 100 });
  const persistent = '203.0.113.1';
  for (let i = 0; i < 3; i += 1) assert.equal(rateLimits.take('lookup', persistent), 0);
  for (let i = 0; i < 1000; i += 1) {
    assert.equal(rateLimits.take('lookup', `2001:${i.toString(16)}::1`), 0);
    if (i % 20 === 0) assert.ok(rateLimits.take('lookup', persistent) > 0);
  }
  assert.equal(rateLimits.blocksKnown('lookup'), 100);
});

/** The number of these calls that were accepted. */
function taken(rateLimits: RateLimits, call: Call, addresses: string[]): number {
  const waits = addresses.map((address) => rateLimits.take(call, address));
  return waits.filter((wait) => wait === 0).length;
}
const flooded = (one: RateLimits, call: Call, count: number, address: (i: number) => string) =>
  taken(one, call, numbered(count, address));
const numbered = (count: number, address: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => address(i));

test('neighbours share a limit, and so do wider blocks, which have a multiple of it', async () => {
  const rateLimits = limiter({ limits });
  const hex = (i: number) => (256 * i).toString(16);
  const site = numbered(200, (i) => `2001:db8:1:${hex(i)}::1`);
  assert.equal(taken(rateLimits, 'lookup', site), 2 * 3);
  const network = numbered(200, (i) => `2001:db8:${hex(i)}::1`);
  assert.equal(taken(rateLimits, 'lookup', network), 10 * 3 - 6);
  assert.equal(
    flooded(rateLimits, 'lookup', 200, (i) => `192.0.${i}.1`),
    10 * 3,
  );
  assert.equal(taken(rateLimits, 'lookup', ['2001:db9::1', '198.51.100.1']), 2);
});

test('once half of the common limit is used up each block has its lower limit only', async () => {
  const lookup = [{ seconds: 60, block: 30, scarce: 1, all: () => 100 }];
  const rateLimits = limiter({ limits: { ...LIMITS, lookup } });
  const greedy = numbered(300, (i) => `${10 + (i % 10)}.0.0.1`);
  assert.equal(taken(rateLimits, 'lookup', greedy), 50);
  assert.equal(
    flooded(rateLimits, 'lookup', 30, () => '198.51.100.1'),
    1,
  );
  assert.equal(
    flooded(rateLimits, 'lookup', 200, (i) => `${20 + i}.0.0.1`),
    49,
  );
});

test('a flood is logged once in each window', async () => {
  const { warnings, log } = recordedWarnings();
  const rateLimits = limiter({ log });
  flooded(rateLimits, 'create', 225, (i) => `${1 + (i % 20)}.0.0.1`);
  assert.deepEqual(warnings, []);
  for (let i = 0; i < 50; i += 1) rateLimits.take('create', `${1 + (i % 20)}.0.0.1`);
  assert.deepEqual(warnings, [{ call: 'create', seconds: 3600 }]);
});

test('the flood of the next window is logged too, although a call of the last one did little', async (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'], now: 1_800_000_000_000 });
  const { warnings, log } = recordedWarnings();
  const auth_letter = [
    { seconds: 300, block: 30, scarce: 5, all: () => 100, tenths: true as const },
  ];
  const rateLimits = limiter({ log, limits: { ...LIMITS, auth_letter } });
  for (let window = 1; window <= 3; window += 1) {
    const flood = numbered(60, (i) => `${20 + i}.0.0.1`);
    taken(rateLimits, 'auth_letter', flood);
    assert.equal(warnings.length, window);
    for (let i = 0; i < 20; i += 1) rateLimits.didLittle('auth_letter');
    taken(rateLimits, 'auth_letter', flood);
    assert.equal(warnings.length, window, 'once');
    t.mock.timers.tick(300_000);
    // Its response comes in the next window.
    rateLimits.didLittle('auth_letter');
  }
});

test('a rejected call uses up nothing: no block can exhaust the common limit', async () => {
  const lookup = [{ seconds: 60, block: 3, scarce: 1, all: () => 100 }];
  const rateLimits = limiter({ limits: { ...LIMITS, lookup } });
  assert.equal(
    flooded(rateLimits, 'lookup', 1000, () => '192.0.2.1'),
    3,
  );
  assert.equal(
    flooded(rateLimits, 'lookup', 40, (i) => `${20 + i}.0.0.1`),
    40,
  );
});

test('all creations together are limited to a part of the names left, and even the last few can be used', async () => {
  const everywhere = numbered(600, (i) => `${1 + (i % 200)}.${Math.floor(i / 200)}.0.1`);
  for (const [left, most] of [
    [9000, 450],
    [1000, 50],
    [100, 12],
  ] as const) {
    const rateLimits = limiter({ names: () => ({ left, total: 9000 }) });
    assert.equal(taken(rateLimits, 'create', everywhere), most);
  }
});

test('a created alias gives its checks back, a rejected one does not', async () => {
  const rateLimits = limiter();
  const { api } = await apiUnderTest(after, { rateLimits });
  const ask = async () =>
    (await api.request(EXISTS, { headers }, from('203.0.113.1'))).status === 200;
  const create = async (real_email: string) => {
    const body = JSON.stringify({ real_email, alias_email: 'alias-1234@a.test' });
    const all = { ...headers, 'content-type': 'application/json' };
    const init = { method: 'POST', headers: all, body };
    return (await api.request('/rest/v1/aliases', init, from('203.0.113.1'))).status;
  };
  for (let i = 0; i < 20; i += 1) assert.ok(await ask());
  assert.equal(await create('none'), 400);
  assert.ok(!(await ask()));
  assert.equal(await create('jane@example.org'), 201);
  for (let i = 0; i < 10; i += 1) assert.ok(await ask());
  assert.ok(!(await ask()));
});

test('however few names are left, some can be created and checked', () => {
  const few = [...LIMITS.create, ...LIMITS.exists].map(({ all }) => all({ left: 1, total: 1 }));
  assert.deepEqual(few, [12, 50, 200, 500]);
});

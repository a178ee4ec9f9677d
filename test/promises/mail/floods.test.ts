import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addressesOf, serviceInProcess } from '#support/service-in-process.ts';

const headers = { apikey: 'public-anonymous-key', 'content-type': 'application/json' };

/** The service with a trusted proxy, with calls from any address. */
async function service(t: TestContext, environment: Record<string, string> = {}) {
  const { running } = await serviceInProcess(t, {
    ANON_KEY: headers.apikey,
    TRUSTED_PROXIES: '127.0.0.1',
    ...environment,
  });
  const { http } = addressesOf(running);
  const call = async (address: string, query: string, body?: object) => {
    const response = await fetch(`${http}/rest/v1/aliases${query}`, {
      headers: { ...headers, 'x-forwarded-for': address },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    return response.status;
  };
  return {
    create: (address: string, number: number) =>
      call(address, '', {
        real_email: `visitor-${number}@mailbox.test`,
        alias_email: `alias-${number}@alias.localhost`,
      }),
    exists: (address: string, number: number) =>
      call(address, `?select=id&alias_email=eq.alias-${number}@alias.localhost`),
  };
}

/** Calls for consecutive numbers, this many from each address. @returns the number of accepted ones */
async function flood(
  addresses: string[],
  each: number,
  call: (address: string, number: number) => Promise<number>,
): Promise<number> {
  const calls = addresses.flatMap((address) => Array<string>(each).fill(address));
  let next = 0;
  let answered = 0;
  const visitor = async () => {
    while (next < calls.length) {
      const number = 1000 + next;
      const address = calls[next] ?? '';
      next += 1;
      if ((await call(address, number)) !== 429) answered += 1;
    }
  };
  await Promise.all(Array.from({ length: 20 }, visitor));
  return answered;
}

/** A /64 of each of many /56 of one /48. */
const ONE_48 = Array.from({ length: 205 }, (_, i) => `2001:db8:7:${(256 * i + 3).toString(16)}::1`);
/** From one hundred providers. */
const HUNDRED_24 = Array.from({ length: 100 }, (_, i) => `${20 + i}.7.7.7`);
const HONEST = ['198.51.100.7', '2001:db9::1', '203.0.113.9'];

for (const { from, addresses, names, creations, checks } of [
  { from: 'one /48', addresses: ONE_48, names: 120, creations: 1, checks: 1 },
  // Half of a twentieth of all names, and one more for each /24.
  { from: 'a hundred /24', addresses: HUNDRED_24, names: 225 + 100, creations: 4, checks: 3 },
]) {
  test(`a flood of creations from ${from} gets ${names} names of 9,000 at most; visitors from elsewhere get theirs`, async (t) => {
    const { create, exists } = await service(t);
    const made = await flood(addresses, creations, create);
    assert.ok(made > 0 && made <= names, `${made}`);
    for (const [i, address] of HONEST.entries()) {
      assert.equal(await exists(address, 9900 + i), 200);
      assert.equal(await create(address, 9900 + i), 201);
    }
  });

  test(`a client that checks from ${from} which of 2,000 names exist learns a tenth of them at most; visitors from elsewhere get theirs`, async (t) => {
    const { create, exists } = await service(t, { ALIAS_NUMBERS: '1000-2999' });
    const heard = await flood(addresses, checks, exists);
    assert.ok(heard > 0 && heard <= 200, `${heard}`);
    for (const [i, address] of HONEST.entries()) {
      // If the check is rejected, too, the insert decides.
      assert.match(String(await exists(address, 2900 + i)), /^(?:200|429)$/);
      assert.equal(await create(address, 2900 + i), 201);
    }
  });
}

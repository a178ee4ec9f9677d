import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DnsServer, resolverOf } from '#support/dns-server.ts';
import { FakeClock } from '#support/fake-clock.ts';
import type { Answer } from './answer.ts';
import { parsedOnce } from './parsed-once.ts';

test('an answer is parsed once while it is cached, and again after another query', async (t) => {
  const server = await DnsServer.during(t, { 'a.test': { TXT: ['x'], ttl: 60 } });
  const clock = new FakeClock();
  const { resolve } = resolverOf(t, [server], { clock });
  let times = 0;
  const parsed = parsedOnce<Answer<string>, number | undefined>(() =>
    ++times > 1 ? times : undefined,
  );
  for (let i = 0; i < 3; i++) assert.equal(parsed(await resolve('a.test', 'TXT')), undefined);
  clock.advance(60_000);
  assert.equal(parsed(await resolve('a.test', 'TXT')), 2);
  assert.equal(times, 2);
});

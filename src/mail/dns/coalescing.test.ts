/** Coalesced queries, cached answers, and limits of parallel queries, over real sockets. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { DnsServer, resolverOf } from '#support/dns-server.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { until } from '#support/sending.ts';
import type { AnswerOrPromise } from './answer.ts';
import { said } from './said.fixture.ts';

suite('coalescing and time', () => {
  test('a thousand callers that wait for one answer make one query, and get one object', async (t) => {
    const server = await DnsServer.during(t, { 'a.test': { TXT: ['x'] } });
    const { resolve } = resolverOf(t, [server]);
    server.hold();
    const asked = Array.from({ length: 1000 }, (_, i) =>
      resolve(i % 2 ? 'a.test' : 'A.TEST.', 'TXT'),
    );
    await until(() => server.questions.length > 0);
    server.release();
    const answers = await Promise.all(asked.map(async (asking) => asking));
    assert.deepEqual(said(await resolve('a.test', 'TXT')), ['x']);
    assert.equal(new Set(answers).size, 1);
    assert.deepEqual(server.questions, ['UDP TXT a.test']);
  });

  for (const [what, name, seconds] of [
    ['as long as its TTL says', 'ttl100.test', 100],
    ['30 s if the TTL is shorter', 'ttl0.test', 30],
    ['30 s if the TTL has its highest bit set', 'ttl-1.test', 30],
    ['an hour if the TTL is longer', 'ttl86400.test', 3600],
    ['an hour if all bits of the TTL except the highest are set', 'ttlmax.test', 3600],
    ['30 s if only the highest bit of the TTL is set', 'ttlmin.test', 30],
    ['when it is negative, as long as the SOA says', 'none.test', 90],
    ['when it is trouble, 5 s', 'failing.test', 5],
  ] as const) {
    test(`an answer is cached ${what}, by the clock`, async (t) => {
      const A = ['192.0.2.1'];
      const names = {
        'ttl100.test': { A, ttl: 100 },
        'ttl0.test': { A, ttl: 0 },
        'ttl-1.test': { A, ttl: 0xfffffff0 },
        'ttl86400.test': { A, ttl: 86_400 },
        'ttlmax.test': { A, ttl: 0x7fffffff },
        'ttlmin.test': { A, ttl: 0x80000000 },
        'failing.test': { rcode: 2 },
      };
      const server = await DnsServer.during(t, names, { minimum: 90 });
      const clock = new FakeClock();
      const { resolve } = resolverOf(t, [server], { clock });
      const answer = await resolve(name, 'A');
      if (answer.kind !== 'trouble') assert.equal(answer.ttl, seconds);
      clock.advance(seconds * 1000 - 1);
      await resolve(name, 'A');
      assert.equal(server.questions.length, 1);
      clock.advance(1);
      await resolve(name, 'A');
      assert.equal(server.questions.length, 2);
    });
  }

  test('a negative answer is cached for at most 15 minutes', async (t) => {
    const server = await DnsServer.during(t, { 'a.test': {} }, { minimum: 86_400 });
    const answer = await resolverOf(t, [server]).resolve('a.test', 'TXT');
    assert.deepEqual(answer, { kind: 'no-data', ttl: 900, secure: false });
  });

  test('of 250 queries 200 are in flight, and the rest wait for their turn', async (t) => {
    const names = Array.from({ length: 250 }, (_, i) => `zone${i}.test`);
    const server = await DnsServer.during(
      t,
      Object.fromEntries(names.map((name) => [name, { A: ['192.0.2.1'] }])),
    );
    const resolver = resolverOf(t, [server]);
    server.hold();
    const answers: AnswerOrPromise<string>[] = [];
    for (const [i, name] of names.entries()) {
      answers.push(resolver.resolve(name, 'A'));
      // The buffer of the server's socket has room for only some of them at a time.
      if (i < 200) await until(() => server.questions.length === i + 1);
    }
    await setImmediate();
    assert.equal(server.questions.length, 200);
    assert.equal(resolver.inFlight, 200);
    server.release();
    for (const asking of answers) assert.equal((await asking).kind, 'records');
    assert.equal(server.questions.length, 250);
    assert.equal(resolver.inFlight, 0);
  });

  test('of one zone 20 queries are in flight, and other zones are not delayed', async (t) => {
    const names = Array.from({ length: 30 }, (_, i) => `n${i}.slow.test`);
    const server = await DnsServer.during(t, { 'other.test': { A: ['192.0.2.1'] } });
    const resolver = resolverOf(t, [server]);
    server.behaviour = ({ name }, reply) => (name === 'other.test' ? [reply] : []);
    const slow = names.map((name) => resolver.resolve(name, 'A'));
    await until(() => server.questions.length === 20);
    assert.deepEqual(said(await resolver.resolve('other.test', 'A')), ['192.0.2.1']);
    assert.equal(resolver.inFlight, 20);
    resolver.close();
    for (const asking of slow) assert.equal(said(await asking), 'timeout');
  });

  test('60 messages whose names are in 120 silent zones do not delay other messages', async (t) => {
    const server = await DnsServer.during(t, { 'honest.test': { A: ['192.0.2.1'] } });
    const resolver = resolverOf(t, [server]);
    server.behaviour = ({ name }, reply) => (name === 'honest.test' ? [reply] : []);
    const flood: AnswerOrPromise<string>[] = [];
    for (let message = 0; message < 60; message++) {
      const asker = { block: '203.0.113.0/24' };
      for (let i = 0; i < 80; i++) {
        const name = `m${message}-${i}.silent${(message * 80 + i) % 120}.test`;
        flood.push(resolver.resolve(name, 'A', asker));
      }
    }
    // The same name, queried by the flood and still waiting for its turn.
    const shared = resolver.resolve('honest.test', 'A', { block: '203.0.113.0/24' });
    const honest = await resolver.resolve('honest.test', 'A', { block: '198.51.100.0/24' });
    assert.deepEqual(said(honest), ['192.0.2.1']);
    assert.equal(resolver.inFlight, 100);
    resolver.close();
    await Promise.all([shared, ...flood]);
  });

  test('a name that two client blocks look up simultaneously is queried once', async (t) => {
    const server = await DnsServer.during(t, { 'a.test': { A: ['192.0.2.1'] } });
    const { resolve } = resolverOf(t, [server]);
    const asking = ['a', 'a', 'b', 'c'].map((block) => resolve('a.test', 'A', { block }));
    for (const one of asking) assert.deepEqual(said(await one), ['192.0.2.1']);
    assert.deepEqual(server.questions, ['UDP A a.test']);
  });
});

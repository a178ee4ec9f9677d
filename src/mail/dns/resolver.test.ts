/** The resolver, over real sockets. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { behindQuestion, uint16 } from '#support/dns-message.ts';
import { resolverOf } from '#support/dns-server.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { until } from '#support/sending.ts';
import { asking } from './asking.fixture.ts';

suite('answers', () => {
  test('every type is returned as served, with names in lower case and without a final dot', async (t) => {
    const long = 'k='.padEnd(392, 'x');
    const A = ['192.0.2.1', '203.0.113.255'];
    const AAAA = ['2001:db8::1', '::1', '2001:db8:0:1:1:1:1:1'];
    const MX: [number, string][] = [
      [10, 'Mail.Test'],
      [0, ''],
    ];
    const TXT = ['v=spf1 -all', long, ['two ', 'strings'], 'caf\xe9', ''];
    const { ask } = await asking(t, {
      'a.test': { A, AAAA, MX, NS: ['NS.a.test'], PTR: ['host.test'], TXT },
    });
    assert.deepEqual(await ask('A.Test.', 'A'), A);
    assert.deepEqual(await ask('a.test', 'AAAA'), AAAA);
    assert.deepEqual(await ask('a.test', 'MX'), [
      { exchange: 'mail.test', priority: 10 },
      { exchange: '', priority: 0 },
    ]);
    assert.deepEqual(await ask('a.test', 'NS'), ['ns.a.test']);
    assert.deepEqual(await ask('a.test', 'PTR'), ['host.test']);
    const texts = ['v=spf1 -all', long, 'two strings', 'caf\xe9', ''];
    assert.deepEqual(await ask('a.test', 'TXT'), texts);
  });

  test('a name without such records is distinguished from a name that does not exist', async (t) => {
    const { ask } = await asking(t);
    assert.equal(await ask('a.test', 'TXT'), 'no-data');
    assert.equal(await ask('b.test', 'TXT'), 'no-name');
  });

  test('aliases are followed within the answer; a loop is trouble', async (t) => {
    const { resolve, ask } = await asking(t, {
      'a.test': { CNAME: 'B.test' },
      'b.test': { CNAME: 'c.test', ttl: 40 },
      'c.test': { TXT: ['here'] },
      'gone.test': { CNAME: 'nowhere.test' },
      'round.test': { CNAME: 'round.test' },
    });
    const found = { kind: 'records', records: ['here'], canonical: 'c.test' };
    assert.deepEqual(await resolve('a.test', 'TXT'), { ...found, ttl: 40, secure: false });
    assert.deepEqual(await ask('a.test', 'CNAME'), ['b.test']);
    assert.equal(await ask('a.test', 'MX'), 'no-data');
    assert.equal(await ask('gone.test', 'TXT'), 'no-name');
    assert.equal(await ask('round.test', 'TXT'), 'malformed');
  });

  test('a text that cannot be a name gives no-name, without a query', async (t) => {
    const { server, ask } = await asking(t, {});
    const names = ['a..test', '.a', 'a b.test', `${'x'.repeat(64)}.test`, 'caf\xe9.test', 'a\\.b'];
    for (const name of [...names, Array(64).fill('abc').join('.')]) {
      assert.equal(await ask(name, 'A'), 'no-name', name);
    }
    assert.deepEqual(server.questions, []);
  });

  test('the root can be queried', async (t) => {
    const { ask } = await asking(t, { '': { NS: ['a.root.test'] } });
    assert.deepEqual(await ask('.', 'NS'), ['a.root.test']);
  });

  test('a query requests recursion, the AD bit and answers of up to 1232 octets', async (t) => {
    const queries: Buffer[] = [];
    const { server, ask } = await asking(t);
    server.behaviour = ({ query }, reply) => {
      queries.push(query);
      return [reply];
    };
    await ask('a.test', 'A');
    const [query = Buffer.alloc(0)] = queries;
    assert.deepEqual(query.subarray(2, 12), uint16(0x0120, 1, 0, 0, 1));
    const additional = Buffer.from('00002904d0000000000000', 'hex');
    assert.deepEqual(query.subarray(behindQuestion('a.test')), additional);
  });

  test('the AD bit is trusted only from a server on loopback', async (t) => {
    const A = ['192.0.2.1'];
    const names = { 'signed.test': { A, authentic: true }, 'unsigned.test': { A } };
    const { server, resolve } = await asking(t, names);
    const found = { kind: 'records', records: A, ttl: 300 };
    assert.deepEqual(await resolve('signed.test', 'A'), { ...found, secure: true });
    assert.deepEqual(await resolve('unsigned.test', 'A'), { ...found, secure: false });
    // The same server by an address outside loopback that still reaches this machine.
    const other = resolverOf(t, [{ host: '0.0.0.0', port: server.port }]);
    assert.deepEqual(await other.resolve('signed.test', 'A'), { ...found, secure: false });
  });
});

suite('coalescing and time', () => {
  test('a thousand callers that wait for one answer make one query, and get one object', async (t) => {
    const { server, resolve } = await asking(t, { 'a.test': { TXT: ['x'] } });
    server.hold();
    const asked = Array.from({ length: 1000 }, async (_, i) =>
      resolve(i % 2 ? 'a.test' : 'A.TEST.', 'TXT'),
    );
    await until(() => server.questions.length > 0);
    server.release();
    const answers = new Set(await Promise.all(asked));
    assert.deepEqual([...answers], [await resolve('a.test', 'TXT')]);
    assert.deepEqual(server.questions, ['UDP TXT a.test']);
  });

  const A = ['192.0.2.1'];
  for (const [what, name, served, seconds] of [
    ['as long as its TTL says', 'a.test', { A, ttl: 100 }, 100],
    ['30 s if the TTL is shorter', 'a.test', { A, ttl: 0 }, 30],
    ['30 s if the TTL has its highest bit set', 'a.test', { A, ttl: 0xfffffff0 }, 30],
    ['an hour if the TTL is longer', 'a.test', { A, ttl: 86_400 }, 3600],
    [
      'an hour if all bits of the TTL except the highest are set',
      'a.test',
      { A, ttl: 0x7fffffff },
      3600,
    ],
    ['30 s if only the highest bit of the TTL is set', 'a.test', { A, ttl: 0x80000000 }, 30],
    ['when it is negative, as long as the SOA says', 'none.test', {}, 90],
    ['when it is trouble, 5 s', 'a.test', { rcode: 2 }, 5],
  ] as const) {
    test(`an answer is cached ${what}, by the clock`, async (t) => {
      const clock = new FakeClock();
      const { server, resolve } = await asking(t, { 'a.test': served }, { clock, minimum: 90 });
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
    const { resolve } = await asking(t, { 'a.test': {} }, { minimum: 86_400 });
    const answer = await resolve('a.test', 'TXT');
    assert.deepEqual(answer, { kind: 'no-data', ttl: 900, secure: false });
  });

  test('of one zone 20 queries are in flight, and other zones are not delayed', async (t) => {
    const { server, resolver, ask } = await asking(t, { 'other.test': { A } });
    server.behaviour = ({ name }, reply) => (name === 'other.test' ? [reply] : []);
    const slow = Array.from({ length: 30 }, (_, i) => ask(`n${i}.slow.test`, 'A'));
    await until(() => server.questions.length === 20);
    assert.deepEqual(await ask('other.test', 'A'), A);
    assert.equal(resolver.inFlight, 20);
    resolver.close();
    assert.deepEqual(new Set(await Promise.all(slow)), new Set(['timeout']));
  });

  test('a name that waits for the turn of a flooding block is looked up at once for another block', async (t) => {
    const { server, resolver, ask } = await asking(t, { 'honest.test': { A } });
    server.behaviour = ({ name }, reply) => (name === 'honest.test' ? [reply] : []);
    const flood = Array.from({ length: 150 }, (_, i) =>
      ask(`n${i}.silent${i % 50}.test`, 'A', 'a'),
    );
    const shared = ask('honest.test', 'A', 'a');
    assert.deepEqual(await ask('honest.test', 'A', 'b'), A);
    assert.equal(resolver.inFlight, 100);
    resolver.close();
    await Promise.all([shared, ...flood]);
  });

  test('a name that two client blocks look up simultaneously is queried once', async (t) => {
    const { server, ask } = await asking(t);
    const asked = ['a', 'a', 'b', 'c'].map((block) => ask('a.test', 'A', block));
    assert.deepEqual(await Promise.all(asked), [A, A, A, A]);
    assert.deepEqual(server.questions, ['UDP A a.test']);
  });
});

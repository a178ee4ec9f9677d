/** Matrix J, the DNS, over real sockets. */

import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { suite, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { encodedName, uint16 } from '#support/dns-message.ts';
import { DnsServer, type Manner } from '#support/dns-server.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { resolverOf } from '#support/resolving.ts';
import { until } from '#support/sending.ts';
import type { Answer, Asked } from './answer.ts';

/** The records alone, or the word for their absence. */
function said<Data>(answer: Answer<Data>): readonly Data[] | string {
  if (answer.kind === 'records') return answer.records;
  return answer.kind === 'trouble' ? answer.reason : answer.kind;
}

/** Room for the header and the question of `name`. */
const behindQuestion = (name: string) => 12 + encodedName(name).length + 4;

suite('answers', () => {
  test('every type comes as it was served, names in lower case and without a final dot', async (t) => {
    const long = 'k='.padEnd(392, 'x');
    const server = await DnsServer.during(t, {
      'a.test': {
        A: ['192.0.2.1', '203.0.113.255'],
        AAAA: ['2001:db8::1', '::1', '2001:db8:0:1:1:1:1:1'],
        MX: [
          [10, 'Mail.Test'],
          [0, ''],
        ],
        NS: ['NS.a.test'],
        PTR: ['host.test'],
        TXT: ['v=spf1 -all', long, ['two ', 'strings'], 'caf\xe9', ''],
      },
    });
    const { resolve } = resolverOf(t, [server]);
    assert.deepEqual(said(await resolve('A.Test.', 'A')), ['192.0.2.1', '203.0.113.255']);
    assert.deepEqual(said(await resolve('a.test', 'AAAA')), [
      '2001:db8::1',
      '::1',
      '2001:db8:0:1:1:1:1:1',
    ]);
    assert.deepEqual(said(await resolve('a.test', 'MX')), [
      { exchange: 'mail.test', priority: 10 },
      { exchange: '', priority: 0 },
    ]);
    assert.deepEqual(said(await resolve('a.test', 'NS')), ['ns.a.test']);
    assert.deepEqual(said(await resolve('a.test', 'PTR')), ['host.test']);
    const texts = ['v=spf1 -all', long, 'two strings', 'caf\xe9', ''];
    assert.deepEqual(said(await resolve('a.test', 'TXT')), texts);
  });

  test('a name without such records and a name that is not there are told apart', async (t) => {
    const server = await DnsServer.during(t, { 'a.test': { A: ['192.0.2.1'] } });
    const { resolve } = resolverOf(t, [server]);
    assert.equal(said(await resolve('a.test', 'TXT')), 'no-data');
    assert.equal(said(await resolve('b.test', 'TXT')), 'no-name');
  });

  test('aliases are followed within the answer; a circle of them is trouble', async (t) => {
    const server = await DnsServer.during(t, {
      'a.test': { CNAME: 'B.test' },
      'b.test': { CNAME: 'c.test', ttl: 40 },
      'c.test': { TXT: ['here'] },
      'gone.test': { CNAME: 'nowhere.test' },
      'round.test': { CNAME: 'round.test' },
    });
    const { resolve } = resolverOf(t, [server]);
    const answer = await resolve('a.test', 'TXT');
    assert.deepEqual(answer, { kind: 'records', records: ['here'], ttl: 40, secure: false });
    assert.equal(said(await resolve('a.test', 'MX')), 'no-data');
    assert.equal(said(await resolve('gone.test', 'TXT')), 'no-name');
    assert.equal(said(await resolve('round.test', 'TXT')), 'malformed');
  });

  test('what cannot be a name is no name, without a query', async (t) => {
    const server = await DnsServer.during(t, {});
    const { resolve } = resolverOf(t, [server]);
    const names = ['a..test', '.a', 'a b.test', `${'x'.repeat(64)}.test`, 'caf\xe9.test', 'a\\.b'];
    for (const name of [...names, Array.from({ length: 64 }, () => 'abc').join('.')]) {
      assert.equal(said(await resolve(name, 'A')), 'no-name', name);
    }
    assert.deepEqual(server.questions, []);
  });

  test('the root can be asked for', async (t) => {
    const server = await DnsServer.during(t, { '': { NS: ['a.root.test'] } });
    assert.deepEqual(said(await resolverOf(t, [server]).resolve('.', 'NS')), ['a.root.test']);
  });

  test('a query asks for recursion, for the AD bit and for answers of 1232 octets', async (t) => {
    const queries: Buffer[] = [];
    const server = await DnsServer.during(
      t,
      { 'a.test': { A: ['192.0.2.1'] } },
      {
        manner: ({ query }, reply) => {
          queries.push(query);
          return [reply];
        },
      },
    );
    await resolverOf(t, [server]).resolve('a.test', 'A');
    const [query = Buffer.alloc(0)] = queries;
    const end = behindQuestion('a.test');
    assert.deepEqual(query.subarray(2, 12), uint16(0x0120, 1, 0, 0, 1));
    assert.deepEqual(query.subarray(end), Buffer.from('00002904d0000000000000', 'hex'));
  });

  test('the AD bit is believed from a server on loopback, and from no other one', async (t) => {
    const server = await DnsServer.during(t, {
      'signed.test': { A: ['192.0.2.1'], authentic: true },
      'unsigned.test': { A: ['192.0.2.1'] },
    });
    const { resolve } = resolverOf(t, [server]);
    const secure = async (asking: Asked<string>) => {
      const answer = await asking;
      return answer.kind === 'records' && answer.secure;
    };
    assert.equal(await secure(resolve('signed.test', 'A')), true);
    assert.equal(await secure(resolve('unsigned.test', 'A')), false);
    // The same server by an address that is none of loopback's, although the system takes it for this machine.
    const other = resolverOf(t, [{ host: '0.0.0.0', port: server.port }]);
    assert.equal(await secure(other.resolve('signed.test', 'A')), false);
  });
});

suite('hostile and broken answers', () => {
  test('J01 a truncated answer is queried again over TCP, and the complete one counts', async (t) => {
    const texts = Array.from({ length: 30 }, (_, i) => `${i} `.padEnd(100, 'x'));
    const server = await DnsServer.during(t, { 'a.test': { TXT: texts } });
    const { resolve } = resolverOf(t, [server]);
    assert.deepEqual(said(await resolve('a.test', 'TXT')), texts);
    assert.deepEqual(server.questions, ['UDP TXT a.test', 'TCP TXT a.test']);
  });

  test('J01 an answer over TCP that is truncated too, too large or to another question is trouble', async (t) => {
    const manners: Record<string, Manner> = {
      truncated: (_, reply) => [setTruncated(reply)],
      'too large': ({ via }, reply) =>
        via === 'UDP' ? [setTruncated(reply)] : [Buffer.concat([reply, Buffer.alloc(16_384)])],
      'another id': ({ via }, reply) =>
        via === 'UDP' ? [setTruncated(reply)] : [changed(reply, 0)],
      'no message': ({ via }, reply) => (via === 'UDP' ? [setTruncated(reply)] : [Buffer.alloc(0)]),
    };
    for (const [name, manner] of Object.entries(manners)) {
      const server = await DnsServer.during(t, { 'a.test': { A: ['192.0.2.1'] } }, { manner });
      const { resolve } = resolverOf(t, [server]);
      assert.equal(said(await resolve('a.test', 'A')), 'malformed', name);
    }
  });

  test('J02 a wrong id, a wrong question and what is no answer are ignored', async (t) => {
    const forged = (reply: Buffer) => changed(reply, reply.length - 1);
    const manner: Manner = (_, reply) => [
      changed(forged(reply), 1),
      changed(forged(reply), 13),
      // Type and class of the question.
      changed(forged(reply), behindQuestion('a.test') - 3),
      changed(forged(reply), behindQuestion('a.test') - 1),
      // A query, another opcode, two questions, no question.
      changed(forged(reply), 2, 0x80),
      changed(forged(reply), 2, 0x08),
      changed(forged(reply), 5, 3),
      changed(forged(reply), 5, 1),
      Buffer.alloc(0),
      forged(reply).subarray(0, 12),
      reply,
    ];
    const server = await DnsServer.during(t, { 'a.test': { A: ['192.0.2.1'] } }, { manner });
    const { resolve } = resolverOf(t, [server]);
    assert.deepEqual(said(await resolve('a.test', 'A')), ['192.0.2.1']);
  });

  test('J02 the right answer from another server is ignored', async (t) => {
    let rightReply: Buffer = Buffer.alloc(0);
    const manner: Manner = (_, reply) => {
      rightReply = reply;
      return [reply];
    };
    const server = await DnsServer.during(t, { 'a.test': { A: ['192.0.2.1'] } }, { manner });
    const { resolve } = resolverOf(t, [server]);
    server.hold();
    const answer = resolve('a.test', 'A');
    await until(() => server.ports.length === 1);
    const forger = createSocket('udp4');
    t.after(() => forger.close());
    const forged = changed(rightReply, rightReply.length - 1);
    const sent = Promise.withResolvers<void>();
    forger.send(forged, server.ports[0] ?? 0, '127.0.0.1', () => sent.resolve());
    await sent.promise;
    server.release();
    assert.deepEqual(said(await answer), ['192.0.2.1']);
  });

  test('the question may come back in other letters', async (t) => {
    const manner: Manner = (_, reply) => [setOctet(reply, 13, 'A'.charCodeAt(0))];
    const server = await DnsServer.during(t, { 'a.test': { A: ['192.0.2.1'] } }, { manner });
    const { resolve } = resolverOf(t, [server]);
    assert.deepEqual(said(await resolve('a.test', 'A')), ['192.0.2.1']);
  });

  const end = behindQuestion('a.test');
  const RECORD = Buffer.concat([uint16(1, 1, 0, 60, 4), Buffer.from([192, 0, 2, 1])]);
  const brokenNames: Record<string, Buffer> = {
    'a pointer to itself': uint16(0xc000 | end),
    'pointers to each other': Buffer.concat([uint16(0xc000 | (end + 2)), uint16(0xc000 | end)]),
    'a pointer behind a label back to it': Buffer.concat([
      Buffer.from('\x01a'),
      uint16(0xc000 | end),
    ]),
    'a pointer into the header': uint16(0xc000 | 4),
    'a pointer ahead': uint16(0xc000 | (end + 40)),
    'a label of an unknown kind': Buffer.from([0x41, 0]),
    'a name of 256 octets': Buffer.concat([
      ...Array.from({ length: 127 }, () => Buffer.from('\x01a')),
      Buffer.from('\x01a\0'),
    ]),
  };
  const withOwner =
    (name: Buffer): Manner =>
    (_, reply) => [Buffer.concat([setOctet(reply.subarray(0, end), 7, 1), name, RECORD])];

  test('J03 a pointer to the question is taken', async (t) => {
    const manner = withOwner(uint16(0xc000 | 12));
    const server = await DnsServer.during(t, { 'a.test': { A: ['192.0.2.9'] } }, { manner });
    const { resolve } = resolverOf(t, [server]);
    assert.deepEqual(said(await resolve('a.test', 'A')), ['192.0.2.1']);
  });

  for (const [what, name] of Object.entries(brokenNames)) {
    test(`J03 ${what} is refused`, async (t) => {
      const manner = withOwner(name);
      const server = await DnsServer.during(t, { 'a.test': { A: ['192.0.2.1'] } }, { manner });
      const { resolve } = resolverOf(t, [server]);
      assert.equal(said(await resolve('a.test', 'A')), 'malformed');
    });
  }

  test('data that are longer or shorter than their type are trouble', async (t) => {
    const server = await DnsServer.during(t, {
      'a.test': { A: ['192.0.2.1.9'], TXT: ['x'], MX: [[1, 'b.test']], NS: ['b.test'] },
    });
    server.manner = ({ type }, reply) =>
      // The string is one octet longer than its record; the name is one octet longer, or shorter.
      type === 'TXT'
        ? [setOctet(reply, reply.length - 2, 2)]
        : [setOctet(reply, reply.length - 1, 1)];
    const { resolve } = resolverOf(t, [server]);
    for (const type of ['A', 'TXT', 'MX', 'NS'] as const) {
      assert.equal(said(await resolve('a.test', type)), 'malformed', type);
    }
  });

  test('a referral of a server that does not resolve is trouble, and not the absence of records', async (t) => {
    const server = await DnsServer.during(t, { 'a.test': {} });
    server.manner = ({ end: behind }, reply) => {
      // Neither AA nor RA, and nothing but the question.
      const head = setOctet(setOctet(reply.subarray(0, behind), 2, 0x81), 3, 0);
      return [setOctet(head, 9, 0)];
    };
    assert.equal(said(await resolverOf(t, [server]).resolve('a.test', 'MX')), 'failure');
  });
});

suite('coalescing and time', () => {
  test('J04 a thousand that wait for one answer are one query, and get one object', async (t) => {
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
    ['30 s where the TTL is shorter', 'ttl0.test', 30],
    ['30 s where the TTL has its highest bit set', 'ttl-1.test', 30],
    ['an hour where the TTL is longer', 'ttl86400.test', 3600],
    ['when it is negative, as long as the SOA says', 'none.test', 90],
    ['when it is trouble, 5 s', 'failing.test', 5],
  ] as const) {
    test(`J05 an answer is kept ${what}, by the clock`, async (t) => {
      const A = ['192.0.2.1'];
      const names = {
        'ttl100.test': { A, ttl: 100 },
        'ttl0.test': { A, ttl: 0 },
        'ttl-1.test': { A, ttl: 0xfffffff0 },
        'ttl86400.test': { A, ttl: 86_400 },
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

  test('a negative answer is kept 15 minutes at most', async (t) => {
    const server = await DnsServer.during(t, { 'a.test': {} }, { minimum: 86_400 });
    const answer = await resolverOf(t, [server]).resolve('a.test', 'TXT');
    assert.deepEqual(answer, { kind: 'no-data', ttl: 900, secure: false });
  });

  test('J06 of 250 questions 200 are on their way, and the rest waits for its turn', async (t) => {
    const names = Array.from({ length: 250 }, (_, i) => `zone${i}.test`);
    const server = await DnsServer.during(
      t,
      Object.fromEntries(names.map((name) => [name, { A: ['192.0.2.1'] }])),
    );
    const resolver = resolverOf(t, [server]);
    server.hold();
    const answers: Asked<string>[] = [];
    for (const [i, name] of names.entries()) {
      answers.push(resolver.resolve(name, 'A'));
      // The buffer of the server's socket has room for some of them at a time.
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

  test('J06 of one zone 20 questions are on their way, and other zones are not held up', async (t) => {
    const names = Array.from({ length: 30 }, (_, i) => `n${i}.slow.test`);
    const server = await DnsServer.during(t, { 'other.test': { A: ['192.0.2.1'] } });
    const resolver = resolverOf(t, [server]);
    server.manner = ({ name }, reply) => (name === 'other.test' ? [reply] : []);
    const slow = names.map((name) => resolver.resolve(name, 'A'));
    await until(() => server.questions.length === 20);
    assert.deepEqual(said(await resolver.resolve('other.test', 'A')), ['192.0.2.1']);
    assert.equal(resolver.inFlight, 20);
    resolver.close();
    for (const asking of slow) assert.equal(said(await asking), 'timeout');
  });
});

function changed(reply: Buffer, at: number, bits = 1): Buffer {
  return setOctet(reply, at, (reply[at] ?? 0) ^ bits);
}

function setOctet(reply: Buffer, at: number, octet: number): Buffer {
  const copy = Buffer.from(reply);
  copy[at] = octet;
  return copy;
}

const setTruncated = (reply: Buffer) => setOctet(reply, 2, (reply[2] ?? 0) | 2);

/** Forged, truncated or malformed answers, over real sockets. */

import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { suite, test } from 'node:test';
import { behindQuestion, uint16 } from '#support/dns-message.ts';
import { DnsServer, type DnsBehaviour, resolverOf } from '#support/dns-server.ts';
import { until } from '#support/sending.ts';
import { said } from './said.fixture.ts';

suite('hostile and broken answers', () => {
  test('a truncated answer is queried again over TCP, and the complete one counts', async (t) => {
    const texts = Array.from({ length: 30 }, (_, i) => `${i} `.padEnd(100, 'x'));
    const server = await DnsServer.during(t, { 'a.test': { TXT: texts } });
    const { resolve } = resolverOf(t, [server]);
    assert.deepEqual(said(await resolve('a.test', 'TXT')), texts);
    assert.deepEqual(server.questions, ['UDP TXT a.test', 'TCP TXT a.test']);
  });

  test('an answer over TCP that is truncated, too large or for another question is trouble', async (t) => {
    const behaviours: Record<string, DnsBehaviour> = {
      truncated: (_, reply) => [setTruncated(reply)],
      'too large': ({ via }, reply) =>
        via === 'UDP' ? [setTruncated(reply)] : [Buffer.concat([reply, Buffer.alloc(16_384)])],
      'another id': ({ via }, reply) =>
        via === 'UDP' ? [setTruncated(reply)] : [changed(reply, 0)],
      'not a message': ({ via }, reply) =>
        via === 'UDP' ? [setTruncated(reply)] : [Buffer.alloc(0)],
    };
    for (const [name, behaviour] of Object.entries(behaviours)) {
      const server = await DnsServer.during(t, { 'a.test': { A: ['192.0.2.1'] } }, { behaviour });
      const { resolve } = resolverOf(t, [server]);
      assert.equal(said(await resolve('a.test', 'A')), 'malformed', name);
    }
  });

  test('messages with a wrong id or question, and messages that are not answers, are ignored', async (t) => {
    const forged = (reply: Buffer) => changed(reply, reply.length - 1);
    const behaviour: DnsBehaviour = (_, reply) => [
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
    const server = await DnsServer.during(t, { 'a.test': { A: ['192.0.2.1'] } }, { behaviour });
    const { resolve } = resolverOf(t, [server]);
    assert.deepEqual(said(await resolve('a.test', 'A')), ['192.0.2.1']);
  });

  test('the right answer from another server is ignored', async (t) => {
    let rightReply: Buffer = Buffer.alloc(0);
    const behaviour: DnsBehaviour = (_, reply) => {
      rightReply = reply;
      return [reply];
    };
    const server = await DnsServer.during(t, { 'a.test': { A: ['192.0.2.1'] } }, { behaviour });
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

  test('queries randomize the case of names, which a forger has to guess too', async (t) => {
    const asked: string[] = [];
    const behaviour: DnsBehaviour = ({ query }, reply) => {
      asked.push(query.toString('latin1', 13, 43));
      return [reply];
    };
    const server = await DnsServer.during(t, {}, { behaviour });
    const { resolve } = resolverOf(t, [server]);
    const label = (i: number) => `${'long-label-0123456789'.repeat(2).slice(0, 28)}${i}z`;
    for (let i = 0; i < 8; i++)
      assert.equal((await resolve(`${label(i)}.test`, 'A')).kind, 'no-name');
    assert.deepEqual(
      asked.map((name) => name.toLowerCase()),
      Array.from({ length: 8 }, (_, i) => label(i)),
    );
    assert.ok(new Set(asked.map((name) => name.replace(/\dz$/i, ''))).size > 4);
  });

  test('an answer whose question differs in case is queried again over TCP, which a forger cannot spoof', async (t) => {
    const forged: DnsBehaviour = ({ via, query }, reply) => {
      if (via === 'TCP') return [reply];
      const other = Buffer.from(reply);
      // The letter of a.test, in the other case; and another address.
      other[13] = (query[13] ?? 0) ^ 0x20;
      other[other.length - 1] = 66;
      return [other];
    };
    const server = await DnsServer.during(
      t,
      { 'a.test': { A: ['192.0.2.1'] } },
      { behaviour: forged },
    );
    const { resolve } = resolverOf(t, [server]);
    assert.deepEqual(said(await resolve('a.test', 'A')), ['192.0.2.1']);
    assert.deepEqual(server.questions, ['UDP A a.test', 'TCP A a.test']);
  });

  test('a server that normalizes names is trusted over TCP', async (t) => {
    const folding: DnsBehaviour = (_, reply) => {
      reply.write('a', 13);
      reply.write('test', 15);
      return [reply];
    };
    const server = await DnsServer.during(
      t,
      { 'a.test': { A: ['192.0.2.1'] } },
      { behaviour: folding },
    );
    // A random value with all bits set: all letters are capitals.
    const { resolve } = resolverOf(t, [server], { randomInt: (below) => below - 1 });
    assert.deepEqual(said(await resolve('a.test', 'A')), ['192.0.2.1']);
    assert.deepEqual(server.questions, ['UDP A a.test', 'TCP A a.test']);
  });

  const end = behindQuestion('a.test');
  const RECORD = Buffer.concat([uint16(1, 1, 0, 60, 4), Buffer.from([192, 0, 2, 1])]);
  const brokenNames: Record<string, Buffer> = {
    'a pointer to itself': uint16(0xc000 | end),
    'pointers to each other': Buffer.concat([uint16(0xc000 | (end + 2)), uint16(0xc000 | end)]),
    'a pointer after a label back to it': Buffer.concat([
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
    (name: Buffer): DnsBehaviour =>
    (_, reply) => [Buffer.concat([setOctet(reply.subarray(0, end), 7, 1), name, RECORD])];

  test('a pointer to the question is accepted', async (t) => {
    const behaviour = withOwner(uint16(0xc000 | 12));
    const server = await DnsServer.during(t, { 'a.test': { A: ['192.0.2.9'] } }, { behaviour });
    const { resolve } = resolverOf(t, [server]);
    assert.deepEqual(said(await resolve('a.test', 'A')), ['192.0.2.1']);
  });

  for (const [what, name] of Object.entries(brokenNames)) {
    test(`${what} is rejected`, async (t) => {
      const behaviour = withOwner(name);
      const server = await DnsServer.during(t, { 'a.test': { A: ['192.0.2.1'] } }, { behaviour });
      const { resolve } = resolverOf(t, [server]);
      assert.equal(said(await resolve('a.test', 'A')), 'malformed');
    });
  }

  test('data that are longer or shorter than their type are trouble', async (t) => {
    const server = await DnsServer.during(t, {
      'a.test': { A: ['192.0.2.1.9'], TXT: ['x'], MX: [[1, 'b.test']], NS: ['b.test'] },
    });
    server.behaviour = ({ type }, reply) =>
      // The string is one octet longer than its record; the name is one octet longer, or shorter.
      type === 'TXT'
        ? [setOctet(reply, reply.length - 2, 2)]
        : [setOctet(reply, reply.length - 1, 1)];
    const { resolve } = resolverOf(t, [server]);
    for (const type of ['A', 'TXT', 'MX', 'NS'] as const) {
      assert.equal(said(await resolve('a.test', type)), 'malformed', type);
    }
  });

  test('a referral from a server that does not resolve is trouble, not the absence of records', async (t) => {
    const server = await DnsServer.during(t, { 'a.test': {} });
    server.behaviour = ({ end: behind }, reply) => {
      // Neither AA nor RA, and only the question.
      const head = setOctet(setOctet(reply.subarray(0, behind), 2, 0x81), 3, 0);
      return [setOctet(head, 9, 0)];
    };
    assert.equal(said(await resolverOf(t, [server]).resolve('a.test', 'MX')), 'failure');
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

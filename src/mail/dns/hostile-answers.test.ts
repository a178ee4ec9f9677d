/** Forged, truncated or malformed answers, over real sockets. */

import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { test } from 'node:test';
import { behindQuestion, uint16 } from '#support/dns-message.ts';
import type { DnsBehaviour } from '#support/dns-server.ts';
import { until } from '#support/sending.ts';
import { asking } from './asking.fixture.ts';

const end = behindQuestion('a.test');

function setOctet(reply: Buffer, at: number, octet: number): Buffer {
  const copy = Buffer.from(reply);
  copy[at] = octet;
  return copy;
}
const changed = (reply: Buffer, at: number, bits = 1) =>
  setOctet(reply, at, (reply[at] ?? 0) ^ bits);
const setTruncated = (reply: Buffer) => setOctet(reply, 2, (reply[2] ?? 0) | 2);

test('a truncated answer is queried again over TCP, and the complete one counts', async (t) => {
  const texts = Array.from({ length: 30 }, (_, i) => `${i} `.padEnd(100, 'x'));
  const { server, ask } = await asking(t, { 'a.test': { TXT: texts } });
  assert.deepEqual(await ask('a.test', 'TXT'), texts);
  assert.deepEqual(server.questions, ['UDP TXT a.test', 'TCP TXT a.test']);
});

for (const [what, overTcp] of Object.entries<(reply: Buffer) => Buffer>({
  truncated: setTruncated,
  'too large': (reply) => Buffer.concat([reply, Buffer.alloc(16_384)]),
  'for another id': (reply) => changed(reply, 0),
  'not a message': () => Buffer.alloc(0),
})) {
  test(`an answer over TCP that is ${what} is trouble`, async (t) => {
    const behaviour: DnsBehaviour = ({ via }, reply) => [
      via === 'UDP' ? setTruncated(reply) : overTcp(reply),
    ];
    const { ask } = await asking(t, undefined, { behaviour });
    assert.equal(await ask('a.test', 'A'), 'malformed');
  });
}

test('messages with a wrong id or question, and messages that are not answers, are ignored', async (t) => {
  const behaviour: DnsBehaviour = (_, reply) => {
    const forged = changed(reply, reply.length - 1);
    return [
      changed(forged, 1),
      changed(forged, 13),
      // Type and class of the question.
      changed(forged, end - 3),
      changed(forged, end - 1),
      // A query, another opcode, two questions, no question.
      changed(forged, 2, 0x80),
      changed(forged, 2, 0x08),
      changed(forged, 5, 3),
      changed(forged, 5, 1),
      Buffer.alloc(0),
      forged.subarray(0, 12),
      reply,
    ];
  };
  const { ask } = await asking(t, undefined, { behaviour });
  assert.deepEqual(await ask('a.test', 'A'), ['192.0.2.1']);
});

test('the right answer from another server is ignored', async (t) => {
  let rightReply: Buffer = Buffer.alloc(0);
  const behaviour: DnsBehaviour = (_, reply) => {
    rightReply = reply;
    return [reply];
  };
  const { server, ask } = await asking(t, undefined, { behaviour });
  server.hold();
  const answer = ask('a.test', 'A');
  await until(() => server.ports.length === 1);
  const forger = createSocket('udp4');
  t.after(() => forger.close());
  const forged = changed(rightReply, rightReply.length - 1);
  const [port = 0] = server.ports;
  await new Promise((sent) => forger.send(forged, port, '127.0.0.1', sent));
  server.release();
  assert.deepEqual(await answer, ['192.0.2.1']);
});

test('queries randomize the case of names, which a forger has to guess too', async (t) => {
  const asked: string[] = [];
  const behaviour: DnsBehaviour = ({ query }, reply) => {
    asked.push(query.toString('latin1', 13, 43));
    return [reply];
  };
  const { ask } = await asking(t, {}, { behaviour });
  const labels = Array.from({ length: 8 }, (_, i) => `long-label-0123456789long-la${i}z`);
  for (const label of labels) assert.equal(await ask(`${label}.test`, 'A'), 'no-name');
  const lower = asked.map((name) => name.toLowerCase());
  assert.deepEqual(lower, labels);
  assert.ok(new Set(asked.map((name) => name.replace(/\dz$/i, ''))).size > 4);
});

test('an answer whose question differs in case is queried again over TCP, which a forger cannot spoof', async (t) => {
  // The letter of a.test, in the other case; and another address.
  const forged = (reply: Buffer) => setOctet(changed(reply, 13, 0x20), reply.length - 1, 66);
  const behaviour: DnsBehaviour = ({ via }, reply) => [via === 'TCP' ? reply : forged(reply)];
  const { server, ask } = await asking(t, undefined, { behaviour });
  assert.deepEqual(await ask('a.test', 'A'), ['192.0.2.1']);
  assert.deepEqual(server.questions, ['UDP A a.test', 'TCP A a.test']);
});

test('a server that normalizes names is trusted over TCP', async (t) => {
  const behaviour: DnsBehaviour = (_, reply) => {
    reply.write('a\x04test', 13);
    return [reply];
  };
  // A random value with all bits set: all letters are capitals.
  const randomInt = (below: number) => below - 1;
  const { server, ask } = await asking(t, undefined, { behaviour, randomInt });
  assert.deepEqual(await ask('a.test', 'A'), ['192.0.2.1']);
  assert.deepEqual(server.questions, ['UDP A a.test', 'TCP A a.test']);
});

test('an answer whose names are malformed is trouble', async (t) => {
  const toItself = Buffer.concat([uint16(0xc000 | end, 1, 1, 0, 60, 4), Buffer.alloc(4)]);
  const behaviour: DnsBehaviour = (_, reply) => [
    Buffer.concat([setOctet(reply.subarray(0, end), 7, 1), toItself]),
  ];
  const { ask } = await asking(t, undefined, { behaviour });
  assert.equal(await ask('a.test', 'A'), 'malformed');
});

test('data that are longer or shorter than their type are trouble', async (t) => {
  const { server, ask } = await asking(t, {
    'a.test': { A: ['192.0.2.1.9'], TXT: ['x'], MX: [[1, 'b.test']], NS: ['b.test'] },
  });
  // The string is one octet longer than its record; the name is one octet longer, or shorter.
  server.behaviour = ({ type }, reply) => [
    type === 'TXT' ? setOctet(reply, reply.length - 2, 2) : setOctet(reply, reply.length - 1, 1),
  ];
  for (const type of ['A', 'TXT', 'MX', 'NS'] as const) {
    assert.equal(await ask('a.test', type), 'malformed', type);
  }
});

test('a referral from a server that does not resolve is trouble, not the absence of records', async (t) => {
  const { server, ask } = await asking(t, { 'a.test': {} });
  // Neither AA nor RA, and only the question.
  server.behaviour = (_, reply) => [
    setOctet(setOctet(setOctet(reply.subarray(0, end), 2, 0x81), 3, 0), 9, 0),
  ];
  assert.equal(await ask('a.test', 'MX'), 'failure');
});

import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { encodedMessage, questionOf, type ServedName, uint16 } from '#support/dns-message.ts';
import { DnsServer, type DnsServerOptions, resolverOf } from '#support/dns-server.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { listenOnLoopback } from '#support/loopback.ts';
import { until } from '#support/sending.ts';
import { asking } from './asking.fixture.ts';
import { encodeName } from './names.ts';
import { askByTcp } from './transport.ts';
import { encodeQuery } from './wire.ts';

const NAMES = { 'a.test': { A: ['192.0.2.1'] }, 'b.test': { A: ['192.0.2.2'] } };
const LONG = { 'a.test': { TXT: ['x'.repeat(2000)] } };
const silence = () => [];
const trouble = (reason: string) => ({ kind: 'trouble', reason });

/** A resolver with two servers, of which the second answers. */
async function withTwo(
  t: TestContext,
  names: Record<string, ServedName>,
  options: DnsServerOptions = {},
) {
  const first = await DnsServer.during(t, names, options);
  const second = await DnsServer.during(t, NAMES);
  const clock = new FakeClock();
  return { first, second, clock, resolve: resolverOf(t, [first, second], { clock }).resolve };
}

test('a silent server is queried twice, for 2 s each, before it counts as a timeout', async (t) => {
  const clock = new FakeClock();
  const { server, resolve } = await asking(t, NAMES, { behaviour: silence, clock });
  const asked = resolve('a.test', 'A');
  await until(() => server.questions.length === 1);
  clock.advance(1999);
  assert.equal(server.questions.length, 1);
  clock.advance(1);
  await until(() => server.questions.length === 2);
  clock.advance(2000);
  assert.deepEqual(await asked, trouble('timeout'));
});

test('a second query makes up for a lost one', async (t) => {
  const clock = new FakeClock();
  const { server, ask } = await asking(t, NAMES, { clock });
  server.behaviour = (_, reply) => (server.questions.length === 1 ? [] : [reply]);
  const asked = ask('a.test', 'A');
  await until(() => server.questions.length === 1);
  clock.advance(2000);
  assert.deepEqual(await asked, ['192.0.2.1']);
});

test('after a silent first server the second one is queried, and becomes the first', async (t) => {
  const { first, clock, resolve } = await withTwo(t, NAMES, { behaviour: silence });
  const asked = resolve('a.test', 'A');
  await until(() => first.questions.length === 1);
  clock.advance(2000);
  assert.equal((await asked).kind, 'records');
  assert.equal((await resolve('b.test', 'A')).kind, 'records');
  assert.equal(first.questions.length, 1);
});

test('a server that does not answer one query but answers others stays the first', async (t) => {
  const { first, second, clock, resolve } = await withTwo(t, NAMES);
  first.behaviour = ({ name }, reply) => (name === 'slow.test' ? [] : [reply]);
  second.names['slow.test'] = {};
  const asked = resolve('slow.test', 'A');
  await until(() => first.questions.length === 1);
  await resolve('a.test', 'A');
  clock.advance(2000);
  assert.equal((await asked).kind, 'no-data');
  await resolve('b.test', 'A');
  assert.deepEqual(second.questions, ['UDP A slow.test']);
});

test('without a listener at the first server the second one is queried immediately', async (t) => {
  const first = await DnsServer.start({});
  first.close();
  const { resolve } = resolverOf(t, [first, await DnsServer.during(t, NAMES)]);
  assert.equal((await resolve('a.test', 'A')).kind, 'records');
});

for (const rcode of [1, 4, 5]) {
  test(`a server that returns rcode ${rcode} is not queried again, but another one is`, async (t) => {
    const { first, resolve } = await withTwo(t, { 'a.test': { rcode } });
    assert.equal((await resolve('a.test', 'A')).kind, 'records');
    const alone = resolverOf(t, [first]);
    assert.deepEqual(await alone.resolve('a.test', 'A'), trouble('failure'));
    assert.equal(first.questions.length, 2);
  });
}

test('SERVFAIL from a server on this machine is final: a forged answer from a non-validating server is not used', async (t) => {
  const { second, resolve } = await withTwo(t, { 'a.test': { rcode: 2 } });
  assert.deepEqual(await resolve('a.test', 'A'), trouble('failure'));
  assert.deepEqual(second.questions, []);
});

test('a truncated answer followed by silence over TCP is not an answer', async (t) => {
  const clock = new FakeClock();
  const { server, resolve } = await asking(t, LONG, { clock });
  server.behaviour = ({ via }, reply) => (via === 'UDP' ? [reply] : []);
  const asked = resolve('a.test', 'TXT');
  for (const questions of [2, 4]) {
    await until(() => server.questions.length === questions);
    clock.advance(2000);
  }
  assert.deepEqual(await asked, trouble('timeout'));
});

test('every attempt ends with the resolver, also over TCP', async (t) => {
  const { server, resolver, ask } = await asking(t, LONG);
  server.behaviour = ({ via, type }, reply) => (via === 'UDP' && type === 'TXT' ? [reply] : []);
  const asked = [ask('a.test', 'TXT'), ask('b.test', 'A')];
  await until(() => server.questions.length === 3);
  resolver.close();
  assert.deepEqual(await Promise.all(asked), ['timeout', 'timeout']);
  assert.equal(await ask('c.test', 'A'), 'timeout');
});

test('the outcome and the time of a query are reported once', async (t) => {
  const told: [string, number][] = [];
  const clock = new FakeClock();
  const observe = ({ kind }: { kind: string }, ms: number) => void told.push([kind, ms]);
  const { server, ask } = await asking(t, NAMES, { clock, observe });
  server.hold();
  const asked = ask('a.test', 'A');
  await until(() => server.questions.length === 1);
  clock.advance(70);
  server.release();
  await asked;
  await ask('a.test', 'A');
  assert.deepEqual(told, [['records', 70]]);
});

const QUERY = encodeQuery(1, encodeName('a.test') ?? assert.fail(), 16);
const REPLY = encodedMessage(
  QUERY,
  questionOf(QUERY),
  { records: [], rcode: 0, authentic: false },
  { room: Infinity, minimum: 60 },
);

/** Queries a server that sends these octets on a connection. */
async function tcpAnswer(t: TestContext, speak: (socket: Socket) => unknown) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    speak(socket);
  });
  t.after(() => server.close());
  const port = await listenOnLoopback(server);
  const open = new Set<Socket>();
  const clock = new FakeClock();
  const to = { address: '127.0.0.1', port };
  const answer = await askByTcp(QUERY, to, 2000, { connect, clock }, open);
  assert.equal(open.size, 0, 'the connection is closed');
  assert.equal(clock.pending, 0, 'no timer is left');
  return answer;
}

test('an answer that arrives octet by octet is assembled', async (t) => {
  const answer = await tcpAnswer(t, async (socket) => {
    for (const octet of Buffer.concat([uint16(REPLY.length), REPLY])) {
      socket.write(Buffer.of(octet));
      await setImmediate();
    }
  });
  assert.deepEqual(answer, REPLY);
});

test('a server that closes before the end of its answer has not answered', async (t) => {
  const cut = Buffer.concat([uint16(REPLY.length), REPLY.subarray(0, -1)]);
  assert.equal(await tcpAnswer(t, (socket) => socket.end(cut)), undefined);
});

test('an announced length above 16 KB is rejected before the octets arrive', async (t) => {
  const answer = await tcpAnswer(t, (socket) => socket.write(uint16(16_385)));
  assert.equal(answer, 'malformed');
});

test('queries come from 16 ports, with random ids', async (t) => {
  const ids: number[] = [];
  const { server, ask } = await asking(t, {});
  server.behaviour = ({ query }, reply) => {
    ids.push(query.readUInt16BE(0));
    return [reply];
  };
  for (let i = 0; i < 300; i++) await ask(`n${i}.test`, 'A');
  assert.equal(new Set(server.ports).size, 16);
  assert.ok(new Set(ids).size > 280, 'few ids occur twice');
  const steps = ids.map((id, i) => (65_536 + id - (ids[i - 1] ?? 0)) % 65_536);
  assert.ok(new Set(steps).size > 280, 'no step occurs often');
});

test('a socket is replaced after 200 queries, and answers to its queries still arrive', async (t) => {
  // The random source always picks the first socket; ids are counted.
  let id = 0;
  const randomInt = (below: number) => (below === 16 ? 0 : id++ % below);
  const sockets: ReturnType<typeof createSocket>[] = [];
  const { server, ask } = await asking(t, undefined, {
    randomInt,
    createSocket(options) {
      const made = typeof options === 'string' ? createSocket(options) : createSocket(options);
      sockets.push(made);
      return made;
    },
  });
  for (let i = 1; i <= 199; i++) await ask(`n${i}.test`, 'A');
  server.hold();
  const held = ask('a.test', 'A');
  await until(() => server.questions.length === 200);
  const next = ask('next.test', 'A');
  await until(() => server.questions.length === 201);
  const closed = once(sockets[0] ?? assert.fail(), 'close');
  server.release();
  assert.deepEqual(await held, ['192.0.2.1']);
  await closed;
  assert.equal(await next, 'no-name');
  assert.equal(new Set(server.ports.slice(0, 200)).size, 1);
  assert.notEqual(server.ports[200], server.ports[0]);
});

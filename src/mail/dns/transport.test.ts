import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DnsServer, resolverOf } from '#support/dns-server.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { until } from '#support/sending.ts';

const NAMES = { 'a.test': { A: ['192.0.2.1'] }, 'b.test': { A: ['192.0.2.2'] } };
const silence = () => [];

test('a silent server is queried twice, for 2 s each, before it counts as a timeout', async (t) => {
  const server = await DnsServer.during(t, NAMES, { behaviour: silence });
  const clock = new FakeClock();
  const { resolve } = resolverOf(t, [server], { clock });
  const asking = resolve('a.test', 'A');
  await until(() => server.questions.length === 1);
  clock.advance(1999);
  assert.equal(server.questions.length, 1);
  clock.advance(1);
  await until(() => server.questions.length === 2);
  clock.advance(2000);
  assert.deepEqual(await asking, { kind: 'trouble', reason: 'timeout' });
});

test('a second query makes up for a lost one', async (t) => {
  const server = await DnsServer.during(t, NAMES);
  server.behaviour = (_, reply) => (server.questions.length === 1 ? [] : [reply]);
  const clock = new FakeClock();
  const { resolve } = resolverOf(t, [server], { clock });
  const asking = resolve('a.test', 'A');
  await until(() => server.questions.length === 1);
  clock.advance(2000);
  assert.equal((await asking).kind, 'records');
});

test('after a silent first server the second one is queried, and becomes the first', async (t) => {
  const first = await DnsServer.during(t, NAMES, { behaviour: silence });
  const second = await DnsServer.during(t, NAMES);
  const clock = new FakeClock();
  const { resolve } = resolverOf(t, [first, second], { clock });
  const asking = resolve('a.test', 'A');
  await until(() => first.questions.length === 1);
  clock.advance(2000);
  assert.equal((await asking).kind, 'records');
  assert.equal((await resolve('b.test', 'A')).kind, 'records');
  assert.equal(first.questions.length, 1);
});

test('a server that does not answer one query but answers others stays the first', async (t) => {
  const first = await DnsServer.during(t, NAMES);
  first.behaviour = ({ name }, reply) => (name === 'slow.test' ? [] : [reply]);
  const second = await DnsServer.during(t, { ...NAMES, 'slow.test': {} });
  const clock = new FakeClock();
  const { resolve } = resolverOf(t, [first, second], { clock });
  const asking = resolve('slow.test', 'A');
  await until(() => first.questions.length === 1);
  await resolve('a.test', 'A');
  clock.advance(2000);
  assert.equal((await asking).kind, 'no-data');
  await resolve('b.test', 'A');
  assert.deepEqual(second.questions, ['UDP A slow.test']);
});

test('without a listener at the first server the second one is queried immediately', async (t) => {
  const first = await DnsServer.start({});
  const second = await DnsServer.during(t, NAMES);
  first.close();
  const { resolve } = resolverOf(t, [first, second]);
  assert.equal((await resolve('a.test', 'A')).kind, 'records');
});

for (const rcode of [1, 4, 5]) {
  test(`a server that returns rcode ${rcode} is not queried again, but another one is`, async (t) => {
    const first = await DnsServer.during(t, { 'a.test': { rcode } });
    const second = await DnsServer.during(t, NAMES);
    assert.equal((await resolverOf(t, [first, second]).resolve('a.test', 'A')).kind, 'records');
    const answer = await resolverOf(t, [first]).resolve('a.test', 'A');
    assert.deepEqual(answer, { kind: 'trouble', reason: 'failure' });
    assert.equal(first.questions.length, 2);
  });
}

test('SERVFAIL from a server on this machine is final: a forged answer from a non-validating server is not used', async (t) => {
  const validating = await DnsServer.during(t, { 'a.test': { rcode: 2 } });
  const other = await DnsServer.during(t, NAMES);
  const answer = await resolverOf(t, [validating, other]).resolve('a.test', 'A');
  assert.deepEqual(answer, { kind: 'trouble', reason: 'failure' });
  assert.deepEqual(other.questions, []);
});

test('a truncated answer followed by silence over TCP is not an answer', async (t) => {
  const server = await DnsServer.during(t, { 'a.test': { TXT: ['x'.repeat(2000)] } });
  server.behaviour = ({ via }, reply) => (via === 'UDP' ? [reply] : []);
  const clock = new FakeClock();
  const { resolve } = resolverOf(t, [server], { clock });
  const asking = resolve('a.test', 'TXT');
  for (const asked of [2, 4]) {
    await until(() => server.questions.length === asked);
    clock.advance(2000);
  }
  assert.deepEqual(await asking, { kind: 'trouble', reason: 'timeout' });
});

test('every attempt ends with the resolver, also over TCP', async (t) => {
  const server = await DnsServer.during(t, { 'a.test': { TXT: ['x'.repeat(2000)] } });
  server.behaviour = ({ via, type }, reply) => (via === 'UDP' && type === 'TXT' ? [reply] : []);
  const resolver = resolverOf(t, [server]);
  const asking = [resolver.resolve('a.test', 'TXT'), resolver.resolve('b.test', 'A')];
  await until(() => server.questions.length === 3);
  resolver.close();
  for (const asked of asking) {
    assert.deepEqual(await asked, { kind: 'trouble', reason: 'timeout' });
  }
  assert.equal((await resolver.resolve('c.test', 'A')).kind, 'trouble');
});

test('the outcome and the time of a query are reported once', async (t) => {
  const server = await DnsServer.during(t, NAMES);
  const told: [string, number][] = [];
  const clock = new FakeClock();
  const resolver = resolverOf(t, [server], {
    clock,
    observe: (answer, ms) => told.push([answer.kind, ms]),
  });
  server.hold();
  const asking = resolver.resolve('a.test', 'A');
  await until(() => server.questions.length === 1);
  clock.advance(70);
  server.release();
  await asking;
  await resolver.resolve('a.test', 'A');
  assert.deepEqual(told, [['records', 70]]);
});

/** Failures of the first server at each step, and whether the second one gets the message. */

import assert from 'node:assert/strict';
import { suite, test, type TestContext } from 'node:test';
import { CLOSE, type Script, SILENCE, USUAL_EXTENSIONS } from '#support/fake-next-hop.ts';
import { envelope, goingByMx, message, server, TWO_SERVERS, until } from '#support/sending.ts';

const WITH_STARTTLS = { extensions: [...USUAL_EXTENSIONS, 'STARTTLS'] };
const BUSY = '421 4.3.2 busy';
const LATER = '451 4.3.0 later';
const NEVER = '554 5.3.2 never';

/** A next hop that finds two servers; the first one, which offers STARTTLS, is tried first. */
async function beforeTwo(t: TestContext, script: Script, other: Script = {}) {
  const [first, second] = [await server(t, script, WITH_STARTTLS), await server(t, other)];
  const sites = { '192.0.2.1': first, '192.0.2.2': second };
  return { first, second, ...goingByMx(t, TWO_SERVERS, sites) };
}

const MOVES_ON: [what: string, script: Script][] = [
  ['421 at the greeting', { greeting: BUSY }],
  ['554 at the greeting', { greeting: NEVER }],
  ['a break at the greeting', { greeting: CLOSE }],
  ['4yz at EHLO', { EHLO: LATER }],
  ['5yz at EHLO and at HELO', { EHLO: NEVER, HELO: NEVER }],
  ['a break at EHLO', { EHLO: CLOSE }],
  ['a break at STARTTLS', { STARTTLS: CLOSE }],
  ['4yz at MAIL', { MAIL: LATER }],
  ['a break at MAIL', { MAIL: CLOSE }],
  ['4yz at RCPT', { RCPT: LATER }],
  ['a break at RCPT', { RCPT: CLOSE }],
  ['4yz at DATA', { DATA: LATER }],
  ['a break at DATA', { DATA: CLOSE }],
  ['4yz to the final dot', { dot: LATER }],
];

suite('the next server gets the message', () => {
  for (const [what, script] of MOVES_ON) {
    test(`after ${what}`, async (t) => {
      const { first, second, nextHop, deadline } = await beforeTwo(t, script);
      const delivery = await nextHop.deliver(envelope, message, deadline);
      assert.deepEqual([delivery.kind, delivery.peer?.host], ['accepted', 'b.test']);
      assert.deepEqual([first.connections.total, first.messages.length], [1, 0]);
      assert.equal(second.messages.length, 1);
    });
  }

  test('after 45 s of silence at the greeting', async (t) => {
    const silent = { greeting: SILENCE };
    const { second, nextHop, connected, clock, deadline } = await beforeTwo(t, silent);
    const delivering = nextHop.deliver(envelope, message, deadline);
    await until(() => connected() === 1);
    clock.advance(45_000);
    assert.equal((await delivering).kind, 'accepted');
    assert.equal(second.messages.length, 1);
  });
});

suite('no other server is tried', () => {
  for (const step of ['MAIL', 'RCPT', 'DATA', 'dot'] as const) {
    test(`after 5yz at ${step}: the 5yz is the verdict`, async (t) => {
      const { second, nextHop, deadline } = await beforeTwo(t, { [step]: NEVER });
      const { kind, reply } = await nextHop.deliver(envelope, message, deadline);
      assert.deepEqual([kind, reply.code, reply.enhanced], ['refused', 554, '5.3.2']);
      assert.equal(second.connections.total, 0);
    });
  }

  for (const said of [LATER, NEVER]) {
    test(`after ${said.slice(0, 1)}yz at STARTTLS: the message is sent in plaintext`, async (t) => {
      const { first, second, nextHop, deadline } = await beforeTwo(t, { STARTTLS: said });
      assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
      const inTls = first.messages.map(({ tls }) => tls);
      assert.deepEqual([first.count('STARTTLS'), inTls], [1, [false]]);
      assert.equal(second.connections.total, 0);
    });
  }

  test('after a break following the final dot: the server may have the message', async (t) => {
    const { second, nextHop, deadline } = await beforeTwo(t, { dot: CLOSE });
    const delivery = await nextHop.deliver(envelope, message, deadline);
    assert.equal(delivery.kind === 'deferred' && delivery.unknown, true);
    assert.equal(second.connections.total, 0);
  });
});

suite('both servers reject the session at the greeting', () => {
  const greetings: [said: string, verdict: string][] = [
    [NEVER, 'refused 554 5.3.2'],
    [BUSY, 'deferred 451 4.3.2'],
  ];
  for (const [greeting, verdict] of greetings) {
    test(`${greeting.slice(0, 3)} from both: ${verdict}`, async (t) => {
      const { nextHop, dialled, deadline } = await beforeTwo(t, { greeting }, { greeting });
      const { kind, reply } = await nextHop.deliver(envelope, message, deadline);
      assert.equal(`${kind} ${reply.code} ${reply.enhanced}`, verdict);
      assert.equal(dialled.length, 2);
    });
  }

  test('554 from one server and 421 from the other is 451', async (t) => {
    const scripts = greetings.map(([greeting]) => ({ greeting }));
    for (const [one = {}, other] of [scripts, scripts.toReversed()]) {
      const { nextHop, deadline } = await beforeTwo(t, one, other);
      assert.equal((await nextHop.deliver(envelope, message, deadline)).reply.code, 451);
    }
  });
});

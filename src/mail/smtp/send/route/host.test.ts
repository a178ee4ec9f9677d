/**
 * Failures of a server at each step, and whether the next one gets the message; a server in trouble does not keep messages from
 * the next one; a host in use is not dropped.
 */

import assert from 'node:assert/strict';
import { suite, test, type TestContext } from 'node:test';
import type { Resolve } from '#mail/dns/answer.ts';
import { CLOSE, type Script, SILENCE, USUAL_EXTENSIONS } from '#support/fake-next-hop.ts';
import { envelope, goingByMx, message, server, TWO_SERVERS, until } from '#support/sending.ts';
import { fakeDns, type Node } from '#support/zone-resolver.ts';

/** The verdicts on simultaneous messages, each once. */
const sentAtOnce = async (send: () => Promise<string>, count: number) =>
  new Set(await Promise.all(Array.from({ length: count }, send)));
const ACCEPTED = new Set(['accepted']);

/** A next hop that finds two servers with these scripts; the first one, which offers STARTTLS, is tried first. */
async function beforeTwo(
  t: TestContext,
  script: Script,
  { other = {}, extensions = [...USUAL_EXTENSIONS, 'STARTTLS'] as readonly string[] } = {},
) {
  const [first, second] = [await server(t, script, { extensions }), await server(t, other)];
  const going = goingByMx(t, TWO_SERVERS, { '192.0.2.1': first, '192.0.2.2': second });
  /** The server that accepts the next message. */
  const taker = async (name = 'real') => {
    const to = { ...envelope, forwardPath: `${name}@mailbox.test` };
    return (await going.nextHop.deliver(to, message, going.deadline)).peer?.host;
  };
  return { first, second, ...going, taker };
}

const BUSY = '421 4.3.2 busy';
const LATER = '451 4.3.0 later';
const NEVER = '554 5.3.2 never';

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
      const { first, second, send } = await beforeTwo(t, script);
      assert.equal(await send(), 'accepted');
      assert.deepEqual([first.connections.total, first.messages.length], [1, 0]);
      assert.equal(second.messages.length, 1);
    });
  }

  test('after 45 s of silence at the greeting', async (t) => {
    const silent = { greeting: SILENCE };
    const { second, send, connected, clock } = await beforeTwo(t, silent);
    const verdict = send();
    await until(() => connected() === 1);
    clock.advance(45_000);
    assert.equal(await verdict, 'accepted');
    assert.equal(second.messages.length, 1);
  });
});

suite('no other server is tried', () => {
  for (const [what, script, verdict] of [
    ['5yz at MAIL', { MAIL: NEVER }, 'refused 554 5.3.2'],
    ['5yz at RCPT', { RCPT: NEVER }, 'refused 554 5.3.2'],
    ['5yz at DATA', { DATA: NEVER }, 'refused 554 5.3.2'],
    ['5yz to the final dot', { dot: NEVER }, 'refused 554 5.3.2'],
    // The server may have the message.
    ['a break following the final dot', { dot: CLOSE }, 'deferred 451 4.4.2 unknown'],
  ] as [string, Script, string][]) {
    test(`after ${what}: ${verdict}`, async (t) => {
      const { second, send } = await beforeTwo(t, script);
      assert.equal(await send(), verdict);
      assert.equal(second.connections.total, 0);
    });
  }

  for (const said of [LATER, NEVER]) {
    test(`after ${said.slice(0, 1)}yz at STARTTLS: the message is sent in plaintext, on the same connection`, async (t) => {
      const { first, second, send } = await beforeTwo(t, { STARTTLS: said });
      assert.equal(await send(), 'accepted');
      assert.deepEqual([first.count('STARTTLS'), first.messages[0]?.tls], [1, false]);
      assert.deepEqual([first.connections.total, second.connections.total], [1, 0]);
    });
  }
});

suite('both servers reject the session at the greeting', () => {
  for (const [one, other, verdict] of [
    [NEVER, NEVER, 'refused 554 5.3.2'],
    [BUSY, BUSY, 'deferred 451 4.3.2'],
    [NEVER, BUSY, 'deferred 451 4.3.2'],
    [BUSY, NEVER, 'deferred 451 4.3.2'],
  ] as const) {
    test(`${one.slice(0, 3)} and ${other.slice(0, 3)}: ${verdict}`, async (t) => {
      const { send, dialled } = await beforeTwo(
        t,
        { greeting: one },
        { other: { greeting: other } },
      );
      assert.equal(await send(), verdict);
      assert.equal(dialled.length, 2);
    });
  }
});

suite('a first server without sessions', () => {
  test('it is a black hole: 100 simultaneous messages reach the second server after 10 s', async (t) => {
    const hop = await server(t);
    const sites = { '192.0.2.1': 'black hole', '192.0.2.2': hop } as const;
    const { send, dialled, clock } = goingByMx(t, TWO_SERVERS, sites);
    const verdicts = sentAtOnce(send, 100);
    await until(() => dialled.length === 5);
    clock.advance(10_000);
    await hop.until(() => hop.messages.length === 100);
    assert.deepEqual(await verdicts, ACCEPTED);
  });

  test('it accepts 3 connections: messages beyond their capacity go to the second server', async (t) => {
    const { first, second, send } = await beforeTwo(t, { dot: SILENCE });
    first.script.greeting = () =>
      first.connections.open > 3 ? { last: '421 4.7.0 too many' } : undefined;
    const verdicts = sentAtOnce(send, 50);
    await second.until(() => second.messages.length === 47);
    await first.until(() => first.count('dot') === 3);
    first.say('250 2.0.0 ok');
    assert.deepEqual(await verdicts, ACCEPTED);
  });

  test('it is tried after the second server for a minute', async (t) => {
    const sites = { '192.0.2.1': 'refuses', '192.0.2.2': await server(t) } as const;
    const { send, dialled, clock } = goingByMx(t, TWO_SERVERS, sites);
    await send();
    clock.advance(59_999);
    await send();
    assert.deepEqual(dialled, ['192.0.2.1 25', '192.0.2.2 25', '192.0.2.2 25']);
    clock.advance(1);
    await send();
    assert.equal(dialled[3], '192.0.2.1 25');
  });

  test('it is still tried if the second server rejects the message', async (t) => {
    const busy: Script = { greeting: (nth) => (nth === 0 ? BUSY : undefined) };
    const other: Script = { RCPT: (nth) => (nth > 0 ? LATER : undefined) };
    const { second, taker } = await beforeTwo(t, busy, { other });
    // After the second message was accepted, the first server has its place again.
    assert.deepEqual([await taker(), await taker(), await taker()], ['b.test', 'a.test', 'a.test']);
    assert.equal(second.count('RCPT'), 2);
  });
});

suite('a first server that asks us to slow down', () => {
  for (const said of ['421 4.7.0 slow down', '451 4.7.650 throttled']) {
    test(`after ${said} the domain's other server is tried first for a minute`, async (t) => {
      const script: Script = { MAIL: (nth) => (nth === 0 ? said : undefined) };
      const { first, clock, taker } = await beforeTwo(t, script);
      for (let i = 0; i < 65; i++) assert.equal(await taker(), 'b.test');
      assert.equal(first.count('MAIL'), 1);
      clock.advance(60_000);
      assert.equal(await taker(), 'a.test');
    });
  }

  test('messages that wait for a connection to it go to the other server immediately', async (t) => {
    const { first, second, send } = await beforeTwo(t, { MAIL: SILENCE }, { extensions: [] });
    const verdicts = sentAtOnce(send, 20);
    await first.until(() => first.count('MAIL') === 5);
    first.say('421 4.7.0 slow down');
    assert.deepEqual(await verdicts, ACCEPTED);
    assert.deepEqual([first.count('MAIL'), second.messages.length], [5, 20]);
  });

  test('greylisting of a mailbox does not change its place', async (t) => {
    const script: Script = { RCPT: (nth) => (nth === 0 ? '451 4.7.1 greylisted' : undefined) };
    const { taker } = await beforeTwo(t, script);
    assert.deepEqual([await taker(), await taker('other')], ['b.test', 'a.test']);
  });
});

/** A message in progress whose server's address is unknown until the call of `found`. */
async function lookingUp(t: TestContext, others: Record<string, Node> = {}) {
  const hop = await server(t, { dot: SILENCE });
  const known = Promise.withResolvers<void>();
  const dns = fakeDns({ 'mailbox.test': { A: ['192.0.2.1'] }, ...others });
  const resolve: Resolve = async (name, type) => {
    if (name === 'mailbox.test' && type === 'A') await known.promise;
    return dns.resolve(name, type);
  };
  const going = goingByMx(t, {}, { '192.0.2.1': hop }, { resolve });
  const delivering = going.nextHop.deliver(envelope, message, going.deadline);
  await until(() => dns.questions.includes('AAAA mailbox.test'));
  return { hop, delivering, found: known.resolve, ...going };
}

suite('a host without messages and connections may be dropped, but not one that a message is about to use', () => {
  test('a host whose address is being looked up is not dropped: its connection counts, and the graceful shutdown waits for it', async (t) => {
    const domains = Array.from({ length: 256 }, (_, i) => `other${i}.test`);
    const others = Object.fromEntries(domains.map((domain) => [domain, { A: ['192.0.2.2'] }]));
    const { hop, delivering, found, nextHop, deadline } = await lookingUp(t, others);
    for (const domain of domains) {
      await nextHop.deliver({ ...envelope, forwardPath: `real@${domain}` }, message, deadline);
    }
    found();
    await hop.until(() => hop.count('dot') === 1);
    assert.equal(nextHop.connections.busy, 1);
    const closing = nextHop.close();
    hop.say('250 2.0.0 ok');
    assert.equal((await delivering).kind, 'accepted');
    await closing;
    await hop.until(() => hop.commands.at(-1) === 'QUIT');
  });

  test('a message whose server is found after the shutdown began is still sent, and the shutdown waits for its connection', async (t) => {
    const { hop, delivering, found, nextHop } = await lookingUp(t);
    const open: number[] = [];
    const closing = nextHop.close().then(() => void open.push(nextHop.connections.busy));
    found();
    await hop.until(() => hop.count('dot') === 1);
    assert.deepEqual(open, [], 'it waits');
    hop.say('250 2.0.0 ok');
    assert.equal((await delivering).kind, 'accepted');
    await closing;
    assert.deepEqual(open, [0]);
    assert.equal(hop.commands.at(-1), 'QUIT');
    // Our end is closed; the server notices it in a turn of its own.
    await hop.until(() => hop.connections.open === 0);
  });
});

/** Failures of the first server at each step, and whether the second one gets the message. */

import assert from 'node:assert/strict';
import { suite, test, type TestContext } from 'node:test';
import { CLOSE, type Script, SILENCE, USUAL_EXTENSIONS } from '#support/fake-next-hop.ts';
import { goingByMx, server, TWO_SERVERS, until } from '#support/sending.ts';

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
      const { send, dialled } = await beforeTwo(t, { greeting: one }, { greeting: other });
      assert.equal(await send(), verdict);
      assert.equal(dialled.length, 2);
    });
  }
});

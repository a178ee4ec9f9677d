/** After any fault of the server at any step our sender gets the true outcome, and no second copy is made. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { FakeStep } from '#support/fake-hop-session.ts';
import { CLOSE, type Script, SILENCE } from '#support/fake-next-hop.ts';
import { dotless, envelope, message, relaying, until, verdictOf } from '#support/sending.ts';

const WITH_STARTTLS = { extensions: ['PIPELINING', 'STARTTLS'] };
const STEPS: FakeStep[] = ['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'dot'];

suite('4yz, and after MAIL 5yz, is passed on with its enhanced code, and the message can be sent again', () => {
  for (const [i, step] of STEPS.entries()) {
    test(`at ${step}`, async (t) => {
      const script = { [step]: '452 4.3.1 <real@mailbox.test> no room' };
      const { hop, send } = await relaying(t, { script });
      assert.equal(await send(), 'deferred 452 4.3.1');
      hop.script = { [step]: '554 5.7.1 <real@mailbox.test> is not for you' };
      if (i >= 2) assert.equal(await send(), 'refused 554 5.7.1');
      assert.equal(hop.messages.length, 0);
      hop.script = {};
      assert.equal(await send(), 'accepted');
      assert.equal(hop.messages.length, 1);
    });
  }
});

suite('a reply that our sender cannot get as it is', () => {
  const NO = '554 5.7.1 go away';
  const cases: [string, Script, string][] = [
    ['421 becomes 451, because we do not close', { MAIL: '421 4.3.2 bye' }, 'deferred 451 4.3.2'],
    // RFC 4954 section 6; a relay may say so at any time.
    ...[530, 534, 535, 538].map((code): [string, Script, string] => [
      `${code} to MAIL is about credentials of ours`,
      { MAIL: `${code} 5.7.0 no` },
      'deferred 451 4.7.0',
    ]),
    ['5yz at the greeting of a relay concerns our account', { greeting: NO }, 'deferred 451 4.7.1'],
    ['5yz at EHLO and HELO, too', { EHLO: NO, HELO: NO }, 'deferred 451 4.7.1'],
  ];
  for (const [what, script, verdict] of cases) {
    test(`${what}: ${verdict}`, async (t) => {
      const { send } = await relaying(t, { script });
      assert.equal(await send(), verdict);
    });
  }

  for (const [said, verdict] of [
    ['454 4.7.0 TLS not available', 'deferred 451 4.7.0'],
    ['502 5.5.1 not implemented', 'deferred 451 4.5.1'],
  ] as const) {
    test(`${said.slice(0, 3)} at STARTTLS if TLS is required: ${verdict}, without MAIL`, async (t) => {
      const hopOptions = { ...WITH_STARTTLS, script: { STARTTLS: said } };
      const { hop, send } = await relaying(t, hopOptions, { relay: { tls: 'required' } });
      assert.equal(await send(), verdict);
      assert.equal(hop.count('MAIL'), 0);
    });
  }

  test('other codes than those of RFC 5321 for a message become 554 and 451', async (t) => {
    const { hop, send } = await relaying(t);
    for (const code of [500, 501, 502, 504, 521, 523, 541, 555, 571, 599]) {
      hop.script = { dot: `${code} 5.7.1 no` };
      assert.equal(await send(), 'refused 554 5.7.1', `${code}`);
    }
    for (const code of [400, 471]) {
      hop.script = { dot: `${code} 4.2.0 later` };
      assert.equal(await send(), 'deferred 451 4.2.0', `${code}`);
    }
  });
});

suite('a connection that breaks', () => {
  for (const step of [...STEPS, 'STARTTLS'] as const) {
    const verdict = `deferred 451 4.4.2${step === 'dot' ? ' unknown' : ''}`;
    test(`at ${step}: ${verdict}`, async (t) => {
      const hopOptions = step === 'STARTTLS' ? WITH_STARTTLS : {};
      const { hop, send } = await relaying(t, { ...hopOptions, script: { [step]: CLOSE } });
      assert.equal(await send(dotless), verdict);
      assert.deepEqual([hop.messages.length, hop.connections.total], [0, 1]);
    });
  }
});

suite('timeouts', () => {
  for (const [step, timeout, leftMs] of [
    ['EHLO', 20_000, 150_000],
    ['MAIL', 60_000, 150_000],
    ['RCPT', 60_000, 150_000],
    ['DATA', 60_000, 150_000],
    ['RCPT', 5000, 5000],
  ] as const) {
    test(`the reply to ${step} is awaited for ${timeout / 1000} s if ${leftMs / 1000} s are left, then the message gets 451`, async (t) => {
      const { hop, nextHop, clock } = await relaying(t, { script: { [step]: SILENCE } });
      const delivering = nextHop.deliver(envelope, message, clock.now() + leftMs);
      await hop.until(() => hop.count(step) === 1);
      clock.advance(timeout);
      assert.equal(verdictOf(await delivering), 'deferred 451 4.4.2');
    });
  }

  test('the greeting is awaited for 45 s, then the message gets 451', async (t) => {
    const { hop, send, sockets, clock } = await relaying(t, { script: { greeting: SILENCE } });
    const verdict = send();
    await until(() => sockets[0]?.readyState === 'open' && hop.connections.open === 1);
    clock.advance(44_999);
    assert.equal(hop.connections.open, 1);
    clock.advance(1);
    assert.equal(await verdict, 'deferred 451 4.4.2');
  });
});

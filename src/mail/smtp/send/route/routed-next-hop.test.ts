import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { dotless, envelope, message, relaying, sending } from '#support/sending.ts';

const TARGET = { kind: 'relay', host: 'relay.test', port: 25, tls: 'opportunistic' } as const;

test('a message reaches the relay octet for octet, and the 250 of the relay is the verdict', async (t) => {
  const { hop, nextHop, deadline } = await relaying(t);
  const delivery = await nextHop.deliver(envelope, message, deadline);
  assert.deepEqual(delivery, {
    kind: 'accepted',
    reply: { code: 250, enhanced: '2.0.0' },
    peer: { host: 'localhost', tls: null },
  });
  const [taken] = hop.messages;
  assert.equal(taken?.octets.toString(), 'Subject: hello\r\n\r\nHello.\r\n.dotted\r\n');
  assert.deepEqual(taken?.recipients, ['<real@mailbox.test>']);
  assert.equal(taken?.mail, `MAIL FROM:<sender@origin.test> SIZE=${message.octets}`);
});

test('one connection carries message after message, without RSET', async (t) => {
  const { hop, send } = await relaying(t);
  for (let i = 0; i < 3; i++) await send();
  assert.deepEqual([hop.messages.length, hop.connections.total, hop.count('RSET')], [3, 1, 0]);
});

for (const [what, error, detail] of [
  [
    'none of its addresses answers',
    new AggregateError([new Error('::1 refused'), new Error('127.0.0.1 refused')]),
    'Error: ::1 refused, Error: 127.0.0.1 refused',
  ],
  ['the system does not give a text', new Error(''), 'unreachable'],
] as const) {
  test(`the log names the reason for an unreachable relay, even if ${what}`, async () => {
    const { send, log } = sending({ target: TARGET, connect: () => new Socket().destroy(error) });
    assert.equal(await send(), 'deferred 451 4.4.1');
    const fields = JSON.stringify({ host: 'relay.test', detail });
    assert.deepEqual(log.lines, [`warn next hop: unreachable ${fields}`]);
  });
}

test('an error in our own code is 451 with an unknown outcome, and is logged', async () => {
  const { nextHop, log, send } = sending({
    target: TARGET,
    connect: () => {
      throw new TypeError('a fault');
    },
  });
  assert.equal(await send(), 'deferred 451 4.3.0 unknown');
  assert.deepEqual(nextHop.connections, { busy: 0, idle: 0, waiting: 0 }, 'its slot is free');
  assert.equal(log.lines.length, 1);
  assert.match(log.lines[0] ?? '', /^warn next hop: internal error/);
  await nextHop.close();
});

test('an error in our own code in the middle of a message does not leave a connection open', async (t) => {
  const { hop, nextHop, log, send } = await relaying(t);
  const broken = {
    ...dotless,
    get chunks(): Buffer[] {
      throw new TypeError('a fault');
    },
  };
  assert.equal(await send(broken), 'deferred 451 4.3.0 unknown');
  await hop.until(() => hop.connections.total === 1 && hop.connections.open === 0);
  assert.deepEqual(nextHop.connections, { busy: 0, idle: 0, waiting: 0 });
  assert.deepEqual([hop.messages.length, log.lines.length], [0, 1]);
  assert.equal(await send(), 'accepted');
});

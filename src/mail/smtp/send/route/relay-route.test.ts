import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { envelope, message, relaying, sending } from '#support/sending.ts';

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
  const { hop, nextHop, deadline } = await relaying(t);
  for (let i = 0; i < 3; i++) await nextHop.deliver(envelope, message, deadline);
  assert.equal(hop.messages.length, 3);
  assert.equal(hop.connections.total, 1);
  assert.equal(hop.commands.includes('RSET'), false);
});

test('opportunistic TLS accepts any certificate', async (t) => {
  const { hop, nextHop, deadline } = await relaying(t, { extensions: ['STARTTLS', 'PIPELINING'] });
  const delivery = await nextHop.deliver(envelope, message, deadline);
  assert.equal(delivery.peer?.tls, 'TLSv1.3');
  assert.equal(hop.messages[0]?.tls, true);
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
    const { nextHop, log, deadline } = sending({
      target: { kind: 'relay', host: 'relay.test', port: 25, tls: 'opportunistic' },
      connect: () => new Socket().destroy(error),
    });
    await nextHop.deliver(envelope, message, deadline);
    const fields = JSON.stringify({ host: 'relay.test', detail });
    assert.deepEqual(log.lines, [`warn next hop: unreachable ${fields}`]);
  });
}

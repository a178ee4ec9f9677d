import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dotless, envelope, message, relaying, sending } from '#support/sending.ts';

test('an error in our own code is 451 with an unknown outcome, and is logged', async () => {
  const { nextHop, log, deadline } = sending({
    target: { kind: 'relay', host: '127.0.0.1', port: 25, tls: 'opportunistic' },
    connect: () => {
      throw new TypeError('a fault');
    },
  });
  const delivery = await nextHop.deliver(envelope, message, deadline);
  assert.deepEqual([delivery.kind, delivery.reply.enhanced], ['deferred', '4.3.0']);
  assert.equal(delivery.kind === 'deferred' && delivery.unknown, true);
  assert.deepEqual(
    nextHop.connections,
    { busy: 0, idle: 0, waiting: 0 },
    'its slot in the pool is free',
  );
  assert.deepEqual(
    log.lines.map((line) => line.slice(0, 29)),
    ['warn next hop: internal error'],
  );
  await nextHop.close();
});

test('an error in our own code in the middle of a message does not leave a connection open', async (t) => {
  const { hop, nextHop, log, deadline } = await relaying(t);
  const broken = {
    ...dotless,
    get chunks(): Buffer[] {
      throw new TypeError('a fault');
    },
  };
  const delivery = await nextHop.deliver(envelope, broken, deadline);
  assert.equal(delivery.kind === 'deferred' && delivery.unknown, true);
  await hop.until(() => hop.connections.total === 1 && hop.connections.open === 0);
  assert.deepEqual(nextHop.connections, { busy: 0, idle: 0, waiting: 0 });
  assert.equal(hop.messages.length, 0);
  assert.equal(log.lines.length, 1);
  assert.equal((await nextHop.deliver(envelope, message, deadline)).kind, 'accepted');
});

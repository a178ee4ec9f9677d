import assert from 'node:assert/strict';
import { test } from 'node:test';
import { envelope, message, sending } from '#support/sending.ts';

test('an error of our own code is 451, in doubt, and logged', async () => {
  const { nextHop, log, deadline } = sending({
    target: { kind: 'relay', host: '127.0.0.1', port: 25, tls: 'opportunistic' },
    connect: () => {
      throw new TypeError('a fault');
    },
  });
  const delivery = await nextHop.deliver(envelope, message, deadline);
  assert.deepEqual([delivery.kind, delivery.reply.enhanced], ['deferred', '4.3.0']);
  assert.equal(delivery.kind === 'deferred' && delivery.unknown, true);
  assert.deepEqual(nextHop.connections, { busy: 0, idle: 0 }, 'its slot in the pool is free');
  assert.deepEqual(
    log.lines.map((line) => line.slice(0, 20)),
    ['warn next hop: fault'],
  );
  await nextHop.close();
});

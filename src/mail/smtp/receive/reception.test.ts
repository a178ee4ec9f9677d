import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { reply } from '../reply.ts';
import { Budget } from './budget.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { Reception } from './reception.ts';
import { RoomQueue } from './room-queue.ts';
import { SLAB_OCTETS, Slabs } from './slabs.ts';

/** A message of this declared size (0: none) on its way into memory that has room for so many octets. */
function receptionOf(size: number, octets: number) {
  const budget = new Budget(octets, 1);
  const reception = Reception.open(
    () => ({ header: () => {}, body: () => {}, end: async () => reply(250, '2.0.0', 'OK') }),
    size,
    {
      budget,
      roomQueue: new RoomQueue(budget, new FakeClock(), 30_000),
      block: 'a',
      limits: DEFAULT_LIMITS,
      slabs: new Slabs(),
    },
  );
  return { budget, reception: reception ?? assert.fail('no room') };
}

test('a message holds the room of its declared size, and a step more from the first octet beyond', () => {
  const { messageOctets } = DEFAULT_LIMITS;
  const { budget, reception } = receptionOf(SLAB_OCTETS, messageOctets);
  const header = Buffer.from('A: b\r\n\r\n');
  reception.chunk(header);
  reception.chunk(Buffer.alloc(SLAB_OCTETS - header.length, 'x'));
  assert.equal(budget.used, SLAB_OCTETS);
  reception.chunk(Buffer.from('x'));
  assert.equal(budget.used, SLAB_OCTETS + 1_048_576);
  assert.ok(!budget.fitsBesideExpected('a', messageOctets - budget.used + 1));
  reception.release();
  reception.release();
  assert.equal(budget.used, 0);
});

test('a message of unknown size that holds more than is presumed is not expected to want more', () => {
  const { budget } = receptionOf(0, SLAB_OCTETS);
  assert.equal(budget.used, SLAB_OCTETS);
  assert.ok(budget.fitsBesideExpected('a', 0));
});

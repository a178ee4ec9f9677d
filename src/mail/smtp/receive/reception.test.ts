import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { reply } from '../reply.ts';
import { Budget } from './budget.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { Reception } from './reception.ts';
import { RoomQueue } from './room-queue.ts';
import { SLAB_OCTETS, Slabs } from './slabs.ts';

test('a message holds the room of its declared size, and a step more from the first octet beyond', () => {
  const budget = new Budget(DEFAULT_LIMITS.messageOctets, 1);
  const reception = Reception.open(
    () => ({ header: () => {}, body: () => {}, end: async () => reply(250, '2.0.0', 'OK') }),
    SLAB_OCTETS,
    {
      budget,
      roomQueue: new RoomQueue(budget, new FakeClock(), 30_000),
      block: 'a',
      limits: DEFAULT_LIMITS,
      slabs: new Slabs(),
    },
  );
  assert.ok(reception !== undefined);
  const header = Buffer.from('A: b\r\n\r\n');
  reception.chunk(header);
  reception.chunk(Buffer.alloc(SLAB_OCTETS - header.length, 'x'));
  assert.equal(budget.used, SLAB_OCTETS);
  reception.chunk(Buffer.from('x'));
  assert.equal(budget.used, SLAB_OCTETS + 1_048_576);
  reception.release();
  reception.release();
  assert.equal(budget.used, 0);
});

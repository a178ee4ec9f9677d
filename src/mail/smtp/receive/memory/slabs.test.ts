import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRST_SLAB_OCTETS, SLAB_OCTETS, Slabs } from './slabs.ts';

test('memory is reused, without any octet of the previous message', () => {
  const slabs = new Slabs();
  const empty = Buffer.alloc(SLAB_OCTETS);
  const [full, begun] = [slabs.take().fill('a'), slabs.take().fill(0).fill('a', 0, 1000)];
  slabs.give([full, begun], 1000);
  const again = [slabs.take(), slabs.take()];
  assert.deepEqual(new Set(again), new Set([full, begun]));
  for (const slab of again) assert.ok(slab.equals(empty));
  assert.ok(!again.includes(slabs.take()), 'a slab in use is not given to another');
});

test('a first slab is reused as a first slab, wiped', () => {
  const slabs = new Slabs();
  const [first, further] = [slabs.takeFirst().fill('a'), slabs.take().fill(0).fill('a', 0, 10)];
  slabs.give([first, further], 10);
  assert.equal(slabs.takeFirst(), first);
  assert.ok(first.equals(Buffer.alloc(FIRST_SLAB_OCTETS)));
  assert.equal(slabs.take(), further);
  assert.ok(further.equals(Buffer.alloc(SLAB_OCTETS)));
});

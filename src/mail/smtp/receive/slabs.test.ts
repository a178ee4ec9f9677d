import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SLAB_OCTETS, Slabs } from './slabs.ts';

test('memory is used again, and nothing of the message before is in it', () => {
  const slabs = new Slabs(() => {});
  const slab = slabs.take().fill('a');
  assert.equal(slab.length, SLAB_OCTETS);
  slabs.give([slab], 0);
  const again = slabs.take();
  assert.equal(again, slab);
  assert.ok(again.equals(Buffer.alloc(SLAB_OCTETS)));
  assert.notEqual(slabs.take(), again, 'what is in use is not given to another');
});

test('memory that nobody wants is let go of, and what is in steady use is kept', () => {
  const slabs = new Slabs(() => {});
  const burst = [slabs.take(), slabs.take(), slabs.take()];
  slabs.give(burst, 0);
  slabs.trim();
  slabs.give([slabs.take()], 0);
  slabs.trim();
  const left = [slabs.take(), slabs.take(), slabs.take()].filter((slab) => burst.includes(slab));
  assert.equal(left.length, 1);
});

test('octets of the runtime that are not needed any more are told of', () => {
  let garbage = 0;
  const slabs = new Slabs((octets) => {
    garbage += octets;
  });
  slabs.give([slabs.take()], 1000);
  assert.equal(garbage, SLAB_OCTETS + 1000);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Arena, FIRST_SLAB_OCTETS, SLAB_OCTETS, Slabs } from './slabs.ts';

/** The slabs of one chunk. */
const CHUNK = 512;
const BURST = 4 * CHUNK;

const takeMany = (arena: Arena, count: number) => Array.from({ length: count }, () => arena.take());
const giveAll = (arena: Arena, slabs: readonly Buffer[]) =>
  slabs.forEach((slab) => arena.give(slab));

test('the memory of a burst returns to the system without a garbage collection', () => {
  const arena = new Arena(SLAB_OCTETS);
  const burst = takeMany(arena, BURST);
  for (const slab of burst) slab.fill('a');
  giveAll(arena, burst);
  // Over the trim alone: the runtime's own threads release memory too, for example that of earlier tests.
  const released = () => {
    const before = process.memoryUsage.rss();
    arena.trim();
    return before - process.memoryUsage.rss();
  };
  assert.ok(released() < 0.1 * BURST * SLAB_OCTETS, 'used since the last trim');
  assert.ok(released() > 0.9 * BURST * SLAB_OCTETS);
});

test('memory in steady use is kept, and the rest of a burst is released', () => {
  const arena = new Arena(SLAB_OCTETS);
  giveAll(arena, takeMany(arena, BURST));
  arena.trim();
  const [steady] = takeMany(arena, 1);
  assert.ok(steady);
  arena.give(steady);
  arena.trim();
  arena.trim();
  assert.equal(steady.length, 0, 'unused between two trims');
  const slabs = takeMany(arena, CHUNK + 1);
  const [oldest, youngest] = [slabs.slice(0, CHUNK), slabs.slice(CHUNK)];
  giveAll(arena, slabs);
  for (let often = 0; often < 3; often += 1) {
    const one = arena.take();
    assert.ok(oldest.includes(one));
    arena.trim();
    arena.give(one);
  }
  assert.deepEqual(
    [oldest[0]?.length, youngest[0]?.length],
    [SLAB_OCTETS, 0],
    'the older chunk has served all',
  );
});

test('a slab in use is neither given out again nor released', () => {
  const arena = new Arena(SLAB_OCTETS);
  const held = arena.take().fill('a');
  const others = takeMany(arena, 2 * CHUNK);
  assert.ok(!others.includes(held));
  giveAll(arena, others);
  for (let often = 0; often < 3; often += 1) arena.trim();
  assert.ok(held.equals(Buffer.alloc(SLAB_OCTETS, 'a')));
  assert.ok(!takeMany(arena, 2 * CHUNK).includes(held));
});

test('the end of an arena releases all but a slab in use', () => {
  const arena = new Arena(SLAB_OCTETS);
  const [held, ...others] = takeMany(arena, 2 * CHUNK);
  assert.ok(held);
  giveAll(arena, others);
  arena.close();
  assert.deepEqual([held.length, others.at(-1)?.length], [SLAB_OCTETS, 0]);
  arena.give(held);
  arena.close();
  assert.equal(held.length, 0);
});

test('slabs of both sizes are reused, without any octet of the previous message', () => {
  const slabs = new Slabs();
  const filled = [slabs.takeFirst(), slabs.take(), slabs.take()].map((slab) => slab.fill('a'));
  filled[2]?.fill(0, 1000);
  slabs.give(filled, 1000);
  const again = [slabs.takeFirst(), slabs.take(), slabs.take()];
  assert.equal(again[0], filled[0]);
  assert.deepEqual(new Set(again), new Set(filled));
  for (const slab of again) assert.ok(slab.equals(Buffer.alloc(slab.length)));
  assert.deepEqual([again[0]?.length, again[1]?.length], [FIRST_SLAB_OCTETS, SLAB_OCTETS]);
  assert.ok(!again.includes(slabs.take()), 'a slab in use is not given to another');
});

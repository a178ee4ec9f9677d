import assert from 'node:assert/strict';
import { test } from 'node:test';
import { World } from './world.ts';

test('work that calls for more work without an end is broken off', () => {
  const world = new World();
  const again = () => void world.in(1, again);
  again();
  assert.equal(world.run(), false);
});

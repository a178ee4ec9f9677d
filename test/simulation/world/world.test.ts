import assert from 'node:assert/strict';
import { test } from 'node:test';
import { World } from './world.ts';

test('work that endlessly schedules more work is aborted', () => {
  const world = new World();
  const again = () => void world.in(1, again);
  again();
  assert.equal(world.run(), false);
});

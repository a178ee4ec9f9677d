import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHANGE_TRIES } from './change-tries.ts';

test('a network has five tries of a code for as long as the code lives', () => {
  assert.deepEqual(CHANGE_TRIES, [{ most: 5, ms: 86_400_000 }]);
});

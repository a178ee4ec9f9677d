import assert from 'node:assert/strict';
import { test } from 'node:test';
import { after, locked } from './reached-states.fixture.ts';

test('the same message is not stacked twice', () => {
  const { state } = after([{ type: 'submitted' }, { type: 'submitted' }], locked);
  assert.equal(state.toasts.length, 1);
  const id = state.toasts[0]?.id ?? 0;
  assert.deepEqual(after([{ type: 'toastFaded', id }], state).state.toasts, []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MESSAGES } from '#rules/messages.ts';
import { after, ALIAS, lastToast, result } from './reached.ts';

test('the switch shows the wish at once and falls back when it cannot be saved', () => {
  const off = after([{ type: 'flipped' }], result);
  assert.equal(off.state.forwarding.wish, false);
  assert.deepEqual(off.commands, [{ do: 'save', alias: ALIAS, active: false }]);
  const { state } = after([{ type: 'saveFailed', id: '1' }], off.state);
  assert.equal(state.forwarding.wish, true);
  assert.equal(lastToast(state), `error: ${MESSAGES.toggleFailed}`);
});

test('two quick clicks end in the last wish, saved one after the other', () => {
  const twice = after([{ type: 'flipped' }, { type: 'flipped' }], result);
  assert.equal(twice.state.forwarding.wish, true);
  assert.deepEqual(twice.commands, []);
  const first = after([{ type: 'saved', id: '1', active: false }], twice.state);
  assert.deepEqual(first.commands, [{ do: 'save', alias: ALIAS, active: true }]);
  const second = after([{ type: 'saved', id: '1', active: true }], first.state);
  assert.deepEqual(second.state.forwarding, { wish: true, stored: true, saving: undefined });
});

test('a wish that was overtaken by a failure is saved in any case', () => {
  const twice = after([{ type: 'flipped' }, { type: 'flipped' }], result).state;
  const { state, commands } = after([{ type: 'saveFailed', id: '1' }], twice);
  assert.deepEqual(commands, [{ do: 'save', alias: ALIAS, active: true }]);
  assert.equal(state.toasts.length, result.toasts.length);
});

test('a wish that waits for its turn is saved although the visitor goes back', () => {
  const twice = after([{ type: 'flipped' }, { type: 'flipped' }], result).state;
  const { commands } = after([{ type: 'wentBack' }], twice);
  assert.deepEqual(commands, [{ do: 'save', alias: ALIAS, active: true }]);
});

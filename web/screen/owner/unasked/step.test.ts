import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALIAS, JANE } from '../../machine/reached-states.fixture.ts';
import type { OwnerEvent } from '../events.ts';
import { after, EMPTY, RESULT, SEEN } from '../steps.fixture.ts';

const ROW = { id: 'b', alias: 'alias-4321@veil.example' };
const OTHER = { id: 'c', alias: 'alias-4322@veil.example' };
const SIGNED_IN = SEEN(EMPTY, JANE);
const told = (rows = [ROW], kept = false): OwnerEvent => {
  return { type: 'unaskedTold', owner: JANE, rows, kept };
};
const press = (keep: boolean, { id } = ROW): OwnerEvent => ({ type: 'unaskedPressed', id, keep });
const ended = (keep: boolean, done = true, { id } = ROW): OwnerEvent => {
  return { type: 'unaskedEnded', id, keep, done };
};

test('a session asks once what someone has made for its address, and again when the visitor comes back', () => {
  const ask = [{ do: 'readUnasked', owner: JANE }];
  assert.deepEqual(after([SIGNED_IN])[1], ask);
  assert.deepEqual(after([SIGNED_IN, SIGNED_IN])[1], []);
  assert.deepEqual(after([SIGNED_IN, { type: 'cameBack' }])[1], ask);
  assert.deepEqual(after([SEEN(EMPTY)])[1], []);
});

test('an alias that is kept comes to the screen, and the others stay', () => {
  const [pressed, commands] = after([SIGNED_IN, told([ROW, OTHER]), press(true)]);
  assert.deepEqual(commands, [{ do: 'answerUnasked', id: ROW.id, keep: true }]);
  const [kept, shown] = after([ended(true)], pressed);
  assert.deepEqual(shown, [{ do: 'show', email: JANE }]);
  assert.deepEqual(kept.unasked.rows, [OTHER]);
  assert.equal(kept.done?.email, JANE);
});

test('an alias that is deleted goes, and is named', () => {
  const [state, commands] = after([SIGNED_IN, told(), press(false), ended(false)]);
  assert.deepEqual(commands, []);
  assert.deepEqual([state.unasked.rows, state.unasked.gone], [[], ROW.alias]);
});

test('an alias on the screen leaves it when it is deleted', () => {
  const mine = { id: ALIAS.id, alias: ALIAS.alias_email };
  const answered = [press(false, mine), ended(false, true, mine)];
  const [, commands] = after([SEEN(RESULT, JANE), told([mine]), ...answered]);
  assert.deepEqual(commands, [{ do: 'leave' }]);
});

test('what this browser made is kept without a question, and comes to the screen', () => {
  const [state, commands] = after([SIGNED_IN, told([], true)]);
  assert.deepEqual(commands, [{ do: 'show', email: JANE }]);
  assert.equal(state.done?.email, JANE);
});

test('one press is answered at a time; one that fails can be repeated', () => {
  assert.deepEqual(after([SIGNED_IN, told(), press(true), press(false)])[1], []);
  const [state] = after([SIGNED_IN, told(), press(true), ended(true, false)]);
  assert.deepEqual([state.unasked.failed, state.unasked.rows], [ROW.id, [ROW]]);
  assert.equal(after([press(true)], state)[1].length, 1);
});

test('what was created for an address leaves the screen with its session, and a late answer brings nothing back', () => {
  const [state] = after([SIGNED_IN, told(), SEEN(EMPTY), told()]);
  assert.deepEqual(state.unasked.rows, []);
});

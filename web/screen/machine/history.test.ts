import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ScreenEvent } from './events.ts';
import {
  after,
  ALIAS,
  checking,
  free,
  JANE,
  locked,
  lookedUp,
  result,
  typed,
  unreachable,
  deskOf,
} from './reached-states.fixture.ts';
import { INITIAL } from './state.ts';

const returned: ScreenEvent = { type: 'returned', email: JANE };

test("'Back to main screen' clears the form at once, and removes the entry", () => {
  const { state, commands } = after([{ type: 'backPressed' }], result);
  assert.deepEqual(
    [state.view.stage, state.email, state.view.desk?.alias],
    ['idle', '', undefined],
  );
  assert.deepEqual(commands, [{ do: 'leaveResult' }]);
  // The browser's own event comes later, and must not clear text typed in between.
  const retyped = after([typed('john@home.example')], state).state;
  assert.deepEqual(after([{ type: 'wentBack' }], retyped), { state: retyped, commands: [] });
});

test("the browser's Back leads from the result, and from its look-up, to the empty form", () => {
  const returning = after([returned]).state;
  for (const from of [result, returning]) {
    // The time of the last test mail stays.
    const { state, commands } = after([{ type: 'wentBack' }], { ...from, freeAt: 7 });
    assert.deepEqual([state.view, state.email, state.freeAt], [{ stage: 'idle' }, '', 7]);
    assert.deepEqual(commands, []);
  }
  for (const from of [INITIAL, checking, free, locked]) {
    assert.equal(after([{ type: 'wentBack' }], from).state, from);
  }
});

test('a visitor who returns to the result sees the stored state, and not the locked form', () => {
  const { state, commands } = after([returned], locked);
  assert.deepEqual([state.view.stage, state.email], ['checking', JANE]);
  assert.deepEqual(commands, [{ do: 'lookUp', turn: 2, email: JANE }]);
  const off = { ...ALIAS, active: false };
  const again = after([lookedUp(2, off)], state).state;
  assert.deepEqual(
    [again.view.stage, again.view.desk?.alias, deskOf(again).forwarding.wish],
    ['result', off, false],
  );
  assert.deepEqual(again.toasts, []);
  assert.equal(after([returned], again).state, again);
});

test('a result whose alias is gone is the form with its address, and locks as any form from then on', () => {
  const gone = after([returned, lookedUp(1)]).state;
  assert.deepEqual(
    [gone.view, gone.email],
    [{ stage: 'free', trouble: undefined, occasion: 'typing' }, JANE],
  );
});

test('a visitor who types another address during the look-up of a return is not interrupted', () => {
  const { state } = after([returned, typed(`${JANE}.au`)]);
  assert.deepEqual(after([lookedUp(1, ALIAS)], state), { state, commands: [] });
  const asked = after([{ type: 'paused', turn: 2 }, lookedUp(2)], state).state;
  assert.deepEqual([asked.view.stage, asked.email], ['free', `${JANE}.au`]);
});

test('a failed return is tried again as a return, unless another address is typed', () => {
  const failed = unreachable(1);
  const stranded = after([returned, failed]).state;
  assert.equal(
    after([{ type: 'triedAgain' }, lookedUp(1, ALIAS)], stranded).state.view.stage,
    'result',
  );
  const other = after([typed('john@home.example'), { type: 'paused', turn: 2 }], stranded).state;
  assert.equal(after([lookedUp(2, ALIAS)], other).state.view.stage, 'locked');
});

test('an alias that the visitor may no longer see leaves its address in a locked form, and a reload does not bring its result back', () => {
  const { state, commands } = after([{ type: 'hidden', email: JANE }], result);
  assert.deepEqual(
    commands.map((command) => command.do),
    ['leaveResult', 'lookUp'],
  );
  const hidden = after([lookedUp(state.turn)], state).state;
  assert.deepEqual([hidden.view, hidden.email], [{ stage: 'locked', desk: undefined }, JANE]);
  assert.equal(after([{ type: 'wentBack' }], state).state, state);
});

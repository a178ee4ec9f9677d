import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Action } from './actions.ts';
import { lookOf } from './look.ts';
import { manageStep } from './machine.ts';
import { FOLDED, type ManageState } from './state.ts';

test('while one action runs the others are held, and so is a code: nothing that is pressed or typed is lost without a sign', () => {
  const { state: busy } = manageStep(FOLDED, {
    type: 'pressed',
    action: { do: 'endAfter', days: 7 },
  });
  const is = (days: number) => (action: Action) => action.do === 'endAfter' && action.days === days;
  const looks = (state: ManageState) => [
    lookOf(state, is(7), 'inked'),
    lookOf(state, is(30)),
    lookOf(state, is(30), 'off'),
  ];
  assert.deepEqual(looks(FOLDED), ['inked', 'outlined', 'off']);
  assert.deepEqual(looks(busy), ['busy', 'held', 'off']);
  assert.equal(manageStep(busy, { type: 'codeTyped', text: '123456' }).state, busy);
});

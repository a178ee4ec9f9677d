import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MESSAGES } from '#languages/en/form.ts';
import { canSubmit } from './form.ts';
import {
  after,
  ALIAS,
  free,
  JANE,
  lastToast,
  lookedUp,
  result,
  typed,
  deskOf,
  unreachable,
} from './reached-states.fixture.ts';

test('a second click during the creation of an alias changes nothing', () => {
  const creating = after([{ type: 'submitted' }], free);
  assert.deepEqual(creating.commands, [{ do: 'create', turn: 2, email: JANE }]);
  assert.deepEqual(after([{ type: 'submitted' }], creating.state), {
    state: creating.state,
    commands: [],
  });
});

test('a submit within the 500 ms needs no look-up, and none begins later', () => {
  const { state, commands } = after([typed(JANE), { type: 'submitted' }]);
  assert.deepEqual(commands, [{ do: 'create', turn: 2, email: JANE }]);
  assert.deepEqual(after([{ type: 'paused', turn: 1 }], state).state, state);
});

test('a new alias is on, with a toast', () => {
  assert.equal(result.view.stage, 'result');
  assert.equal(deskOf(result).forwarding.wish, true);
  assert.equal(lastToast(result), `success: ${MESSAGES.created}`);
});

test('an address that got its alias in between is looked up again, and the form locks', () => {
  const { state, commands } = after(
    [
      { type: 'submitted' },
      { type: 'creationEnded', turn: 2, creation: { kind: 'addressTaken', hidden: false } },
    ],
    free,
  );
  assert.equal(lastToast(state), `warning: ${MESSAGES.planLimit}`);
  assert.deepEqual(commands, [{ do: 'lookUp', turn: 2, email: JANE }]);
  assert.equal(after([lookedUp(2, ALIAS)], state).state.view.stage, 'locked');
  assert.equal(after([unreachable(2)], state).state.view.stage, 'free');
});

test('a failed creation is reported, keeps the address and can be tried again', () => {
  for (const [creation, message] of [
    [{ kind: 'noUniqueName' }, MESSAGES.noUniqueAlias],
    [{ kind: 'failed', trouble: 'unreachable' }, MESSAGES.creationFailed],
  ] as const) {
    const { state } = after(
      [{ type: 'submitted' }, { type: 'creationEnded', turn: 2, creation }],
      free,
    );
    assert.equal(lastToast(state), `error: ${message}`);
    assert.equal(state.email, JANE);
    assert.equal(canSubmit(state), true);
  }
});

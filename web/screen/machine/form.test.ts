import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MESSAGES } from '#languages/en/form.ts';
import { canSubmit } from './form.ts';
import {
  after,
  ALIAS,
  checking,
  created,
  deskOf,
  free,
  JANE,
  lastToast,
  locked,
  lookedUp,
  typed,
  unreachable,
} from './reached-states.fixture.ts';
import { INITIAL, troubleOf } from './state.ts';

test('a valid address is looked up 500 ms after the last keystroke', () => {
  const first = after([typed('jane@home.e')]);
  assert.deepEqual(first.commands, [{ do: 'wait', ms: 500, event: { type: 'paused', turn: 1 } }]);
  const second = after([typed(JANE)], first.state);
  assert.deepEqual(after([{ type: 'paused', turn: 1 }], second.state), {
    state: second.state,
    commands: [],
  });
  const paused = after([{ type: 'paused', turn: 2 }], second.state);
  assert.equal(paused.state.view.stage, 'checking');
  assert.deepEqual(paused.commands, [{ do: 'lookUp', turn: 2, email: JANE }]);
});

test('an invalid address is flagged after a pause, when the field is left, or on Enter; an empty one never', () => {
  const half = after([typed('jane@home')]).state;
  assert.equal(half.flagged, false);
  assert.equal(after([{ type: 'paused', turn: 1 }], half).state.flagged, true);
  assert.equal(after([{ type: 'leftField' }], half).state.flagged, true);
  assert.equal(after([{ type: 'submitted' }], half).state.flagged, true);
  for (const type of ['leftField', 'submitted'] as const) {
    assert.equal(after([{ type }]).state.flagged, false);
    const blank = after([typed(' \u200b'), { type }]).state;
    assert.deepEqual([blank.flagged, canSubmit(blank)], [false, false], 'nor one with blanks');
  }
});

test('the field message goes when the address is valid or empty, and not before', () => {
  const flagged = after([typed('jane'), { type: 'leftField' }]).state;
  assert.equal(after([typed('jane@home')], flagged).state.flagged, true);
  assert.equal(after([typed(JANE)], flagged).state.flagged, false);
  assert.equal(after([typed('')], flagged).state.flagged, false);
});

test('an alias can be requested unless a check, a creation or an existing alias prevents it', () => {
  const typing = after([typed(JANE)]).state;
  const creating = after([{ type: 'submitted' }], free).state;
  for (const state of [typing, free]) assert.equal(canSubmit(state), true, state.view.stage);
  for (const state of [INITIAL, checking, locked, creating]) {
    assert.equal(canSubmit(state), false, state.view.stage);
  }
  assert.equal(canSubmit(after([typed('jane')]).state), false);
});

test('an address with an alias locks the form, and submitting it is answered with the limit', () => {
  assert.equal(locked.view.stage, 'locked');
  assert.equal(deskOf(locked).alias, ALIAS);
  const { state, commands } = after([{ type: 'submitted' }, { type: 'submitted' }], locked);
  assert.equal(lastToast(state), `warning: ${MESSAGES.planLimit}`);
  assert.deepEqual(commands, []);
  assert.equal(state.toasts.length, 1, 'the same message is not stacked twice');
  const id = state.toasts[0]?.id ?? 0;
  assert.deepEqual(after([{ type: 'toastFaded', id }], state).state.toasts, []);
});

test('Enter during a look-up is acted on when the look-up ends free; the next key drops it', () => {
  const waiting = after([{ type: 'entered' }], checking);
  assert.deepEqual(waiting.commands, []);
  assert.equal(waiting.state.view.stage, 'checking');
  const { state, commands } = after([lookedUp(1)], waiting.state);
  assert.equal(state.view.stage, 'creating');
  assert.deepEqual(commands, [{ do: 'create', turn: 2, email: JANE }]);
  // The address has an alias, or the server does not answer: nothing is created.
  assert.equal(after([lookedUp(1, ALIAS)], waiting.state).state.view.stage, 'locked');
  assert.equal(after([unreachable(1)], waiting.state).state.view.stage, 'free');
  const other = after([typed(`${JANE}.au`), { type: 'paused', turn: 2 }], waiting.state).state;
  assert.equal(after([lookedUp(2)], other).state.view.stage, 'free');
});

test('an answer that comes after a change of the field is dropped', () => {
  const changed = after([typed('john@home.example')], checking).state;
  assert.deepEqual(after([lookedUp(1, ALIAS)], changed).state, changed);
  const creating = after([{ type: 'submitted' }], free).state;
  const retyped = after([typed('john@home.example')], creating).state;
  assert.deepEqual(after([created(2)], retyped).state, retyped);
});

test('a failed look-up counts as empty; the way back to the server is tried when there is one', () => {
  const failed = unreachable(1);
  const { state } = after([failed], checking);
  assert.equal(state.view.stage, 'free');
  assert.equal(troubleOf(state), 'unreachable');
  for (const type of ['triedAgain', 'cameOnline'] as const) {
    assert.equal(after([{ type }], state).state.view.stage, 'checking', type);
  }
  assert.deepEqual(after([{ type: 'cameOnline' }], free).commands, []);
});

test('an address is looked up and inserted without a keyboard’s blanks; the field keeps them', () => {
  const text = ` \u200e<${JANE}>\u00a0`;
  const typing = after([typed(text)]).state;
  assert.equal(typing.email, text);
  assert.equal(canSubmit(typing), true);
  const paused = after([{ type: 'paused', turn: 1 }], typing);
  assert.deepEqual(paused.commands, [{ do: 'lookUp', turn: 1, email: JANE }]);
  const submitted = after([{ type: 'submitted' }], typing);
  assert.deepEqual(submitted.commands, [{ do: 'create', turn: 2, email: JANE }]);
});

test('a blank typed during the creation of an alias changes no address, and the alias is shown', () => {
  const creating = after([{ type: 'submitted' }], free).state;
  const { state } = after([typed(`${JANE} `), created(2)], creating);
  assert.equal(state.view.stage, 'result');
});

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

test('a new alias is on, with a toast, and makes an entry in the history, with its address', () => {
  const typing = after([typed(` <${JANE}> `)]).state;
  const { state, commands } = after([{ type: 'submitted' }, created(2)], typing);
  assert.equal(state.view.stage, 'result');
  assert.equal(deskOf(state).forwarding.wish, true);
  assert.equal(lastToast(state), `success: ${MESSAGES.created}`);
  assert.deepEqual(commands, [{ do: 'enterResult', email: JANE }]);
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
    assert.equal(troubleOf(state), 'trouble' in creation ? creation.trouble : undefined);
  }
});

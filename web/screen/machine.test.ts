import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MESSAGES } from '#rules/messages.ts';
import type { AliasRow } from '../client/alias-row.ts';
import type { Command, ScreenEvent } from './machine/events.ts';
import { canSubmit } from './machine/form.ts';
import { INITIAL, type State } from './machine/state.ts';
import { toastMessage } from './machine/toasts.ts';
import { step } from './machine.ts';

const NOW = 1_800_000_000_000;
const JANE = 'jane@home.example';
const ALIAS: AliasRow = {
  id: '1',
  real_email: JANE,
  alias_email: 'alias-4827@veilpost.example',
  active: true,
  created_at: '2026-11-21T09:00:00Z',
};

/** What follows from events, one after another, and the commands of the last. */
function after(events: ScreenEvent[], from: State = INITIAL, now = NOW) {
  let state = from;
  let commands: readonly Command[] = [];
  for (const event of events) ({ state, commands } = step(state, event, now));
  return { state, commands };
}

const typed = (email: string): ScreenEvent => ({ type: 'typed', email });
const lookedUp = (turn: number, alias?: AliasRow): ScreenEvent => ({
  type: 'lookedUp',
  turn,
  alias,
  trouble: undefined,
});
const created = (turn: number): ScreenEvent => ({
  type: 'creationEnded',
  turn,
  creation: { kind: 'created', alias: ALIAS },
});

const checking = after([typed(JANE), { type: 'paused', turn: 1 }]).state;
const free = after([lookedUp(1)], checking).state;
const locked = after([lookedUp(1, ALIAS)], checking).state;
const result = after([{ type: 'submitted' }, created(2)], free).state;
const written = after(
  [
    { type: 'testMailOpened' },
    { type: 'subjectTyped', subject: 'Hello' },
    { type: 'messageTyped', message: 'Are you there?' },
  ],
  result,
).state;

const lastToast = ({ toasts }: State, now = NOW) => {
  const toast = toasts.at(-1);
  return toast && `${toast.kind}: ${toastMessage(toast, now)}`;
};

test('a valid address is looked up 500 ms after the last keystroke', () => {
  const first = after([typed('jane@home.e')]);
  assert.deepEqual(first.commands, [{ do: 'wait', ms: 500, event: { type: 'paused', turn: 1 } }]);
  const second = after([typed(JANE)], first.state);
  assert.deepEqual(after([{ type: 'paused', turn: 1 }], second.state), {
    state: second.state,
    commands: [],
  });
  const paused = after([{ type: 'paused', turn: 2 }], second.state);
  assert.equal(paused.state.stage, 'checking');
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
  }
});

test('the field message goes when the address is right or gone, and not before', () => {
  const flagged = after([typed('jane'), { type: 'leftField' }]).state;
  assert.equal(after([typed('jane@home')], flagged).state.flagged, true);
  assert.equal(after([typed(JANE)], flagged).state.flagged, false);
  assert.equal(after([typed('')], flagged).state.flagged, false);
});

test('an alias can be asked for while nothing is checked, created or there already', () => {
  const typing = after([typed(JANE)]).state;
  const creating = after([{ type: 'submitted' }], free).state;
  for (const state of [typing, free]) assert.equal(canSubmit(state), true, state.stage);
  for (const state of [INITIAL, checking, locked, creating]) {
    assert.equal(canSubmit(state), false, state.stage);
  }
  assert.equal(canSubmit(after([typed('jane')]).state), false);
});

test('an address with an alias locks the form, and submitting it is answered with the limit', () => {
  assert.equal(locked.stage, 'locked');
  assert.equal(locked.alias, ALIAS);
  const { state, commands } = after([{ type: 'submitted' }], locked);
  assert.equal(lastToast(state), `warning: ${MESSAGES.planLimit}`);
  assert.deepEqual(commands, []);
});

test('another address unlocks the form at once', () => {
  const { state } = after([typed('john@home.example')], locked);
  assert.equal(state.alias, undefined);
  assert.equal(state.stage, 'typing');
});

test('an answer that comes after the field has changed is dropped', () => {
  const changed = after([typed('john@home.example')], checking).state;
  assert.deepEqual(after([lookedUp(1, ALIAS)], changed).state, changed);
  const creating = after([{ type: 'submitted' }], free).state;
  const retyped = after([typed('john@home.example')], creating).state;
  assert.deepEqual(after([created(2)], retyped).state, retyped);
});

test('a second click while an alias is created changes nothing', () => {
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

test('a new alias is on, and told', () => {
  assert.equal(result.stage, 'result');
  assert.equal(result.forwarding.wish, true);
  assert.equal(lastToast(result), `success: ${MESSAGES.created}`);
});

test('an address that got its alias in between is looked up again, and the form locks', () => {
  const { state, commands } = after(
    [{ type: 'submitted' }, { type: 'creationEnded', turn: 2, creation: { kind: 'addressTaken' } }],
    free,
  );
  assert.equal(lastToast(state), `warning: ${MESSAGES.planLimit}`);
  assert.deepEqual(commands, [{ do: 'lookUp', turn: 2, email: JANE }]);
  assert.equal(after([lookedUp(2, ALIAS)], state).state.stage, 'locked');
});

test('a creation that fails says so, keeps the address and can be tried again', () => {
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

test('a look-up that fails counts as empty; the way back to the server is tried when there is one', () => {
  const failed: ScreenEvent = {
    type: 'lookedUp',
    turn: 1,
    alias: undefined,
    trouble: 'unreachable',
  };
  const { state } = after([failed], checking);
  assert.equal(state.stage, 'free');
  assert.equal(state.trouble, 'unreachable');
  for (const type of ['triedAgain', 'cameOnline'] as const) {
    assert.equal(after([{ type }], state).state.stage, 'checking', type);
  }
  assert.deepEqual(after([{ type: 'cameOnline' }], free).commands, []);
});

test('back to the main screen clears the form and keeps the time of the last test mail', () => {
  const waiting = { ...result, testMail: { ...result.testMail, freeAt: NOW + 1000 } };
  const { state } = after([{ type: 'wentBack' }], waiting);
  assert.equal(state.email, '');
  assert.equal(state.stage, 'idle');
  assert.equal(state.forwarding.wish, true);
  assert.equal(state.testMail.freeAt, NOW + 1000);
  assert.equal(state.alias, undefined);
});

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

test('the copy button reads Copied! for 2 seconds after the last copy', () => {
  const once = after([{ type: 'copyPressed' }], result);
  assert.deepEqual(once.commands, [{ do: 'copy', copy: 1, text: ALIAS.alias_email }]);
  const copied = after([{ type: 'copyEnded', copy: 1, copied: true }], once.state);
  assert.deepEqual(copied.commands, [
    { do: 'wait', ms: 2000, event: { type: 'copyFaded', copy: 1 } },
  ]);
  const again = after(
    [{ type: 'copyPressed' }, { type: 'copyEnded', copy: 2, copied: true }],
    copied.state,
  ).state;
  assert.equal(after([{ type: 'copyFaded', copy: 1 }], again).state.copying, 'copied');
  assert.equal(after([{ type: 'copyFaded', copy: 2 }], again).state.copying, 'idle');
});

test('an inactive alias blocks copying and test mail', () => {
  const off = after([{ type: 'flipped' }], result).state;
  assert.deepEqual(after([{ type: 'copyPressed' }], off).commands, []);
  assert.equal(after([{ type: 'testMailOpened' }], off).state.testMail.open, false);
});

test('a test mail needs a subject and a message that are more than blanks', () => {
  assert.equal(after([{ type: 'sendPressed' }], written).commands.length, 1);
  for (const event of [
    { type: 'subjectTyped', subject: ' ' },
    { type: 'messageTyped', message: '\n' },
  ] as const) {
    assert.deepEqual(after([event, { type: 'sendPressed' }], written).commands, []);
  }
});

test('a delivered test mail closes the dialog, clears its fields and is told', () => {
  const receipt = { host: 'mx.example.com', tls: 'TLSv1.3', code: 250, ms: 640 };
  const { state } = after(
    [
      { type: 'sendPressed' },
      { type: 'sendEnded', aliasId: '1', outcome: { kind: 'delivered', receipt } },
    ],
    written,
  );
  const { open, subject, message, sending } = state.testMail;
  assert.deepEqual([open, subject, message, sending], [false, '', '', false]);
  assert.equal(state.testMail.receipt, receipt);
  assert.equal(lastToast(state), `success: ${MESSAGES.testMailSent}`);
});

test('a second test mail has to wait until 60 s have passed, and the seconds are counted down', () => {
  const free60 = { ...written, testMail: { ...written.testMail, freeAt: NOW + 60_000 } };
  const press = (now: number) => after([{ type: 'sendPressed' }], free60, now);
  const { state, commands } = press(NOW + 1);
  assert.deepEqual(commands, []);
  const wait = (seconds: number) =>
    `warning: Please wait ${seconds} seconds before sending another test mail.`;
  assert.equal(lastToast(state, NOW + 1), wait(60));
  assert.equal(lastToast(state, NOW + 1000), wait(59));
  assert.equal(lastToast(press(NOW + 59_999).state, NOW + 59_999), wait(1));
  assert.equal(press(NOW + 60_000).commands.length, 1);
});

test('the server may ask for a longer wait', () => {
  const { state } = after(
    [
      { type: 'sendPressed' },
      {
        type: 'sendEnded',
        aliasId: '1',
        outcome: { kind: 'failed', failure: { kind: 'rateLimited', seconds: 42 } },
      },
    ],
    written,
  );
  assert.equal(
    lastToast(state),
    'warning: Please wait 42 seconds before sending another test mail.',
  );
  assert.equal(state.testMail.subject, 'Hello');
});

test('a test mail for a disabled alias is refused: here, or by the server that knows better', () => {
  const off = { ...written, forwarding: { wish: false, stored: false, saving: undefined } };
  const here = after([{ type: 'sendPressed' }], off);
  assert.equal(lastToast(here.state), `error: ${MESSAGES.aliasDisabled}`);
  assert.deepEqual(here.commands, []);
  const there = after(
    [
      { type: 'sendPressed' },
      {
        type: 'sendEnded',
        aliasId: '1',
        outcome: { kind: 'failed', failure: { kind: 'aliasDisabled' } },
      },
    ],
    written,
  ).state;
  assert.equal(lastToast(there), `error: ${MESSAGES.aliasDisabled}`);
  assert.equal(there.forwarding.wish, false);
});

test('a mail that was not delivered is told in the dialog, or in a toast once it is closed; nothing typed is lost', () => {
  const ended: ScreenEvent = {
    type: 'sendEnded',
    aliasId: '1',
    outcome: { kind: 'failed', failure: { kind: 'refused', code: 550 } },
  };
  const sentence = 'Test mail could not be delivered: the receiving server refused it (550).';
  const inside = after([{ type: 'sendPressed' }, ended], written).state;
  assert.equal(inside.testMail.failure, sentence);
  assert.equal(inside.testMail.message, 'Are you there?');
  const outside = after(
    [{ type: 'sendPressed' }, { type: 'testMailClosed' }, ended],
    written,
  ).state;
  assert.equal(lastToast(outside), `error: ${sentence}`);
  assert.equal(outside.testMail.subject, 'Hello');
});

test('the outcome of a mail to an earlier alias does not touch the present one', () => {
  const gone = after([{ type: 'sendPressed' }, { type: 'wentBack' }], written).state;
  const { state } = after(
    [
      {
        type: 'sendEnded',
        aliasId: '1',
        outcome: { kind: 'delivered', receipt: { host: 'h', tls: null, code: 250, ms: 1 } },
      },
    ],
    gone,
  );
  assert.equal(state.testMail.receipt, undefined);
  assert.equal(state.testMail.freeAt, NOW + 60_000);
});

test('the same message is not stacked twice', () => {
  const { state } = after([{ type: 'submitted' }, { type: 'submitted' }], locked);
  assert.equal(state.toasts.length, 1);
  const id = state.toasts[0]?.id ?? 0;
  assert.deepEqual(after([{ type: 'toastFaded', id }], state).state.toasts, []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALIAS_MESSAGES } from '#languages/en/alias.ts';
import { onDesk } from './desk-change.ts';
import type { ScreenEvent } from './events.ts';
import {
  after,
  ALIAS,
  JANE,
  lastToast,
  locked,
  lookedUp,
  result,
  typed,
  deskOf,
} from './reached-states.fixture.ts';

test('the switch shows the choice at once and reverts if it cannot be saved', () => {
  const off = after([{ type: 'flipped' }], result);
  assert.equal(deskOf(off.state).forwarding.wish, false);
  assert.deepEqual(off.commands, [{ do: 'save', alias: ALIAS, active: false }]);
  const { state } = after([{ type: 'saveFailed', id: '1' }], off.state);
  assert.equal(deskOf(state).forwarding.wish, true);
  assert.equal(lastToast(state), `error: ${ALIAS_MESSAGES.toggleFailed}`);
});

test('two quick clicks end in the last choice, saved one after the other', () => {
  const twice = after([{ type: 'flipped' }, { type: 'flipped' }], result);
  assert.equal(deskOf(twice.state).forwarding.wish, true);
  assert.deepEqual(twice.commands, []);
  const first = after([{ type: 'saved', id: '1', active: false }], twice.state);
  assert.deepEqual(first.commands, [{ do: 'save', alias: ALIAS, active: true }]);
  const second = after([{ type: 'saved', id: '1', active: true }], first.state);
  assert.deepEqual(deskOf(second.state).forwarding, { wish: true, stored: true });
});

test('a newer choice after a failed one is saved in any case', () => {
  const twice = after([{ type: 'flipped' }, { type: 'flipped' }], result).state;
  const { state, commands } = after([{ type: 'saveFailed', id: '1' }], twice);
  assert.deepEqual(commands, [{ do: 'save', alias: ALIAS, active: true }]);
  assert.equal(state.toasts.length, result.toasts.length);
});

test('a pending choice is saved although the visitor leaves the alias', () => {
  const gone: ScreenEvent[] = [
    { type: 'wentBack' },
    { type: 'backPressed' },
    { type: 'returned', email: JANE },
    typed('john@home.example'),
  ];
  for (const event of gone) {
    const from = event.type === 'wentBack' ? result : locked;
    const { state, commands } = after([{ type: 'flipped' }, { type: 'flipped' }, event], from);
    assert.deepEqual(commands[0], { do: 'save', alias: ALIAS, active: true }, event.type);
    assert.equal(state.view.desk, undefined);
  }
});

test('a visitor who has moved on sees that the switch could not be saved', () => {
  for (const gone of [typed('john@home.example'), typed(''), { type: 'backPressed' } as const]) {
    const { state } = after([{ type: 'flipped' }, gone, { type: 'saveFailed', id: '1' }], locked);
    assert.equal(lastToast(state), `error: ${ALIAS_MESSAGES.toggleFailed}`);
  }
});

test('a server that stores another value than the requested one is not asked again and again', () => {
  const off = after([{ type: 'flipped' }], result).state;
  const { state, commands } = after([{ type: 'saved', id: '1', active: true }], off);
  assert.deepEqual(commands, []);
  assert.equal(deskOf(state).forwarding.wish, true);
  assert.equal(lastToast(state), `error: ${ALIAS_MESSAGES.toggleFailed}`);
});

test('no state of one alias is shown with the next: no tick, no receipt, no letter', () => {
  const receipt = { host: 'mx.example.com', tls: null, code: 250, ms: 5 };
  const testMail = { ...deskOf(locked).testMail, receipt, subject: 'Hello' };
  const sent = { ...onDesk(locked, { copying: 'copied', testMail }), freeAt: 7 };
  const other = { ...ALIAS, id: '2', real_email: 'john@home.example' };
  const asked = after([typed('john@home.example'), { type: 'paused', turn: 2 }], sent).state;
  const { state } = after([lookedUp(2, other)], asked);
  assert.equal(deskOf(state).copying, 'idle');
  assert.deepEqual(
    [deskOf(state).testMail.receipt, deskOf(state).testMail.subject, state.freeAt],
    [undefined, '', 7],
  );
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
  assert.equal(deskOf(after([{ type: 'copyFaded', copy: 1 }], again).state).copying, 'copied');
  assert.equal(deskOf(after([{ type: 'copyFaded', copy: 2 }], again).state).copying, 'idle');
});

test('a refused copy can be pressed again: the address is selected again, and the way to copy it by hand read out', () => {
  const refused = { type: 'copyEnded', copy: 1, copied: false } as const;
  const { state } = after([{ type: 'copyPressed' }, refused], result);
  assert.equal(deskOf(state).copying, 'blocked');
  assert.equal(deskOf(after([{ type: 'copyPressed' }], state).state).copying, 'idle');
});

test('an inactive alias blocks copying and test mail, in the result and in the locked form', () => {
  for (const from of [result, locked]) {
    const off = after([{ type: 'flipped' }], from).state;
    assert.deepEqual(after([{ type: 'copyPressed' }], off).commands, []);
    const refused = after([{ type: 'testMailOpened' }], off).state;
    assert.equal(deskOf(refused).testMail.open, false);
    assert.equal(lastToast(refused), `error: ${ALIAS_MESSAGES.aliasDisabled}`);
  }
});

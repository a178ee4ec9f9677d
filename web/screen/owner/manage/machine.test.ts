import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Action } from './actions.ts';
import { failureOf, failureOfAny } from './call.ts';
import {
  FOLDED,
  type ManageCommand,
  type ManageEvent,
  type ManageState,
  manageStep,
} from './machine.ts';
import type { ActionOutcome } from './outcome.ts';

function after(
  events: ManageEvent[],
  from: ManageState = FOLDED,
): [ManageState, ManageCommand | undefined] {
  let state = from;
  let command: ManageCommand | undefined;
  for (const event of events) {
    const next = manageStep(state, event, 0);
    state = next.state;
    [command] = next.commands;
  }
  return [state, command];
}

const DELETE: Action = { do: 'deleteAlias' };
const pressed = (action: Action): ManageEvent => ({ type: 'pressed', action });
const ended = (action: Action, outcome: ActionOutcome): ManageEvent => ({
  type: 'ended',
  action,
  outcome,
});
const WITH_FACTOR: ManageState = { ...FOLDED, facts: { factor: 'f1' } };

test('one action runs at a time, and its outcome is shown beside its row', () => {
  const [busy, command] = after([pressed({ do: 'renewLink' })]);
  assert.deepEqual(command, { do: 'act', action: { do: 'renewLink' } });
  assert.equal(after([pressed(DELETE)], busy)[1], undefined);
  assert.equal(after([{ type: 'codeTyped', text: '123456' }], busy)[0], busy);
  const [done] = after([ended({ do: 'renewLink' }, {})], busy);
  assert.deepEqual([done.said, done.busy], [{ entry: 'link', what: 'done' }, undefined]);
  const [failed] = after([ended({ do: 'renewLink' }, { failed: 'busy' })], busy);
  assert.deepEqual(failed.said, { entry: 'link', what: 'busy' });
});

test('a press during the reading of the facts is not lost, and later facts overwrite nothing', () => {
  const add: Action = { do: 'addPasskey' };
  const loaded: ManageEvent = { type: 'loaded', facts: { factor: null, passkeys: [] } };
  const added = ended(add, { facts: { passkeys: ['p1'] } });
  const [busy, command] = after([{ type: 'factsWanted' }, pressed(add)]);
  assert.deepEqual(command, { do: 'act', action: add });
  for (const events of [
    [added, loaded],
    [loaded, added],
  ]) {
    const [state] = after(events, busy);
    assert.deepEqual(state.facts, { factor: null, passkeys: ['p1'] });
    assert.equal(state.busy, undefined);
    assert.deepEqual(state.said, { entry: 'passkey', what: 'done' });
  }
});

test('the sixth digit under a pending address submits the code from its mail, and a wrong one is cleared', () => {
  const email = 'jane@new.example';
  const open: ManageEvent[] = [
    { type: 'unfolded', entry: 'address' },
    { type: 'codeTyped', text: '0423 17' },
  ];
  const [typed, command] = after(open, { ...FOLDED, facts: { newEmail: email } });
  const action: Action = { do: 'confirmAddress', email, code: '042317' };
  assert.deepEqual(command, { do: 'act', action });
  const [wrong] = after([ended(action, { failed: 'wrongCode' })], typed);
  assert.deepEqual([wrong.code, wrong.said], ['', { entry: 'address', what: 'wrongCode' }]);
  assert.equal(after(open, { ...FOLDED, facts: { newEmail: null } })[1], undefined);
});

test('an action that needs a second factor asks for its code, and then runs again', () => {
  const refused = ended(DELETE, { failed: 'secondFactor' });
  const [asking] = after([pressed(DELETE), refused], WITH_FACTOR);
  assert.deepEqual([asking.proving, asking.open], [DELETE, 'alias']);
  const [proving, prove] = after([{ type: 'codeTyped', text: '123 456' }], asking);
  assert.deepEqual(prove, { do: 'prove', factor: 'f1', code: '123456' });
  const [wrong] = after([{ type: 'proved', outcome: { failed: 'wrongCode' } }], proving);
  assert.deepEqual(wrong.said, { entry: 'alias', what: 'wrongCode' });
  assert.deepEqual([wrong.proving, wrong.code], [DELETE, '']);
  const [, again] = after([{ type: 'proved', outcome: {} }], proving);
  assert.deepEqual(again, { do: 'act', action: DELETE });
  // Without a factor there is no code to enter.
  assert.equal(after([pressed(DELETE), refused])[0].said?.what, 'secondFactor');
});

const ENROLMENT = { id: 'f2', qr: 'data:image/svg+xml,', secret: 'ABC' };
const ENROLLING: ManageState = { ...FOLDED, enrolment: ENROLMENT };

test('a second factor is set up by its first code, and stays on the screen while that is wrong', () => {
  const enrol: Action = { do: 'enrol' };
  const [shown] = after([pressed(enrol), ended(enrol, { enrolment: ENROLMENT })]);
  assert.deepEqual([shown.enrolment, shown.said], [ENROLMENT, undefined]);
  const verify: Action = { do: 'verifyFactor', id: 'f2', code: '654321' };
  const [verifying, command] = after([{ type: 'codeTyped', text: '654321' }], shown);
  assert.deepEqual(command, { do: 'act', action: verify });
  const [wrong] = after([ended(verify, { failed: 'wrongCode' })], verifying);
  assert.deepEqual([wrong.enrolment, wrong.code], [ENROLMENT, '']);
});

test('a row folds again when it is pressed again, and forgets its content', () => {
  const [open] = after([{ type: 'unfolded', entry: 'alias' }]);
  assert.equal(open.open, 'alias');
  assert.equal(after([{ type: 'unfolded', entry: 'all' }], open)[0].open, 'all');
  assert.equal(after([{ type: 'unfolded', entry: 'alias' }], open)[0].open, undefined);
});

test('each refusal of the server has its sentence', () => {
  for (const [status, text, failure] of [
    [403, '{"error_code":"insufficient_aal"}', 'secondFactor'],
    [403, '{"error_code":"otp_expired"}', 'wrongCode'],
    [422, '{"error_code":"mfa_verification_failed"}', 'wrongCode'],
    [429, '{"error_code":"over_email_send_rate_limit"}', 'busy'],
    [422, '{"error_code":"email_exists"}', 'taken'],
    [400, '{"error_code":"email_address_invalid"}', 'refused'],
    [503, '', 'unreachable'],
    [404, '{"code":"not_found"}', 'failed'],
  ] as const) {
    assert.equal(failureOf(status, text), failure, text);
  }
  const error = (of: object) => Object.assign(new Error('x'), of);
  const stopped = error({ name: 'WebAuthnError', cause: 'NotAllowedError' });
  assert.equal(failureOfAny(stopped), 'cancelled');
  assert.equal(failureOfAny(error({ status: 422, code: 'email_exists' })), 'taken');
  assert.equal(failureOfAny(new TypeError('Failed to fetch')), 'unreachable');
});

test('a row that is folded while its code is tried blocks nothing afterwards, and its action does not run', () => {
  const asking: ManageState = { ...WITH_FACTOR, proving: DELETE, open: 'alias' };
  const [proving] = after([{ type: 'codeTyped', text: '123456' }], asking);
  const folded: ManageEvent[] = [
    { type: 'unfolded', entry: 'alias' },
    { type: 'proved', outcome: {} },
  ];
  const [idle, command] = after(folded, proving);
  assert.deepEqual([idle.busy, command], [undefined, undefined]);
});

test('another action does not end the set-up of a second factor', () => {
  const renewed: Action = { do: 'renewLink' };
  const outcomes: ActionOutcome[] = [{}, { failed: 'busy' }];
  for (const outcome of outcomes) {
    const typed: ManageEvent = { type: 'codeTyped', text: '123' };
    const [state] = after([typed, pressed(renewed), ended(renewed, outcome)], ENROLLING);
    assert.deepEqual([state.enrolment, state.code], [ENROLMENT, '123']);
  }
});

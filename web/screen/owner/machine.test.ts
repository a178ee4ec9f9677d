import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JANE } from '../machine/reached-states.fixture.ts';
import type { LetterOutcome } from '../../client/letter.ts';
import type { OwnerCommand, OwnerEvent } from './events.ts';
import { initial, panelOf } from './state.ts';
import { after, EMPTY, HIDDEN, NOW, RESULT, SEEN } from './steps.fixture.ts';

const panelAfter = (...events: OwnerEvent[]) => panelOf(after(events)[0]);
type Ended = Extract<OwnerEvent, { type: 'codeEnded' }>;
/** The answer to a code or a passkey. */
const ended = (turn: number, outcome: Ended['outcome']): Ended => ({
  type: 'codeEnded',
  place: 'panel',
  turn,
  outcome,
});
const typed = (text: string): OwnerEvent => ({ type: 'codeTyped', place: 'panel', text });

test('the panel below the view follows from the alias and from the session', () => {
  assert.equal(panelAfter(SEEN(EMPTY)), 'none');
  assert.equal(panelAfter(SEEN(RESULT)), 'unconfirmed');
  assert.equal(panelAfter(SEEN(RESULT, 'ann@home.example')), 'unconfirmed');
  assert.equal(panelAfter(SEEN(RESULT, JANE)), 'owner');
  assert.equal(panelAfter(SEEN(HIDDEN)), 'hidden');
  assert.equal(panelAfter(SEEN(HIDDEN, 'ann@home.example')), 'hidden');
  assert.equal(panelAfter(SEEN({ ...RESULT, stage: 'locked' })), 'unconfirmed');
});

test('under an unconfirmed alias the letter is followed, and the screen asks every 10 s for 10 minutes', () => {
  const [state, commands] = after([SEEN(RESULT)]);
  const { turn } = state;
  assert.deepEqual(commands, [
    { do: 'followLetter', turn, email: JANE },
    { do: 'wait', ms: 10_000, event: { type: 'polled', turn, left: 60 } },
  ]);
  const check: OwnerCommand = { do: 'check', turn, email: JANE };
  assert.deepEqual(after([{ type: 'polled', turn, left: 60 }], state)[1], [
    check,
    { do: 'wait', ms: 10_000, event: { type: 'polled', turn, left: 59 } },
  ]);
  assert.deepEqual(after([{ type: 'polled', turn, left: 1 }], state)[1], [check]);
  assert.deepEqual(after([{ type: 'cameBack' }], state)[1], [check]);
  assert.deepEqual(after([{ type: 'polled', turn: turn - 1, left: 9 }], state)[1], []);
  assert.deepEqual(after([SEEN(EMPTY), { type: 'cameBack' }], state)[1], []);
});

test("an address confirmed elsewhere is reported; one confirmed in another tab is the owner's", () => {
  const [waiting] = after([SEEN(RESULT)]);
  const { turn } = waiting;
  const checked = (owner: string | undefined, gone: boolean) =>
    after([{ type: 'checked', turn, owner, gone }], waiting)[0];
  assert.equal(panelOf(checked(undefined, false)), 'unconfirmed');
  assert.equal(panelOf(checked(undefined, true)), 'elsewhere');
  assert.equal(panelOf(checked('ann@home.example', true)), 'elsewhere');
  assert.equal(panelOf(checked(JANE, false)), 'owner');
  assert.deepEqual(checked(JANE, false).done, { email: JANE });
  // The code that is being redeemed here is what has confirmed it.
  const [redeeming] = after([typed('418205')], waiting);
  const confirmed: OwnerEvent = { type: 'checked', turn, owner: undefined, gone: true };
  assert.equal(panelOf(after([confirmed], redeeming)[0]), 'unconfirmed');
  // The visitor has moved on to another address.
  const late: OwnerEvent = { type: 'checked', turn, owner: undefined, gone: true };
  assert.equal(panelAfter(SEEN(RESULT), SEEN(EMPTY), late, SEEN(RESULT)), 'unconfirmed');
});

test('the sixth digit submits, blanks do not count, and nothing is submitted twice', () => {
  const [five, none] = after([SEEN(RESULT), typed('418 20')]);
  assert.deepEqual([five.panel.code, none], ['41820', []]);
  const [six, commands] = after([typed('418 205')], five);
  assert.deepEqual(commands, [
    { do: 'redeemCode', place: 'panel', turn: six.turn, email: JANE, code: '418205', brief: false },
  ]);
  assert.deepEqual(after([typed('418 206')], six)[1], []);
  assert.deepEqual(after([{ type: 'codePressed', place: 'panel' }], six)[1], []);
});

test("an accepted code makes this browser the owner's", () => {
  const [first] = after([SEEN(RESULT), typed('418205')]);
  const [own, commands] = after([ended(first.turn, { owner: JANE })], first);
  assert.equal(panelOf(own), 'owner');
  assert.deepEqual(own.done, { email: JANE });
  assert.deepEqual(
    commands,
    [{ do: 'readUnasked', owner: JANE }, { do: 'readPause', id: '1' }, { do: 'tellForwarded' }],
    'the alias is there already',
  );
  const [other] = after([SEEN(HIDDEN), typed('418205')]);
  const [theirs, show] = after([ended(other.turn, { owner: JANE })], other);
  assert.equal(theirs.done, undefined, 'mail was forwarded before');
  assert.deepEqual(show[0], { do: 'show', email: JANE });
});

test('each refusal is shown, and a new digit removes it', () => {
  const [asked] = after([SEEN(RESULT), typed('418205')]);
  const refused = (outcome: Ended['outcome']) => after([ended(asked.turn, outcome)], asked)[0];
  const wrong = refused({ refusal: 'wrongCode' });
  assert.deepEqual([wrong.panel.refusal, wrong.panel.busy], ['wrongCode', undefined]);
  assert.equal(after([typed('4')], wrong)[0].panel.refusal, undefined);
  assert.deepEqual(refused({ wait: 9 }).panel.refusal, { until: NOW + 9000 });
});

test('one letter is requested at a time; its outcome is shown at its own address', () => {
  const press: OwnerEvent = { type: 'letterPressed', place: 'panel' };
  const [asked, commands] = after([SEEN(HIDDEN), press]);
  const { turn } = asked;
  assert.deepEqual(commands, [{ do: 'letter', place: 'panel', turn, email: JANE }]);
  assert.deepEqual(after([press], asked)[1], []);
  const told = (outcome: LetterOutcome, ...before: OwnerEvent[]) => {
    const event = { type: 'letterEnded', place: 'panel', turn, email: JANE, outcome } as const;
    return after([...before, event], asked)[0].panel;
  };
  assert.equal(told('sent').asked, true);
  assert.equal(told('usedUp').refusal, 'usedUp');
  assert.deepEqual(told({ wait: 7 }).refusal, { until: NOW + 7000 });
  assert.equal(told('usedUp', SEEN(EMPTY)).refusal, undefined);
});

test("one passkey is requested at a time, and makes this browser its owner's", () => {
  const press: OwnerEvent = { type: 'passkeyPressed' };
  const [asked, commands] = after([SEEN(HIDDEN), press]);
  const { turn } = asked;
  assert.deepEqual(commands, [{ do: 'usePasskey', turn }]);
  assert.deepEqual(after([press], asked)[1], []);
  assert.deepEqual(after([{ type: 'letterPressed', place: 'panel' }], asked)[1], []);
  // Its owner may have another address than the typed one.
  const [other, show] = after([ended(turn, { owner: 'ann@home.example' })], asked);
  assert.equal(other.owner, 'ann@home.example');
  assert.deepEqual(show[0], { do: 'show', email: 'ann@home.example' });
  const [none] = after([ended(turn, { refusal: 'noPasskey' })], asked);
  assert.deepEqual([none.panel.refusal, none.panel.busy], ['noPasskey', undefined]);
});

test('forwarding that begins is reported once: when the alias is on the screen, by whichever way it began', () => {
  const [waiting] = after([SEEN(RESULT)]);
  const { turn } = waiting;
  const told = (events: OwnerEvent[], from = waiting) =>
    after(events, from)[1].filter(({ do: what }) => what === 'tellForwarded').length;
  const code = ended(turn, { owner: JANE });
  const elsewhere: OwnerEvent = { type: 'checked', turn, owner: JANE, gone: false };
  assert.equal(told([code]), 1);
  assert.equal(told([elsewhere]), 1);
  assert.equal(told([code, SEEN(RESULT, JANE)]), 0);
  const link: OwnerEvent = { type: 'linkEnded', outcome: { owner: JANE } };
  const [yes] = after([{ type: 'yesPressed' }, link], initial('token'));
  assert.equal(told([SEEN({ ...EMPTY, stage: 'checking', email: JANE }, JANE)], yes), 0);
  assert.equal(told([SEEN({ ...RESULT, stage: 'locked' }, JANE)], yes), 1);
  assert.equal(told([SEEN(RESULT, JANE)], initial()), 0, 'nothing has begun');
});

test('an owner who comes back can show the alias without typing', () => {
  const press: OwnerEvent = { type: 'showPressed' };
  assert.deepEqual(after([SEEN(EMPTY, JANE), press])[1], [{ do: 'show', email: JANE }]);
  assert.deepEqual(after([SEEN(EMPTY), press])[1], []);
});

test('an owner who signs out, or deletes an alias, starts again', () => {
  const [own] = after([SEEN(RESULT, JANE)]);
  const [out, commands] = after([{ type: 'left', farewell: undefined }], own);
  assert.deepEqual([out.owner, commands], [undefined, [{ do: 'leave' }]]);
  const [deleted] = after([{ type: 'left', farewell: 'aliasDeleted' }, SEEN(EMPTY, JANE)], own);
  assert.deepEqual([deleted.owner, deleted.farewell], [JANE, 'aliasDeleted']);
});

test('an owner whose session has ended elsewhere keeps the address, and reads so until another one is typed', () => {
  const [own] = after([SEEN(RESULT, JANE)]);
  const [signedOut, commands] = after([{ type: 'sessionEnded' }], own);
  assert.deepEqual(commands, [{ do: 'hide', email: JANE }]);
  assert.deepEqual([signedOut.owner, signedOut.signedOut], [undefined, JANE]);
  const LOCKED = { ...EMPTY, stage: 'locked', email: JANE } as const;
  const [hidden] = after(
    [SEEN({ ...EMPTY, stage: 'checking', email: JANE }), SEEN(LOCKED)],
    signedOut,
  );
  assert.equal(hidden.signedOut, JANE);
  const [other] = after([SEEN({ ...LOCKED, email: 'ann@home.example' })], hidden);
  assert.equal(other.signedOut, undefined);
  const [stranger] = after([SEEN(RESULT)]);
  assert.deepEqual(after([{ type: 'sessionEnded' }], stranger)[1], []);
});

test("under another user's alias the screen follows a sign-in in another tab: the alias is the visitor's", () => {
  const [waiting] = after([SEEN(HIDDEN)]);
  assert.deepEqual(after([SEEN(HIDDEN)], waiting)[1], []);
  const [, commands] = after([SEEN(HIDDEN, JANE)], waiting);
  assert.deepEqual(commands[0], { do: 'show', email: JANE });
  const [, strange] = after([SEEN(HIDDEN, 'ann@home.example')], waiting);
  assert.deepEqual(strange, [{ do: 'readUnasked', owner: 'ann@home.example' }]);
});

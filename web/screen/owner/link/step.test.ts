import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LetterOutcome } from '../../../client/letter.ts';
import { JANE } from '../../machine/reached-states.fixture.ts';
import type { OwnerEvent } from '../events.ts';
import { initial, panelOf } from '../state.ts';
import { after, EMPTY, RESULT, SEEN } from '../steps.fixture.ts';

test('a link asks first; Yes redeems it, shows the alias, and asks for a code for another browser', () => {
  const opened = initial('token');
  assert.equal(opened.link?.step, 'question');
  const [sent, redeem] = after([{ type: 'briefFlipped' }, { type: 'yesPressed' }], opened);
  assert.deepEqual(redeem, [{ do: 'redeemLink', token: 'token', brief: true }]);
  assert.deepEqual(after([{ type: 'noPressed' }], sent)[1], [], 'one answer');
  assert.equal(after([{ type: 'briefFlipped' }], sent)[0], sent, 'as chosen before the press');
  const [own, commands] = after([{ type: 'linkEnded', outcome: { owner: JANE } }], sent);
  assert.equal(own.link, undefined);
  assert.deepEqual(commands, [
    { do: 'askDeviceCode' },
    { do: 'show', email: JANE },
    { do: 'readUnasked', owner: JANE },
  ]);
  // The screen looks the address up, and the code arrives meanwhile.
  const [shown] = after(
    [
      SEEN({ stage: 'checking', email: JANE, alias: undefined }, JANE),
      { type: 'deviceCode', code: '274105' },
      SEEN({ ...RESULT, stage: 'locked' }, JANE),
    ],
    own,
  );
  assert.equal(panelOf(shown), 'owner');
  assert.deepEqual(shown.done, { email: JANE, code: '274105' });
  assert.equal(after([SEEN(EMPTY), SEEN(RESULT, JANE)], shown)[0].done, undefined);
});

test('a refused link leads to a new letter, and an unanswered one can be pressed again', () => {
  const [sent] = after([{ type: 'yesPressed' }], initial('token'));
  const ended = (refusal: 'wrongCode' | 'unreachable') =>
    after([{ type: 'linkEnded', outcome: { refusal } }], sent)[0].link;
  assert.equal(ended('wrongCode')?.step, 'expired');
  assert.equal(ended('unreachable')?.step, 'question');
  assert.equal(ended('unreachable')?.form.refusal, 'unreachable');
  assert.equal(initial('').link?.step, 'expired', 'the server says so itself');
});

test('a new letter goes to the address that was meant, without the blank of a keyboard or the name of a mail program', () => {
  for (const typed of [`${JANE} `, `\u00a0${JANE}`, `<${JANE}>`]) {
    const [state, commands] = after(
      [
        { type: 'emailTyped', email: typed },
        { type: 'letterPressed', place: 'link' },
      ],
      initial(''),
    );
    assert.deepEqual(commands, [{ do: 'letter', place: 'link', turn: state.turn, email: JANE }]);
    const sent = { type: 'letterEnded', place: 'link', turn: state.turn, email: JANE } as const;
    const [asked] = after([{ ...sent, outcome: 'sent' }], state);
    assert.deepEqual([asked.link?.form.email, asked.link?.form.asked], [JANE, true]);
  }
});

test("'I did not ask for this' is sent once, and its answer stays until another step begins", () => {
  const [sent, commands] = after([{ type: 'noPressed' }], initial('token'));
  assert.deepEqual(commands, [{ do: 'deny', token: 'token' }]);
  assert.equal(after([{ type: 'denied', outcome: 'expired' }], sent)[0].link?.step, 'expired');
  const [gone] = after([{ type: 'denied', outcome: 'ok' }], sent);
  assert.deepEqual([gone.link, gone.farewell], [undefined, 'declined']);
  assert.equal(after([SEEN({ ...EMPTY, stage: 'typing' })], gone)[0].farewell, undefined);
});

test("'I did not ask for this' says that an alias was deleted only if the letter named an unconfirmed one", () => {
  for (const [about, farewell] of [
    [{ address: 'j***@example.com', alias: 'alias-4827@veilpost.example' }, 'notMine'],
    [{ address: 'j***@example.com', alias: null }, 'declined'],
    [null, 'declined'],
  ] as const) {
    const [state] = after(
      [{ type: 'askedFor', about }, { type: 'noPressed' }, { type: 'denied', outcome: 'ok' }],
      initial('token'),
    );
    assert.equal(state.farewell, farewell);
  }
});

test('a letter that is requested from the dialog, and its outcome, are of the typed address alone', () => {
  const email = 'jane@wrong.example';
  const press: OwnerEvent = { type: 'letterPressed', place: 'link' };
  const [asking, commands] = after([{ type: 'emailTyped', email }, press], initial(''));
  assert.deepEqual(commands, [{ do: 'letter', place: 'link', turn: 0, email }]);
  const ended = (outcome: LetterOutcome): OwnerEvent => {
    return { type: 'letterEnded', place: 'link', turn: 0, email, outcome };
  };
  const other: OwnerEvent = { type: 'emailTyped', email: JANE };
  const [refused] = after([ended('refused')], asking);
  assert.equal(refused.link?.form.refusal, 'refused');
  assert.equal(after([other], refused)[0].link?.form.refusal, undefined);
  const [typed] = after([other], asking);
  assert.equal(after([ended('sent')], typed)[0], typed);
  assert.deepEqual(after([press], typed)[1], [
    { do: 'letter', place: 'link', turn: 0, email: JANE },
  ]);
});

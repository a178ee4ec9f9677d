import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALIAS_MESSAGES } from '#languages/en/alias.ts';
import type { TestMailFailure, TestMailOutcome } from '../../client/send-test-mail.ts';
import type { ScreenEvent } from './events.ts';
import { forwardingOf } from './desk.ts';
import { onDesk } from './desk-change.ts';
import { after, ALIAS, deskOf, lastToast, NOW, written } from './reached-states.fixture.ts';

const sendEnded = (outcome: TestMailOutcome): ScreenEvent => ({
  type: 'sendEnded',
  aliasId: '1',
  outcome,
});
const failed = (failure: TestMailFailure) => sendEnded({ kind: 'failed', failure });

test('a test mail needs a subject and a message that are more than blanks', () => {
  assert.equal(after([{ type: 'sendPressed' }], written).commands.length, 1);
  for (const event of [
    { type: 'subjectTyped', subject: ' ' },
    { type: 'messageTyped', message: '\n' },
  ] as const) {
    assert.deepEqual(after([event, { type: 'sendPressed' }], written).commands, []);
  }
});

test('a delivered test mail closes the dialog, clears its fields and shows a toast', () => {
  const receipt = { host: 'mx.example.com', tls: 'TLSv1.3', code: 250, ms: 640 };
  const { state } = after(
    [{ type: 'sendPressed' }, sendEnded({ kind: 'delivered', receipt })],
    written,
  );
  const { open, subject, message, sending } = deskOf(state).testMail;
  assert.deepEqual([open, subject, message, sending], [false, '', '', false]);
  assert.equal(deskOf(state).testMail.receipt, receipt);
  assert.equal(lastToast(state), `success: ${ALIAS_MESSAGES.testMailSent}`);
});

test('a second test mail has to wait until 60 s have passed, and the seconds are counted down', () => {
  const free60 = { ...written, freeAt: NOW + 60_000 };
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

test('a clock that was set back does not prolong the wait', () => {
  const free60 = { ...written, freeAt: NOW + 60_000 };
  const hourBefore = NOW - 3_600_000;
  assert.equal(after([{ type: 'sendPressed' }], free60, hourBefore).commands.length, 1);
});

test('the server may ask for a longer wait', () => {
  const limited = failed({ kind: 'rateLimited', seconds: 42 });
  const { state } = after([{ type: 'sendPressed' }, limited], written);
  assert.equal(
    lastToast(state),
    'warning: Please wait 42 seconds before sending another test mail.',
  );
  assert.equal(deskOf(state).testMail.subject, 'Hello');
});

test('a test mail for a disabled alias is refused: here, or by the server with newer knowledge', () => {
  const off = onDesk(written, { forwarding: forwardingOf(false) });
  const here = after([{ type: 'sendPressed' }], off);
  assert.equal(lastToast(here.state), `error: ${ALIAS_MESSAGES.aliasDisabled}`);
  assert.deepEqual(here.commands, []);
  const refused = failed({ kind: 'aliasDisabled' });
  const there = after([{ type: 'sendPressed' }, refused], written).state;
  assert.equal(lastToast(there), `error: ${ALIAS_MESSAGES.aliasDisabled}`);
  assert.equal(deskOf(there).forwarding.wish, false);
});

test('a failed mail is reported in the dialog, or in a toast once it is closed; the typed text is kept', () => {
  const ended = failed({ kind: 'refused', code: 550 });
  const sentence = 'Test mail could not be delivered: the receiving server rejected it (550).';
  const inside = after([{ type: 'sendPressed' }, ended], written).state;
  assert.equal(deskOf(inside).testMail.failure, sentence);
  assert.equal(deskOf(inside).testMail.message, 'Are you there?');
  const outside = after(
    [{ type: 'sendPressed' }, { type: 'testMailClosed' }, ended],
    written,
  ).state;
  assert.equal(lastToast(outside), `error: ${sentence}`);
  assert.equal(deskOf(outside).testMail.subject, 'Hello');
});

test('the outcome of a mail to an earlier alias does not affect the present one', () => {
  const gone = after([{ type: 'sendPressed' }, { type: 'wentBack' }], written).state;
  const { state } = after([sendEnded({ kind: 'delivered', receipt: undefined })], gone);
  assert.equal(state.view.desk, undefined);
  assert.equal(state.freeAt, NOW + 60_000);
});

test('the outcome of a mail leaves a newer one in the dialog: the owner has gone to another alias and back', () => {
  const receipt = { host: 'mx.example.com', tls: null, code: 250, ms: 5 };
  const other = { ...ALIAS, id: '2' };
  const { state } = after(
    [
      { type: 'sendPressed' },
      { type: 'testMailClosed' },
      { type: 'chosen', alias: other, text: undefined },
      { type: 'chosen', alias: ALIAS, text: undefined },
      { type: 'testMailOpened' },
      { type: 'subjectTyped', subject: 'Hello again' },
      sendEnded({ kind: 'delivered', receipt }),
    ],
    written,
  );
  const { open, subject } = deskOf(state).testMail;
  assert.deepEqual([open, subject], [true, 'Hello again']);
  assert.equal(deskOf(state).testMail.receipt, receipt);
});

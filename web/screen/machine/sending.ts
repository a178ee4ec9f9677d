/** Sending a test mail, and its effect on the screen. */

import { ALIAS_MESSAGES } from '#languages/en/alias.ts';
import { TEST_MAIL_INTERVAL_MS } from '#rules/plan.ts';
import type { TestMailOutcome } from '../../client/send-test-mail.ts';
import { next } from '../../next.ts';
import { type Desk, forwardingOf, NO_TEST_MAIL, type TestMailDialog } from './desk.ts';
import { inDialog, onDesk } from './desk-change.ts';
import type { ScreenNext } from './events.ts';
import { failureText } from './sentences.ts';
import type { State } from './state.ts';
import { told } from './toasts.ts';

/** Subject and message are both more than blanks. */
export const isComplete = ({ subject, message }: TestMailDialog) =>
  subject.trim() !== '' && message.trim() !== '';

export function sendPressed(
  state: State,
  { alias, testMail, forwarding }: Desk,
  now: number,
): ScreenNext {
  if (testMail.sending || !isComplete(testMail)) return next(state);
  if (!forwarding.wish) return next(told(state, 'error', ALIAS_MESSAGES.aliasDisabled));
  const left = state.freeAt - now;
  // A longer wait is the server's, which says it again, or the clock was set back.
  if (left > 0 && left <= TEST_MAIL_INTERVAL_MS) {
    return next(told(state, 'warning', { waitUntil: state.freeAt }));
  }
  const { subject, message } = testMail;
  return next(inDialog(state, { sending: true, failure: undefined }), {
    do: 'send',
    mail: { aliasId: alias.id, owner: alias.real_email, subject, message },
  });
}

/** @param aliasId of the mail's alias: the visitor may have moved on since */
export function sendEnded(
  state: State,
  aliasId: string,
  outcome: TestMailOutcome,
  now: number,
): State {
  const { desk } = state.view;
  const current = desk?.alias.id === aliasId;
  if (outcome.kind === 'delivered') {
    // The dialog closes and its fields clear.
    const receipt = outcome.receipt ?? desk?.testMail.receipt;
    // After a visit to another alias the dialog may hold a newer one.
    const done = desk?.testMail.sending ? { ...NO_TEST_MAIL, receipt } : { receipt };
    const sent = current ? inDialog(state, done) : state;
    const freeAt = now + TEST_MAIL_INTERVAL_MS;
    return told({ ...sent, freeAt }, 'success', ALIAS_MESSAGES.testMailSent);
  }
  const ended = current ? inDialog(state, { sending: false }) : state;
  const { failure } = outcome;
  switch (failure.kind) {
    case 'rateLimited': {
      const freeAt = now + failure.seconds * 1000;
      return told({ ...ended, freeAt }, 'warning', { waitUntil: freeAt });
    }
    case 'aliasDisabled': {
      // Switched off elsewhere, in another tab perhaps: the screen follows.
      const off = current ? onDesk(ended, { forwarding: forwardingOf(false) }) : ended;
      return told(off, 'error', ALIAS_MESSAGES.aliasDisabled);
    }
    case 'inTheWay':
    case 'refused':
    case 'deferred':
    case 'unanswered':
    case 'unreachable':
    case 'other':
      return current && desk.testMail.open
        ? inDialog(ended, { failure: failureText(failure) })
        : told(ended, 'error', failureText(failure));
  }
}

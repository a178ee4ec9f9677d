/** Sending a test mail, and its effect on the screen. */

import { MESSAGES } from '#rules/messages.ts';
import type { TestMailOutcome } from '../../client/send-test-mail.ts';
import { forwardingOf } from './forwarding.ts';
import { inDialog, type Next, next, told } from './next.ts';
import type { State } from './state.ts';
import { delivered, failureText, isComplete } from './test-mail.ts';

export function sendPressed(state: State, now: number): Next {
  const { alias, testMail, forwarding } = state;
  if (!alias || testMail.sending || !isComplete(testMail)) return next(state);
  if (!forwarding.wish) return next(told(state, 'error', MESSAGES.aliasDisabled));
  if (now < testMail.freeAt) return next(told(state, 'warning', { waitUntil: testMail.freeAt }));
  const { subject, message } = testMail;
  return next(inDialog(state, { sending: true, failure: undefined }), {
    do: 'send',
    mail: { aliasId: alias.id, owner: alias.real_email, subject, message },
  });
}

/** @param aliasId of the mail's alias: the visitor may have gone on since */
export function sendEnded(
  state: State,
  aliasId: string,
  outcome: TestMailOutcome,
  now: number,
): State {
  const current = state.alias?.id === aliasId;
  if (outcome.kind === 'delivered') {
    const testMail = delivered(state.testMail, outcome.receipt, now);
    const kept = current ? testMail : { ...state.testMail, freeAt: testMail.freeAt };
    return told({ ...state, testMail: kept }, 'success', MESSAGES.testMailSent);
  }
  const ended = current ? inDialog(state, { sending: false }) : state;
  const { failure } = outcome;
  switch (failure.kind) {
    case 'rateLimited': {
      const freeAt = now + failure.seconds * 1000;
      return told(inDialog(ended, { freeAt }), 'warning', { waitUntil: freeAt });
    }
    case 'aliasDisabled': {
      // Switched off elsewhere, in another tab perhaps: the screen follows.
      const off = current ? { ...ended, forwarding: forwardingOf(false) } : ended;
      return told(off, 'error', MESSAGES.aliasDisabled);
    }
    case 'inTheWay':
    case 'refused':
    case 'deferred':
    case 'unanswered':
    case 'unreachable':
    case 'other':
      return current && ended.testMail.open
        ? inDialog(ended, { failure: failureText(failure) })
        : told(ended, 'error', failureText(failure));
  }
}

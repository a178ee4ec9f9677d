/** The dialog 'Send Test Mail': its text, and the outcome of the last mail. */

import { TEST_MAIL_INTERVAL_MS } from '#rules/plan.ts';
import type { Receipt, TestMailFailure } from '../../client/send-test-mail.ts';
import { TEST_MAIL_FAILED, TROUBLE } from '../../texts.ts';

export type TestMailDialog = {
  open: boolean;
  subject: string;
  message: string;
  sending: boolean;
  /** The reason for the last mail's failure; shown inside the dialog. */
  failure: string | undefined;
  /** The time from which the next test mail may be sent, in milliseconds since 1970; 0 before the first. */
  freeAt: number;
  /** Of the last delivered mail to this alias; a simulated one has none. */
  receipt: Receipt | undefined;
};

export const NO_TEST_MAIL: TestMailDialog = {
  open: false,
  subject: '',
  message: '',
  sending: false,
  failure: undefined,
  freeAt: 0,
  receipt: undefined,
};

/** Subject and message are both more than blanks. */
export const isComplete = ({ subject, message }: TestMailDialog) =>
  subject.trim() !== '' && message.trim() !== '';

/** After a success: the dialog closes and its fields clear. */
export function delivered(
  dialog: TestMailDialog,
  receipt: Receipt | undefined,
  now: number,
): TestMailDialog {
  return {
    ...NO_TEST_MAIL,
    receipt: receipt ?? dialog.receipt,
    freeAt: now + TEST_MAIL_INTERVAL_MS,
  };
}

/** The sentence for a failure outside of the catalogue of messages. */
export function failureText(
  failure: Exclude<TestMailFailure, { kind: 'rateLimited' | 'aliasDisabled' }>,
): string {
  switch (failure.kind) {
    case 'inTheWay':
      return failure.sentence;
    case 'refused':
      return TEST_MAIL_FAILED.refused(failure.code);
    case 'deferred':
      return TEST_MAIL_FAILED.deferred;
    case 'unanswered':
      return TEST_MAIL_FAILED.unanswered;
    case 'unreachable':
      return TROUBLE.unreachable;
    case 'other':
      return TEST_MAIL_FAILED.other;
  }
}

import type { TestMailFailure } from '../../client/send-test-mail.ts';
import { TEST_MAIL_FAILED } from '#languages/en/alias.ts';
import { TROUBLE } from '#languages/en/form.ts';

/** The sentence for a failed test mail outside of the catalogue of messages. */
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

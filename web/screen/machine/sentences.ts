/** Sentences about an alias on the screen, made from facts. */

import {
  COPY_BLOCKED,
  LOCALE,
  RECEIPT,
  TEST_MAIL_FAILED,
  waitMessage,
} from '#languages/en/alias.ts';
import { TROUBLE } from '#languages/en/form.ts';
import type { Receipt, TestMailFailure } from '../../client/send-test-mail.ts';

/** The sentence for a failed test mail outside of the catalogue of messages. */
export function failureText(
  failure: Exclude<TestMailFailure, { kind: 'rateLimited' | 'aliasDisabled' }>,
): string {
  switch (failure.kind) {
    case 'inTheWay':
      return failure.sentence;
    case 'refused':
      return TEST_MAIL_FAILED.refused(failure.code);
    case 'unreachable':
      return TROUBLE.unreachable;
    case 'deferred':
    case 'unanswered':
    case 'other':
      return TEST_MAIL_FAILED[failure.kind];
  }
}

/** The warning in whole seconds, at least one. @param until milliseconds since 1970, as `now` */
export const waitingMessage = (until: number, now: number): string =>
  waitMessage(Math.max(1, Math.ceil((until - now) / 1000)));

/** The way to copy the selected address by hand on this kind of machine. */
export function copyBlocked({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): string {
  if (/Android|iPhone|iPad/.test(userAgent)) return COPY_BLOCKED.touch;
  // An iPad calls itself a Macintosh, but no Mac has a touch screen.
  if (/Macintosh/.test(userAgent))
    return maxTouchPoints > 1 ? COPY_BLOCKED.touch : COPY_BLOCKED.apple;
  return COPY_BLOCKED.keyboard;
}

const NO_BREAK = '\u00a0';

/** `Delivered to mx.example.com over TLS 1.3, verified, in 640 ms`: facts only. */
export function receiptLine(receipt: Receipt): string {
  const { host, tls, proof } = receipt;
  return RECEIPT.delivered(
    host,
    tls?.replace(/^TLSv/, `TLS${NO_BREAK}`) ?? null,
    proof === 'dane' || proof === 'pkix',
    tookTime(receipt),
  );
}

/** Two significant digits; seconds from one second up: `25 ms`. */
export function tookTime({ ms }: Receipt): string {
  const rounded = Number(ms.toPrecision(2));
  return rounded < 1000
    ? `${rounded}${NO_BREAK}ms`
    : `${(rounded / 1000).toLocaleString(LOCALE)}${NO_BREAK}s`;
}

import type { AnswerOrPromise } from '#mail/dns/answer.ts';
import { answerWithin } from '#mail/dns/deadline.ts';
import type { Clock } from '#time/clock.ts';

/** Time for one lookup, in milliseconds. */
const DNS_MS = 10_000;

/** The answer to one DNS query of a delivery. @param until deadline, in milliseconds on the clock */
export const lookUp = <Data>(
  asking: AnswerOrPromise<Data>,
  clock: Clock,
  until: number,
): AnswerOrPromise<Data> =>
  answerWithin(asking, Math.min(DNS_MS, until - clock.now()), clock, 'timeout');

import type { Asked } from '#mail/dns/answer.ts';
import { answerWithin } from '#mail/dns/deadline.ts';
import type { Clock } from '#time/clock.ts';

/** Time for one look-up in milliseconds. */
const DNS_MS = 10_000;

/** The answer to one question of a delivery. @param until deadline, milliseconds on the clock */
export const lookUp = <Data>(asking: Asked<Data>, clock: Clock, until: number): Asked<Data> =>
  answerWithin(asking, Math.min(DNS_MS, until - clock.now()), clock, 'timeout');

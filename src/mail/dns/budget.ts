/** The DNS budget of one message. Records and signatures chosen by the sender can require many queries. */

import type { Clock } from '#time/clock.ts';
import type { QuerySource, Resolve } from './answer.ts';
import { answerWithin } from './deadline.ts';

/** Time for all queries together, counted from the first one, in milliseconds. */
const BUDGET_MS = 10_000;
const MOST_QUESTIONS = 80;

/** A resolver for one message: queries beyond its budget are `trouble`, immediately or when the time is up. */
export function budgeted(resolve: Resolve, clock: Clock, asker?: QuerySource): Resolve {
  let until: number | undefined;
  let asked = 0;
  return (name, type) => {
    until ??= clock.now() + BUDGET_MS;
    const left = until - clock.now();
    if (left <= 0 || ++asked > MOST_QUESTIONS) return { kind: 'trouble', reason: 'budget' };
    return answerWithin(resolve(name, type, asker), left, clock, 'budget');
  };
}

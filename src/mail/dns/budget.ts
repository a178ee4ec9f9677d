/** The DNS budget of one message. Many records and signatures name further ones, at the sender's choice. */

import type { Clock } from '#time/clock.ts';
import type { QuerySource, Resolve } from './answer.ts';
import { answerWithin } from './deadline.ts';

/** Time for all queries together, counted from the first one, in milliseconds. */
const BUDGET_MS = 10_000;
const MOST_QUESTIONS = 80;

/** A resolver for one message: queries beyond its budget are `trouble`, at once or when the time is over. */
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

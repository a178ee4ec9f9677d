/** Counts, for each client block, the addresses guessed within ten minutes and the aliases reached within a day. */

import type { Counting } from '#limits/limiter.ts';

export const MISSES_MS = 600_000;
const REACHED_MS = 86_400_000;
/** Every block's limit is below this: further guesses need no memory. */
const MOST_MISSES = 100;

type Guesses = {
  missed: Set<string>;
  missedSince: number;
  reached: Set<string>;
  reachedSince: number;
};

/** An unknown address, or an alias whose mailbox accepted a message. */
export type Guess = { missed: string } | { reached: string };

/** Different values count, once each. @param most different aliases that count for one block */
export function differentGuesses(most: number): Counting<Guesses, Guess> {
  return {
    begin: (now) => ({
      missed: new Set(),
      missedSince: now,
      reached: new Set(),
      reachedSince: now,
    }),
    /** @param misses of a block, plus one for each alias that it has reached */
    wait(guesses, now, misses = 0) {
      if (guesses.missed.size === 0) return 0;
      forgetOld(guesses, now);
      const { missed, missedSince, reached } = guesses;
      return missed.size < misses + reached.size ? 0 : missedSince + MISSES_MS - now;
    },
    add(guesses, now, guess) {
      forgetOld(guesses, now);
      const { missed, reached } = guesses;
      if (guess === undefined) return;
      if ('reached' in guess) {
        if (reached.size < most) reached.add(guess.reached);
      } else if (missed.size < MOST_MISSES + reached.size) missed.add(guess.missed);
    },
  };
}

function forgetOld(guesses: Guesses, now: number): void {
  if (now - guesses.missedSince >= MISSES_MS) {
    guesses.missed.clear();
    guesses.missedSince = now;
  }
  if (now - guesses.reachedSince >= REACHED_MS) {
    guesses.reached.clear();
    guesses.reachedSince = now;
  }
}

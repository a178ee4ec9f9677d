import { createHash } from 'node:crypto';

/** Random numbers that are the same in every run (mulberry32). @returns numbers uniform in [0, 1) */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How often a random test is repeated: few times before a merge, and TEST_ROUNDS times as often in .ci/night. */
export const rounds = (few: number): number => few * Number(process.env.TEST_ROUNDS ?? 1);

/** A key of a row of the ledger: 32 octets that look random. */
export const noteKey = (number: number): Buffer =>
  createHash('sha256').update(`note ${number}`).digest();

/**
 * Tests of random rounds: the same 100 in every run, and TEST_ROUNDS times as many in .ci/night; rounds that coverage guides for FUZZ_SECONDS, in `npm run fuzz`; or the
 * one of FUZZ_TRACE.
 */

import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { getTestContext, test } from 'node:test';
import { rounds as roundsOf, seededRandom } from '#support/seeded-random.ts';
import { explore } from './guided.ts';
import { drawing, keepTraces, keptTraces, read } from './trace.ts';

const { FUZZ_SECONDS, FUZZ_TRACE, FUZZ_KEEP } = process.env;
const seconds = Number(FUZZ_SECONDS ?? 0);
const ROUNDS = roundsOf(100);

/** Timeout for the test around it: a round that hangs is a finding, too. */
export const PATIENT = { timeout: (2 * seconds + 60) * 1000 };

type Round<Result> = (chance: Chance) => Result | Promise<Result>;

export function fuzz(name: string, round: Round<void>): void {
  test(name, PATIENT, () => rounds(round));
}

/** At least so many rounds, which return true, reach what the test is about. */
export function fuzzAtLeast(least: number, name: string, round: Round<boolean>): void {
  test(name, PATIENT, async () => {
    let reached = 0;
    await rounds(async (chance) => {
      if (await round(chance)) reached += 1;
    });
    assert.ok(FUZZ_TRACE !== undefined || reached >= least, `${reached} of ${least} rounds`);
  });
}

/** Runs rounds within a test; the message of a failure says how to play it back. */
export async function rounds(round: Round<void>): Promise<void> {
  if (FUZZ_TRACE !== undefined) return round(new Chance(drawing(read(FUZZ_TRACE), () => 0).draw));
  if (FUZZ_SECONDS !== undefined) return guided(round);
  const chance = new Chance(seededRandom(1));
  for (let number = 1; number <= ROUNDS; number++) {
    try {
      await round(chance);
    } catch (cause) {
      throw new Error(`round ${number} fails`, { cause });
    }
  }
}

async function guided(round: Round<void>): Promise<void> {
  const context = getTestContext();
  const subject = `${basename(context?.filePath ?? '', '.test.ts')}: ${context?.name}`;
  const end = performance.now() + seconds * 1000;
  const { takeReached } = await import('./coverage.ts');
  const explored = await explore({
    play: (draw) => round(new Chance(draw)),
    seeds: keptTraces(subject),
    random: seededRandom(Date.now()),
    isOver: () => performance.now() >= end,
    takeReached,
  });
  const { characters, kept } = explored;
  console.log(`fuzz | ${subject} | ${explored.rounds} | ${characters} | ${kept.length} |`);
  if (FUZZ_KEEP !== undefined) keepTraces(subject, kept);
}

export class Chance {
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** A whole number from 0 to `below` - 1. */
  upTo(below: number): number {
    return Math.floor(this.#random() * below);
  }

  oneOf<T>(things: readonly [T, ...T[]]): T {
    return things[this.upTo(things.length)] ?? things[0];
  }

  /** The octets, cut at random places. */
  cut(octets: Buffer): Buffer[] {
    const pieces: Buffer[] = [];
    for (let from = 0; from < octets.length; ) {
      const to = from + 1 + this.upTo(this.oneOf([1, 4, octets.length]));
      pieces.push(octets.subarray(from, to));
      from = to;
    }
    return pieces;
  }

  /** The octets with random changes, repetitions, deletions and insertions. */
  mutate(octets: Buffer, alphabet: Buffer): Buffer {
    let mutated = octets;
    for (let times = this.upTo(4); times > 0; times--) {
      const at = this.upTo(mutated.length + 1);
      const behind = at + this.upTo(this.oneOf([2, 2, 20]));
      const some = Buffer.from(Array.from({ length: this.upTo(4) }, () => this.octet(alphabet)));
      const middle = this.oneOf([some, Buffer.concat([mutated.subarray(at, behind), some])]);
      mutated = Buffer.concat([mutated.subarray(0, at), middle, mutated.subarray(behind)]);
    }
    return mutated;
  }

  /** Mostly characters of the alphabet. */
  octet(alphabet: Buffer): number {
    return this.upTo(8) === 0 ? this.upTo(256) : (alphabet[this.upTo(alphabet.length)] ?? 0);
  }
}

/** Random rounds for a test: the same 500 in every run, and others for FUZZ_SECONDS in the long one. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '#support/seeded-random.ts';

const long = process.env['FUZZ_SECONDS'];
const seconds = Number(long ?? 0);
const ROUNDS = 500;
const seed = Number(process.env['FUZZ_SEED'] ?? (long === undefined ? 1 : Date.now() % 2 ** 32));

/** Timeout for the test around it: a round that hangs is a finding too. */
export const PATIENT = { timeout: (seconds + 30) * 1000 };

/** Runs rounds until the time is over; the message of a failure gives its seed. */
export async function fuzz(round: (chance: Chance) => void | Promise<void>): Promise<void> {
  const chance = new Chance(seededRandom(seed));
  const end = performance.now() + seconds * 1000;
  for (let rounds = 1; rounds <= ROUNDS || performance.now() < end; rounds++) {
    try {
      await round(chance);
    } catch (cause) {
      throw new Error(`FUZZ_SEED=${seed} fails in round ${rounds}`, { cause });
    }
  }
}

/** The inputs that earlier runs have found, and known hard ones. */
export function corpus(subject: string): { name: string; octets: Buffer }[] {
  const folder = join(import.meta.dirname, 'corpus', subject);
  return readdirSync(folder).map((name) => ({ name, octets: readFileSync(join(folder, name)) }));
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

/** A checksum of a set of aliases that does not depend on the order in which they are read. */

import { createHash } from 'node:crypto';
import type { Alias } from '../store.ts';

const WORDS = 8;

export class Digest {
  readonly #sum = new Uint32Array(WORDS);
  #rows = 0;

  /** Adds what never changes of an alias; whether it is active is compared when nobody can switch it. */
  add({ id, real_email, alias_email, created_at }: Alias): void {
    const row = JSON.stringify([id, real_email, alias_email, created_at]);
    const hash = createHash('sha256').update(row).digest();
    // Sums, each modulo 2^32: unlike XOR, a row that came twice is not a row that never came.
    for (let i = 0; i < WORDS; i += 1) {
      this.#sum[i] = (this.#sum[i] ?? 0) + hash.readUInt32BE(i * 4);
    }
    this.#rows += 1;
  }

  /** Number of rows and checksum; equal for equal sets. */
  get text(): string {
    return `${this.#rows} rows, ${Buffer.from(this.#sum.buffer).toString('hex')}`;
  }
}

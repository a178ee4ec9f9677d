/** A checksum of a set of aliases and their states that does not depend on the order in which they are read. */

import { createHash } from 'node:crypto';
import type { StoredAlias } from './stored-alias.ts';

const WORDS = 8;

export class Digest {
  readonly #sum = new Uint32Array(WORDS);
  #rows = 0;

  /** Adds a row. */
  add({ alias, state }: StoredAlias): void {
    const { id, real_email, alias_email, active, created_at } = alias;
    const columns = state && Object.values(state);
    const row = JSON.stringify([id, alias_email, created_at, active, columns, real_email]);
    const hash = createHash('sha256').update(row).digest();
    // Sums, each modulo 2^32: with XOR a repeated row would cancel itself.
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

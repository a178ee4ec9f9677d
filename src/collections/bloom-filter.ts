/** A set that answers 'maybe' or 'surely not' (Bloom, 1970), for keys that no one can choose: MACs. */

/** Words of a key. */
const WORDS = 8;
/** Bits per key at full size: two of 10,000 other keys then have all their bits set. */
const BITS_PER_KEY = 16;
const FEWEST_BITS = 131_072;
/** 16 MiB. */
const MOST_BITS = 134_217_728;

/** The octets of a key are its hashes: eight words of 32 bits, each of which selects one bit. */
export class BloomFilter {
  readonly #octets: Uint8Array;
  /** The bits of a word that select a bit of the filter. */
  readonly #mask: number;

  /** @param keys the expected number; with more keys the filter answers 'maybe' more often */
  constructor(keys: number) {
    const bits = Math.min(Math.max(keys * BITS_PER_KEY, FEWEST_BITS), MOST_BITS);
    const size = 2 ** Math.ceil(Math.log2(bits));
    this.#octets = new Uint8Array(size / 8);
    this.#mask = size - 1;
  }

  /** @param key 32 octets */
  add(key: Buffer): void {
    for (let word = 0; word < WORDS; word += 1) {
      const bit = key.readUInt32LE(word * 4) & this.#mask;
      this.#octets[bit >> 3] = (this.#octets[bit >> 3] ?? 0) | (1 << (bit & 7));
    }
  }

  /** @param key 32 octets @returns false if it was surely not added */
  mayHave(key: Buffer): boolean {
    for (let word = 0; word < WORDS; word += 1) {
      const bit = key.readUInt32LE(word * 4) & this.#mask;
      if (((this.#octets[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
    }
    return true;
  }
}

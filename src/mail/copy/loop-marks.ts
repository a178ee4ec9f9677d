/** Marks that only we can make. A message that carries the mark of its own alias has passed through us before. */

import type { KeyObject } from 'node:crypto';
import { BoundedMap } from '#collections/bounded-map.ts';
import { Mac } from '#secrets/mac.ts';
import { toBase32 } from '../return-path/base32.ts';

/** Name of the header field that carries a mark. */
export const LOOP_FIELD = 'Veilpost-Loop';

/** 80 bits. */
const MARK_LENGTH = 16;
const MOST_MARKS = 10_000;

export class LoopMarks {
  readonly #key: Mac;
  readonly #known = new BoundedMap<string, string>(MOST_MARKS);

  constructor(key: KeyObject) {
    this.#key = new Mac(key);
  }

  /** The mark of an alias: the same on every node, permanently. */
  of(alias: string): string {
    const known = this.#known.get(alias);
    if (known !== undefined) return known;
    const mac = this.#key.of(alias);
    const mark = toBase32(Buffer.from(mac, 'latin1')).slice(0, MARK_LENGTH);
    this.#known.set(alias, mark);
    return mark;
  }
}

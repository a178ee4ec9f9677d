/** Marks that only we can make: a mail that carries the mark of its own alias has been here before. */

import { createHmac, type KeyObject } from 'node:crypto';
import { BoundedMap } from '#collections/bounded-map.ts';
import { toBase32 } from '../return-path/base32.ts';

/** Name of the header field that carries a mark. */
export const LOOP_FIELD = 'Veilpost-Loop';

/** 80 bits. */
const MARK_LENGTH = 16;
/** Most marks that are cached. */
const MOST_MARKS = 10_000;

export class LoopMarks {
  readonly #key: KeyObject;
  readonly #known = new BoundedMap<string, string>(MOST_MARKS);

  constructor(key: KeyObject) {
    this.#key = key;
  }

  /** The mark of an alias: the same on every node and for ever. */
  of(alias: string): string {
    const known = this.#known.get(alias);
    if (known !== undefined) return known;
    const mac = createHmac('sha256', this.#key).update(alias).digest();
    const mark = toBase32(mac).slice(0, MARK_LENGTH);
    this.#known.set(alias, mark);
    return mark;
  }
}

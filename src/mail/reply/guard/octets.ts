/** The octets of a message by index, regardless of its chunks. */

import { unstuffDots } from '../../message/dot-stuffing.ts';
import type { WireMessage } from '../../message/message.ts';
import { STEP_OCTETS } from './steps.ts';

/** Octets of a message in wire form: from `start` up to, not including, `end`. */
export type Range = { start: number; end: number };

const LF = 10;

export class Octets {
  readonly length: number;
  readonly #chunks: readonly Buffer[];
  /** Index of the first octet of each chunk. */
  readonly #starts: readonly number[];

  constructor(message: WireMessage) {
    this.length = message.octets;
    this.#chunks = message.chunks;
    let start = 0;
    this.#starts = message.chunks.map(({ length }) => (start += length) - length);
  }

  /** In pieces of at most 64 KiB, which share the message's memory. */
  *pieces({ start, end }: Range): Generator<Buffer> {
    let at = start;
    for (let i = this.#chunkAt(start); at < end; i++) {
      const chunk = this.#chunks[i];
      if (chunk === undefined) return;
      const from = this.#starts[i] ?? 0;
      const behind = Math.min(end, from + chunk.length);
      for (let next = at; at < behind; at = next) {
        next = Math.min(behind, at + STEP_OCTETS);
        yield chunk.subarray(at - from, next - from);
      }
    }
  }

  /** For a few octets: copied if a chunk ends inside them. */
  slice(range: Range): Buffer {
    const pieces = [...this.pieces(range)];
    return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
  }

  /** As `pieces`, without stuffing dots. @param range begins at a line start */
  *content(range: Range): Generator<Buffer> {
    let atLineStart = true;
    for (const piece of this.pieces(range)) {
      yield unstuffDots(piece, atLineStart);
      atLineStart = piece.at(-1) === LF;
    }
  }

  /** Index of the chunk that holds the octet. */
  #chunkAt(octet: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= octet) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** Changes to a message; the octets that stay are shared, not copied. */

import { isAscii } from 'node:buffer';
import type { WireMessage } from './message.ts';

/** One range that goes, and what comes in its place; `start` equal to `end`: nothing goes. */
export type Edit = {
  /** Index of an octet of the message in wire form, where a line begins. */
  start: number;
  /** Index behind the last octet that goes. */
  end: number;
  /**
   * Complete lines in wire form, each ended by CRLF; of a text in the body the last one need not be. May be empty. Their octets are
   * the message's from then on.
   */
  lines: Buffer;
};

/** @param edits ordered by where they start; none reaches into the next */
export function edited(message: WireMessage, edits: readonly Edit[]): WireMessage {
  const chunks: Buffer[] = [];
  let { octets, eightBit } = message;
  const add = (piece: Buffer) => {
    if (piece.length > 0) chunks.push(piece);
  };
  /** Index of the first octet that was not dealt with, and the chunk that it is in. */
  let at = 0;
  let chunk = 0;
  let chunkStart = 0;
  /** Goes on to the octet at `index`; the octets passed over are kept or not. */
  const goTo = (index: number, kept: boolean) => {
    for (
      let here = message.chunks[chunk];
      here !== undefined && at < index;
      here = message.chunks[chunk]
    ) {
      const end = Math.min(index - chunkStart, here.length);
      if (kept) add(here.subarray(at - chunkStart, end));
      at = chunkStart + end;
      if (end < here.length) return;
      chunkStart += here.length;
      chunk++;
    }
  };
  for (const { start, end, lines } of edits) {
    goTo(start, true);
    add(lines);
    goTo(end, false);
    octets += lines.length - (end - start);
    eightBit ||= !isAscii(lines);
  }
  goTo(message.octets, true);
  return { chunks, octets, eightBit };
}

/** Changes to a message; unchanged octets are shared, not copied. */

import { isAscii } from 'node:buffer';
import type { WireMessage } from './message.ts';

/** A removed range and its replacement; `start` equal to `end` removes nothing. */
export type Edit = {
  /** Index of an octet of the message in wire form, at the start of a line. */
  start: number;
  /** Index after the last removed octet. */
  end: number;
  /**
   * Complete lines in wire form, each ending with CRLF; the last line of a body needs no CRLF. May be empty. The
   * message owns their octets afterwards.
   */
  lines: Buffer;
};

/** @param edits ordered by start, without overlaps */
export function edited(message: WireMessage, edits: readonly Edit[]): WireMessage {
  if (edits.length === 0) return message;
  const chunks: Buffer[] = [];
  let { octets, eightBit } = message;
  const add = (piece: Buffer) => {
    if (piece.length > 0) chunks.push(piece);
  };
  /** Index of the next octet to handle, and its chunk. */
  let at = 0;
  let chunk = 0;
  let chunkStart = 0;
  /** Advances to the octet at `index`, and keeps or drops the octets before it. */
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

/**
 * Adds lines before a message.
 * @param lines complete header fields in wire form, each ending with CRLF; the message owns their octets afterwards
 */
export function prepend(lines: Buffer, message: WireMessage): WireMessage {
  if (lines.length === 0) return message;
  return {
    chunks: [lines, ...message.chunks],
    octets: lines.length + message.octets,
    eightBit: message.eightBit || !isAscii(lines),
  };
}

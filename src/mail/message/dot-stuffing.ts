/** Transparency of RFC 5321 section 4.5.2: a line that begins with a dot is sent with another dot. */

import type { WireMessage } from './message.ts';

const CRLF_DOT = Buffer.from('\r\n.');
const LF_DOT = Buffer.from('\n.');
const DOT = Buffer.from('.');
const LF = 10;
const DOT_OCTET = 46;

/**
 * @param octets content whose lines end with CRLF, split anywhere but between CR and LF
 * @param atLineStart whether the octets before them ended a line
 */
export function stuffDots(octets: Buffer, atLineStart: boolean): Buffer {
  const pieces: Buffer[] = [];
  if (atLineStart && octets[0] === DOT_OCTET) pieces.push(DOT);
  let from = 0;
  for (let found = octets.indexOf(CRLF_DOT); found >= 0; found = octets.indexOf(CRLF_DOT, from)) {
    pieces.push(octets.subarray(from, found + 2), DOT);
    from = found + 2;
  }
  return pieces.length === 0 ? octets : Buffer.concat([...pieces, octets.subarray(from)]);
}

/**
 * The reverse, piece by piece.
 * @param octets in wire form, split anywhere
 * @param atLineStart whether the octets before them ended a line
 * @returns the same buffer if there is nothing to remove
 */
export function unstuffDots(octets: Buffer, atLineStart: boolean): Buffer {
  const pieces: Buffer[] = [];
  let from = atLineStart && octets[0] === DOT_OCTET ? 1 : 0;
  // The wire form has no LF without its CR.
  for (let found = octets.indexOf(LF_DOT, from); found >= 0; found = octets.indexOf(LF_DOT, from)) {
    pieces.push(octets.subarray(from, found + 1));
    from = found + 2;
  }
  return pieces.length === 0
    ? octets.subarray(from)
    : Buffer.concat([...pieces, octets.subarray(from)]);
}

/**
 * The number of stuffing dots in octets of the wire form.
 * @param chunks split anywhere
 * @param atLineStart whether the octets before them ended a line
 * @param most the number at which the count stops
 */
export function stuffingDots(
  chunks: readonly Buffer[],
  atLineStart: boolean,
  most: number,
): number {
  let dots = 0;
  let previous = atLineStart ? LF : 0;
  for (const chunk of chunks) {
    for (let i = firstStuffingDot(chunk, previous); i < chunk.length && dots < most; i++) {
      if (chunk[i] === DOT_OCTET && (chunk[i - 1] ?? previous) === LF) dots++;
    }
    if (dots >= most) break;
    previous = chunk.at(-1) ?? previous;
  }
  return dots;
}

/**
 * @param previous the octet before the chunk
 * @returns its index, or the chunk's length if there is none
 */
function firstStuffingDot(chunk: Buffer, previous: number): number {
  if (previous === LF && chunk[0] === DOT_OCTET) return 0;
  // The wire form has no LF without its CR.
  const found = chunk.indexOf('\n.', 0, 'latin1');
  return found < 0 ? chunk.length : found + 1;
}

/** The content of a message without its stuffing dots: a copy, in one piece. */
export function contentOf(message: WireMessage): Buffer<ArrayBuffer> {
  const octets = Buffer.concat(message.chunks);
  let end = 0;
  let from = octets[0] === DOT_OCTET ? 1 : 0;
  for (
    let found = octets.indexOf(CRLF_DOT, from);
    found >= 0;
    found = octets.indexOf(CRLF_DOT, from)
  ) {
    octets.copyWithin(end, from, found + 2);
    end += found + 2 - from;
    from = found + 3;
  }
  octets.copyWithin(end, from);
  return octets.subarray(0, end + octets.length - from);
}

/** Transparency of RFC 5321 section 4.5.2: a line that begins with a dot travels with one dot more. */

import type { WireMessage } from './message.ts';

const CRLF_DOT = Buffer.from('\r\n.');
const DOT = Buffer.from('.');

/**
 * @param octets content whose lines end with CRLF, cut anywhere but between CR and LF
 * @param atLineStart whether the octets before them ended a line
 */
export function stuffDots(octets: Buffer, atLineStart: boolean): Buffer {
  const pieces: Buffer[] = [];
  if (atLineStart && octets[0] === 46) pieces.push(DOT);
  let from = 0;
  for (let found = octets.indexOf(CRLF_DOT); found >= 0; found = octets.indexOf(CRLF_DOT, from)) {
    pieces.push(octets.subarray(from, found + 2), DOT);
    from = found + 2;
  }
  return pieces.length === 0 ? octets : Buffer.concat([...pieces, octets.subarray(from)]);
}

/**
 * How many stuffing dots are in octets of the wire form.
 * @param atLineStart whether the octets before them ended a line; they may be cut anywhere
 */
export function stuffingDots(octets: Buffer, atLineStart: boolean): number {
  let dots = 0;
  // No LF of the wire form stands without its CR.
  let before = atLineStart ? 10 : 0;
  for (let i = 0; i < octets.length; i++) {
    const octet = octets[i] ?? 0;
    if (octet === 46 && before === 10) dots += 1;
    before = octet;
  }
  return dots;
}

/** The content of a message without its stuffing dots: a copy, in one piece. */
export function contentOf(message: WireMessage): Buffer<ArrayBuffer> {
  const octets = Buffer.concat(message.chunks);
  let end = 0;
  let from = octets[0] === 46 ? 1 : 0;
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

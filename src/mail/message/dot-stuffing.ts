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

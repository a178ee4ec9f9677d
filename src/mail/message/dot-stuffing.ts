/** Transparency of RFC 5321 section 4.5.2: a line that begins with a dot travels with one dot more. */

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

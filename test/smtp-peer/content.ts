/** Messages on the wire: with stuffing dots for DATA, or in chunks. */

/** RFC 5321 section 4.5.2, of whole lines. */
export function stuffed(octets: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let from = 0;
  for (let at = lineWithDot(octets, 0); at >= 0; at = lineWithDot(octets, at + 1)) {
    pieces.push(octets.subarray(from, at), Buffer.from('.'));
    from = at;
  }
  return Buffer.concat([...pieces, octets.subarray(from)]);
}

export function unstuffed(octets: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let from = 0;
  for (let at = lineWithDot(octets, 0); at >= 0; at = lineWithDot(octets, at + 1)) {
    pieces.push(octets.subarray(from, at));
    from = at + 1;
  }
  return pieces.length === 0 ? octets : Buffer.concat([...pieces, octets.subarray(from)]);
}

/** A BDAT command with its octets (RFC 3030 section 2), which may be of any length and end within a line. */
export function chunk(octets: Buffer, isLast: boolean): Buffer {
  const last = isLast ? ' LAST' : '';
  return Buffer.concat([Buffer.from(`BDAT ${octets.length}${last}\r\n`), octets]);
}

/** The first line from here on that begins with a dot. */
function lineWithDot(octets: Buffer, from: number): number {
  if (from === 0 && octets[0] === 46) return 0;
  const at = octets.indexOf('\r\n.', Math.max(0, from - 2));
  return at < 0 ? -1 : at + 2;
}

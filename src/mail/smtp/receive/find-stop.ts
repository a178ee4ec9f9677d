const NUL = 0;
const LF = 10;
const CR = 13;
const DOT = 46;

/**
 * Index of the first octet before `limit` that ends a run of good octets, or -1. Either it is the CR of an end of data
 * (RFC 5321 section 4.1.1.4), or it may not be there: a CR or LF that stands alone (section 2.3.8), or NUL (section
 * 4.5.2 and RFC 5322 section 2.2 leave no place for it).
 *
 * Every octet of every mail passes here. A regular expression would be as fast, but wants the octets as a string, and
 * that garbage keeps the collector busier than the search itself.
 */
export function findStop(octets: Buffer, limit: number): number {
  const view = new DataView(octets.buffer, octets.byteOffset, limit);
  let at = 0;
  while (at < limit) {
    while (at + 4 <= limit && !hasControl(view.getInt32(at))) at += 4;
    for (const wordEnd = Math.min(at + 4, limit); at < wordEnd; at++) {
      const octet = octets[at];
      if (octet === NUL || octet === LF) return at;
      if (octet !== CR) continue;
      if (octets[at + 1] !== LF || isFinalDot(octets, at + 2)) return at;
      at++;
    }
  }
  return -1;
}

/** Whether one of the four octets of a word is below 14, as CR, LF and NUL are. */
function hasControl(word: number): boolean {
  return ((word - 0x0e0e0e0e) & ~word & 0x80808080) !== 0;
}

function isFinalDot(octets: Buffer, at: number): boolean {
  return octets[at] === DOT && octets[at + 1] === CR && octets[at + 2] === LF;
}

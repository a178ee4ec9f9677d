/** The tokens of an address list (RFC 5322 section 3.2), found in one pass: blanks and comments are skipped. */

/** Characters with a meaning between addresses and within them. */
const SPECIALS = ['<', '>', '@', ',', ';', ':', '.'] as const;

/** `odd` is an octet outside the grammar, such as a control character or a quote without its end. */
export type AddressToken = {
  kind: 'atom' | 'quoted' | 'literal' | 'odd' | (typeof SPECIALS)[number];
  start: number;
  end: number;
};

const QUOTED = /"(?:[^"\\]|\\.)*"/sy;
/** RFC 5322 section 3.4.1: an address literal instead of a domain. */
const LITERAL = /\[[^[\]\\]*\]/y;

/** The kind of token that starts with an octet. */
type Class = AddressToken['kind'] | 'blank' | 'comment';

/** By the octet. RFC 5322 section 3.2.3: all others are atext, with the octets above 127 (RFC 6532 section 3.2). */
const CLASSES: readonly Class[] = Array.from({ length: 256 }, (_, octet): Class => {
  const char = String.fromCharCode(octet);
  if (' \t\r\n'.includes(char)) return 'blank';
  if (char === '(') return 'comment';
  if (char === '"') return 'quoted';
  if (char === '[') return 'literal';
  if (octet < 0x20 || octet === 0x7f || ')]\\'.includes(char)) return 'odd';
  return SPECIALS.find((special) => special === char) ?? 'atom';
});

const classAt = (text: string, at: number) => CLASSES[text.charCodeAt(at)];

/** @param text one character for each octet */
export function addressTokens(text: string): AddressToken[] {
  const tokens: AddressToken[] = [];
  // After one quote or comment without an end, we look for no other: each search would run to the end of the text.
  let quotes = true;
  let comments = true;
  for (let start = 0; start < text.length; ) {
    let kind = classAt(text, start) ?? 'odd';
    let end = start;
    if (kind === 'blank') {
      start += 1;
      continue;
    }
    if (kind === 'atom') {
      while (classAt(text, end) === 'atom') end += 1;
    } else if (kind === 'quoted' && quotes) {
      end = endOf(QUOTED, text, start);
      quotes = end > start;
    } else if (kind === 'literal') {
      end = endOf(LITERAL, text, start);
    } else if (kind === 'comment') {
      end = comments ? endOfComment(text, start) : start;
      comments = end > start;
      if (comments) {
        start = end;
        continue;
      }
      kind = 'odd';
    } else {
      end = kind === 'quoted' ? start : start + 1;
    }
    if (end === start) kind = 'odd';
    tokens.push({ kind, start, end: Math.max(end, start + 1) });
    start = Math.max(end, start + 1);
  }
  return tokens;
}

/** Index after the pattern's match at this position, or the position itself without a match. */
function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : start;
}

/** Index after a comment and its nested comments (RFC 5322 section 3.2.2); its start if it has no end. */
function endOfComment(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (char === '\\') at++;
    else if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return at + 1;
  }
  return start;
}

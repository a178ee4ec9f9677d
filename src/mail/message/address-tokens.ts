/** What an address list is made of (RFC 5322 section 3.2), found in one pass: blanks and comments are passed over. */

/** Signs that have a meaning of their own between addresses and within them. */
type Special = '<' | '>' | '@' | ',' | ';' | ':' | '.';

/** `odd` is an octet that has no place there, such as a control character or a quote that is never closed. */
export type AddressToken = {
  kind: 'atom' | 'quoted' | 'literal' | 'odd' | Special;
  start: number;
  end: number;
};

const BLANKS = /[ \t\r\n]+/y;
/** RFC 5322 section 3.2.3 atext, with the octets above 127 that RFC 6532 section 3.2 adds. */
// oxlint-disable-next-line no-control-regex
const ATOM = /[^\x00-\x20\x7f()<>[\]:;@\\,."]+/y;
const QUOTED = /"(?:[^"\\]|\\.)*"/sy;
/** RFC 5322 section 3.4.1: an address of the Internet Protocol in the place of a domain. */
const LITERAL = /\[[^[\]\\]*\]/y;
const SPECIALS: ReadonlyMap<string, Special> = new Map(
  (['<', '>', '@', ',', ';', ':', '.'] as const).map((special) => [special, special]),
);

/** @param text one character for each octet */
export function addressTokens(text: string): AddressToken[] {
  const tokens: AddressToken[] = [];
  // Where one quote or comment is never closed, none behind it is looked at: each would be searched to the end of the text.
  let quotes = true;
  let comments = true;
  for (let start = 0; start < text.length; ) {
    let kind: AddressToken['kind'] | undefined;
    let end = start;
    const char = text.charAt(start);
    const special = SPECIALS.get(char);
    if (special !== undefined) {
      kind = special;
      end = start + 1;
    } else if (char === '"' && quotes) {
      end = endOf(QUOTED, text, start);
      kind = 'quoted';
      quotes = end > start;
    } else if (char === '(' && comments) {
      end = endOfComment(text, start);
      comments = end > start;
    } else if (char === '[') {
      end = endOf(LITERAL, text, start);
      kind = 'literal';
    } else {
      end = endOf(BLANKS, text, start);
      if (end === start) {
        end = endOf(ATOM, text, start);
        kind = 'atom';
      }
    }
    if (end === start) {
      end = start + 1;
      kind = 'odd';
    }
    if (kind !== undefined) tokens.push({ kind, start, end });
    start = end;
  }
  return tokens;
}

/** Index behind what the pattern matches at this place, or the place itself where it matches nothing. */
function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : start;
}

/** Index behind a comment, with the comments in it (RFC 5322 section 3.2.2); its begin where it is never closed. */
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

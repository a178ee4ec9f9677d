/** Comments in header fields (RFC 5322 section 3.2.2): they stand in comments, and none in a quoted string. */

/** @returns the text with a blank for each comment; one without an end goes with all behind it */
export function withoutComments(text: string): string {
  let kept = '';
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '\\') {
      if (depth === 0) kept += text.slice(at, at + 2);
      at++;
    } else if (isQuoted || (char === '"' && depth === 0)) {
      if (char === '"') isQuoted = !isQuoted;
      kept += char;
    } else if (char === '(') {
      depth++;
    } else if (char === ')' && depth > 0) {
      if (--depth === 0) kept += ' ';
    } else if (depth === 0) kept += char;
  }
  return kept;
}

/** Comments in header fields (RFC 5322 section 3.2.2): they nest, and a quoted string contains none. */

/**
 * @param unclosed what happens to a comment without an end, and to all text after it
 * @returns the text with a blank for each comment
 */
export function withoutComments(text: string, unclosed: 'dropped' | 'kept' = 'dropped'): string {
  if (!text.includes('(')) return text;
  let kept = '';
  let depth = 0;
  let opened = 0;
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
      if (depth++ === 0) opened = at;
    } else if (char === ')' && depth > 0) {
      if (--depth === 0) kept += ' ';
    } else if (depth === 0) kept += char;
  }
  return depth > 0 && unclosed === 'kept' ? kept + text.slice(opened) : kept;
}

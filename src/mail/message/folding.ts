/** Folding and comments of header fields (RFC 5322 sections 2.2.3 and 3.2.2). */

/** RFC 5322 section 2.1.1 recommends lines of at most 78 characters. */
const LINE = 78;

/**
 * A field in lines of 78 characters, as far as it has blanks to break at; unfolding restores the text.
 * @param field name and value without line ends and trailing blanks; its words have at most 997 characters
 */
export function folded(field: string): string {
  let lines = '';
  let line = '';
  for (const [word] of field.matchAll(/[ \t]*[^ \t]+/g)) {
    // The name is never alone on its line: some programs take that for an empty field.
    if (line.includes(' ') && line.length + word.length > LINE) {
      lines += `${line}\r\n`;
      line = word;
    } else {
      line += word;
    }
  }
  return lines + line;
}

/**
 * The text without trailing blanks and line ends. `trimEnd` would also remove an octet of UTF-8 (0xA0). A loop,
 * because a regular expression tries again at each blank.
 * @param text one character for each octet
 */
export function withoutTrailingFolding(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t\r\n'.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/**
 * Comments nest, and a quoted string contains none.
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

/** Header fields in several lines (RFC 5322 section 2.2.3). */

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

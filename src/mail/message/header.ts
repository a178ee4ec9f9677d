/**
 * The header block of a message (RFC 5322 section 2.2) in its wire form, as ranges of its octets; nothing is decoded
 * or rewritten. A stuffing dot (RFC 5321 section 4.5.2) does not belong to a field, but is removed with it.
 */

/** One header field with its folded lines. */
export type Field = {
  /** In lower case. */
  name: string;
  /** Index of the first octet of the name, or of the stuffing dot before it. */
  start: number;
  /** Index after the CRLF of the field's last line. */
  end: number;
};

const CRLF = '\r\n';
/** The longest name worth reading; RFC 5322 section 2.1.1 allows lines of at most 998. */
const NAME_OCTETS = 998;

/** The separator line of mailbox files (RFC 4155) above a message, or a quoted copy. A field may have the same name. */
const MAILBOX_LINE = /^\.?>*From (?![ \t]*:)/;

/**
 * Index after the lines of a mailbox file, such as `From ann Thu Jan  1 00:00:00 1970`, above a header block. They
 * are not fields, and after any field other programs would end the header there.
 */
export function endOfMailboxLines(header: Buffer): number {
  if (!MAILBOX_LINE.test(header.toString('latin1', 0, NAME_OCTETS))) return 0;
  const text = header.toString('latin1');
  let end = 0;
  while (MAILBOX_LINE.test(text.slice(end, end + NAME_OCTETS))) end = endOfField(text, end);
  return end;
}

/**
 * The fields of a header block in order. A line that is neither field nor folding is skipped: the sender wrote it,
 * and it stays.
 * @param limit on the number of fields read
 * @param from index of the first field
 */
export function readFields(header: Buffer, limit: number, from = 0): Field[] {
  // One character for each octet: an index in the text is the same index in the block.
  return fieldsIn(header.toString('latin1'), limit, from);
}

/** The same as `readFields`, for a decoded block. @param text one character (latin1) for each octet */
export function fieldsIn(text: string, limit: number, from: number): Field[] {
  const fields: Field[] = [];
  let start = from;
  let colon = -1;
  while (start < text.length && fields.length < limit) {
    const end = endOfField(text, start);
    // Search once: many lines without a colon must not scan the same octets repeatedly.
    if (colon < start) colon = indexOrEnd(text, ':', start);
    const name = text[start] === '.' ? start + 1 : start;
    if (colon > name && colon < Math.min(end, name + NAME_OCTETS)) {
      // RFC 5322 section 4.5: obsolete syntax has blanks between the name and its colon.
      fields.push({ name: text.slice(name, colon).trimEnd().toLowerCase(), start, end });
    }
    start = end;
  }
  return fields;
}

/**
 * Index after the field that starts at `start`: lines that begin with a blank continue it (RFC 5322 section 2.2.3).
 */
function endOfField(text: string, start: number): number {
  let next = start;
  do {
    next = indexOrEnd(text, CRLF, next) + CRLF.length;
  } while (isBlank(text[text[next] === '.' ? next + 1 : next]));
  return Math.min(next, text.length);
}

const isBlank = (char: string | undefined) => char === ' ' || char === '\t';

function indexOrEnd(text: string, wanted: string, from: number): number {
  const found = text.indexOf(wanted, from);
  return found < 0 ? text.length : found;
}

/** The text after the colon, unfolded (RFC 5322 section 2.2.3). */
export function fieldBody(header: Buffer, { start, end }: Field): string {
  const text = header.toString('latin1', start, end);
  return text
    .slice(text.indexOf(':') + 1)
    .replaceAll(/\r\n\.?/g, '')
    .trim();
}

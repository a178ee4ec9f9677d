/** The header block of a message (RFC 5322 section 2.2) as ranges of its octets; nothing is decoded or rewritten. */

/** One header field with its folded lines. */
export type Field = {
  /** In lower case. */
  name: string;
  /** Index of the first octet of the name. */
  start: number;
  /** Index behind the CRLF of the field's last line. */
  end: number;
};

const CRLF = Buffer.from('\r\n');
const COLON = 58;
const SPACE = 32;
const TAB = 9;
/** The longest name worth reading; RFC 5322 section 2.1.1 allows no line above 998. */
const NAME_OCTETS = 998;

/**
 * The fields of a header block in their order. A line that is neither field nor folding is passed over: it is the
 * sender's, and stays where it is.
 * @param limit fields that are read at most; more are not looked for
 */
export function readFields(header: Buffer, limit: number): Field[] {
  const fields: Field[] = [];
  let start = 0;
  while (start < header.length && fields.length < limit) {
    const end = endOfField(header, start);
    const nameLimit = Math.min(end, start + NAME_OCTETS);
    let colon = start;
    while (colon < nameLimit && header[colon] !== COLON) colon++;
    if (colon > start && colon < nameLimit) {
      // RFC 5322 section 4.5: obsolete syntax has blanks between the name and its colon.
      const name = header.toString('latin1', start, colon).trimEnd().toLowerCase();
      fields.push({ name, start, end });
    }
    start = end;
  }
  return fields;
}

/** Index behind the field that starts at `start`: lines that begin with a blank continue it (RFC 5322 section 2.2.3). */
function endOfField(header: Buffer, start: number): number {
  let from = start;
  for (;;) {
    const found = header.indexOf(CRLF, from);
    if (found < 0) return header.length;
    from = found + CRLF.length;
    const next = header[from];
    if (next !== SPACE && next !== TAB) return from;
  }
}

/** What stands behind the colon, unfolded (RFC 5322 section 2.2.3). */
export function fieldBody(header: Buffer, { start, end }: Field): string {
  const text = header.toString('latin1', start, end);
  return text
    .slice(text.indexOf(':') + 1)
    .replaceAll('\r\n', '')
    .trim();
}

/**
 * Index behind the trace fields on top: they can differ between two attempts of the same sender, because each relay on
 * the way prepends a line of its own (RFC 5321 section 4.4).
 */
export function endOfTrace(fields: readonly Field[]): number {
  let end = 0;
  for (const field of fields) {
    if (field.name !== 'received' || field.start !== end) break;
    end = field.end;
  }
  return end;
}

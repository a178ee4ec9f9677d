/** The header of a message, decoded once, as signatures cover it: its fields without stuffing dots. */

import { endOfMailboxLines, fieldsIn } from './header.ts';

const TAB = 9;
const LF = 10;
const CR = 13;
const SP = 32;

/** The limits of reading. The server accepts no larger header; an incomplete one cannot be verified. */
const LIMITS = { octets: 1_048_576, fields: 1000 };

/** The position of a field in the wire form of its header block. */
type Place = { start: number; end: number };

const NOWHERE: Place = { start: 0, end: 0 };

/** One field with its folded lines; each character is one octet (latin1). */
export class HeaderField {
  /** In lower case, without the blanks before the colon (RFC 5322 section 4.5). */
  readonly name: string;
  /** Starting with the name, without the CRLF that ends the field. */
  readonly raw: string;
  readonly colon: number;
  /** Index of the field's first octet in the wire form, its stuffing dot included; 0 for our own field. */
  readonly start: number;
  /** Index after the field's CRLF in the wire form; 0 for our own field. */
  readonly end: number;
  #relaxed: string | undefined;

  /** @param raw a field as in a message, with a colon, and with or without its CRLF */
  constructor(raw: string, { start, end } = NOWHERE) {
    this.raw = raw.endsWith('\r\n') ? raw.slice(0, -2) : raw;
    this.colon = this.raw.indexOf(':');
    this.name = withoutTrailingBlanks(this.raw.slice(0, this.colon)).toLowerCase();
    this.start = start;
    this.end = end;
  }

  /** The octets after the colon, including folding. */
  get value(): string {
    return this.raw.slice(this.colon + 1);
  }

  /** The relaxed form of RFC 6376 section 3.4.2, without CRLF. */
  get relaxed(): string {
    this.#relaxed ??= relaxedField(this.raw, this.colon);
    return this.#relaxed;
  }
}

export class HeaderBlock {
  /** In order, from the top. */
  readonly all: readonly HeaderField[];
  /** Whether all fields of the header are present: false if it exceeds the limits. */
  readonly complete: boolean;
  /** Whether each line belongs to a field: some programs end the header at any other line. */
  readonly fieldsAlone: boolean;
  readonly #named = new Map<string, HeaderField[]>();

  constructor(fields: readonly HeaderField[], complete = true, fieldsAlone = true) {
    this.all = fields;
    this.complete = complete;
    this.fieldsAlone = fieldsAlone;
    for (const field of fields) {
      const same = this.#named.get(field.name);
      if (same === undefined) this.#named.set(field.name, [field]);
      else same.push(field);
    }
  }

  /**
   * Skips lines of a mailbox file before the first field, and lines that are not fields.
   * @param octets in wire form, lent until the call returns
   */
  static read(octets: Buffer, limits = LIMITS): HeaderBlock {
    const top = endOfMailboxLines(octets);
    const text = octets.toString('latin1', top);
    const found = fieldsIn(text, limits.fields + 1, 0);
    const kept = found.slice(0, limits.fields).filter(({ end }) => end <= limits.octets);
    const stuffed = text.startsWith('.') || text.includes('\r\n.');
    return new HeaderBlock(
      kept.map(({ start, end }) => {
        const raw = text.slice(start, end);
        const place = { start: top + start, end: top + end };
        // RFC 5321 section 4.5.2.
        return new HeaderField(stuffed ? raw.replaceAll(/(^|\r\n)\./g, '$1') : raw, place);
      }),
      kept.length === found.length,
      hasFieldsAlone(text, found),
    );
  }

  /** The fields of this name, from the top. @param name in lower case */
  fields(name: string): readonly HeaderField[] {
    return this.#named.get(name) ?? [];
  }
}

/** RFC 5322 section 2.2: printable characters without a colon; section 4.5: blanks after them. */
const NAME = /^[!-9;-~]+$/;

/** Whether the fields fill the block up to its empty line. */
function hasFieldsAlone(text: string, fields: ReturnType<typeof fieldsIn>): boolean {
  const end = fields.at(-1)?.end ?? 0;
  return (
    fields.every(({ name, start }, i) => start === (fields[i - 1]?.end ?? 0) && NAME.test(name)) &&
    (end === text.length || text.slice(end) === '\r\n')
  );
}

/** Fields in wire form: our own fields have no line that begins with a dot. */
export function linesOf(fields: readonly HeaderField[]): Buffer {
  return Buffer.from(fields.map(({ raw }) => `${raw}\r\n`).join(''), 'latin1');
}

/** RFC 6376 section 3.4.2. Only SP and TAB are blanks: `trim` would take other octets too. */
function relaxedField(raw: string, colon: number): string {
  const name = withoutTrailingBlanks(raw.slice(0, colon)).toLowerCase();
  const written = raw.slice(colon + 1);
  const value = /\r\n|\t| {2}/.test(written) ? reduced(written) : written;
  return `${name}:${value.slice(value.startsWith(' ') ? 1 : 0, value.endsWith(' ') ? -1 : undefined)}`;
}

/**
 * Unfolded, with one SP for each run of blanks. Octet by octet, as a regular expression takes three times as long with
 * many runs; by index, as an iterator takes seven times as long.
 */
function reduced(text: string): string {
  const octets = Buffer.from(text, 'latin1');
  let end = 0;
  let previous = 0;
  for (let i = 0; i < octets.length; i++) {
    if (octets[i] === CR && octets[i + 1] === LF) {
      i++;
      continue;
    }
    const octet = octets[i] === TAB ? SP : (octets[i] ?? 0);
    if (octet !== SP || previous !== SP) octets[end++] = octet;
    previous = octet;
  }
  return octets.toString('latin1', 0, end);
}

/** A loop, because `[ \t]+$` tries again at each blank. */
function withoutTrailingBlanks(text: string): string {
  let end = text.length;
  while (text[end - 1] === ' ' || text[end - 1] === '\t') end--;
  return text.slice(0, end);
}

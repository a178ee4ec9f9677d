/**
 * The parts of a message (RFC 2046 section 5.1) as ranges of its octets; only part headers are copied. If two
 * programs could find different parts in a message, it counts as broken. Otherwise a mail program might show a part
 * that the search has missed.
 */

import { HeaderBlock } from '../../message/header-block.ts';
import type { WireMessage } from '../../message/message.ts';
import { type PartContent, readContent } from './content-fields.ts';
import { LINE_WORK, linesMarked } from './marked-lines.ts';
import { Octets, type Range } from './octets.ts';
import { type SearchSteps } from './steps.ts';

/** A reply as the owner's server sent it. The octets are lent until the verdict. */
export type GuardedMessage = {
  message: WireMessage;
  /** Its header. */
  block: HeaderBlock;
  /** Index of the body's first octet in the wire form: after the empty line. */
  bodyStart: number;
};

/** One part, or the message itself. */
export type MimePart = {
  /** 0 is the message itself; other parts are numbered in the order of their beginnings. */
  number: number;
  content: PartContent;
  block: HeaderBlock;
  /** Starts at the part's first field; empty for the message itself, whose header the guard must not change. */
  header: Range;
  /** Without the CRLF that belongs to the boundary after it. */
  body: Range;
};

/** Octets of a multipart that are in none of its parts: the preamble or the epilogue (RFC 2046 section 5.1.1). */
export type Gap = { part: MimePart; range: Range };

/** A line before a part, or after the last one, with its CRLF. */
export type Delimiter = {
  /** The multipart. */
  part: MimePart;
  range: Range;
  isLast: boolean;
};

export type Walk =
  | {
      kind: 'walked';
      parts: readonly MimePart[];
      gaps: readonly Gap[];
      delimiters: readonly Delimiter[];
    }
  | { kind: 'broken'; part: number; type: string };

/** Limits: nesting of multiparts, number of parts, and octets of a part's header. */
export const DEPTH = 20;
export const PARTS = 500;
export const PART_HEADER_OCTETS = 16_384;
/** Programs write at most ten. */
const PART_FIELDS = 100;
const PART_HEADER = { octets: PART_HEADER_OCTETS, fields: PART_FIELDS };

/** RFC 2046 section 5.1.1: 1 to 70 octets, the last not a blank; programs also use characters not listed there. */
const BOUNDARY = /^[\x20-\x7e]{0,69}[\x21-\x7e]$/;
/** A delimiter, and blanks added after it in transit. */
const LINE_OCTETS = 200;

const HEADER_END = Buffer.from('\r\n\r\n');
/** RFC 5322 section 2.2, with blanks before the colon (section 4.5); or a folded line. */
const HEADER_LINE = /^(?:[\x21-\x39\x3b-\x7e]+[ \t]*:|[ \t])/;

/** A multipart that has not ended yet, or whose parent's next delimiter was not seen yet. */
type Open = {
  part: MimePart;
  delimiter: string;
  gapStart: number;
  state: 'preamble' | 'parts' | 'epilogue';
};

export function* walkParts(mail: GuardedMessage): SearchSteps<Walk> {
  const octets = new Octets(mail.message);
  const walker = new Walker(octets);
  const body = { start: mail.bodyStart, end: octets.length };
  const from = Math.max(0, body.start - 1);
  let next = walker.begin(mail.block, { start: body.start, end: body.start }, body);
  let isDotted = false;
  if (next !== undefined && walker.isWithin) {
    for (const found of linesMarked(octets, from)) {
      isDotted ||= found.isDotted === true;
      if (found.line === undefined || found.isDotted || found.line < next) {
        yield found.work;
        continue;
      }
      next = walker.line(found.line);
      if (next === undefined) break;
      yield LINE_WORK + next - found.line;
    }
  }
  if (next === undefined) return walker.broken();
  // All boundaries are known only now.
  for (const { line, isDotted: hides, work } of isDotted ? linesMarked(octets, from) : []) {
    if (line !== undefined && hides && walker.isHidden(line + 1)) return walker.broken();
    yield work;
  }
  return walker.end();
}

class Walker {
  readonly #octets: Octets;
  readonly #parts: MimePart[] = [];
  readonly #gaps: Gap[] = [];
  readonly #delimiters: Delimiter[] = [];
  /** Outermost first. */
  readonly #open: Open[] = [];
  /** The current part that is not a multipart, if it has not ended yet. */
  #leaf: MimePart | undefined;

  constructor(octets: Octets) {
    this.#octets = octets;
  }

  get isWithin(): boolean {
    return this.#open.length > 0;
  }

  /** @param body its end is not known yet. @returns where the body begins; undefined if the part is broken */
  begin(block: HeaderBlock, header: Range, body: Range): number | undefined {
    const content = readContent(block);
    const number = this.#parts.length;
    const part = { number, content: content ?? UNKNOWN, block, header, body };
    this.#parts.push(part);
    if (content === undefined || !block.complete || number > PARTS) return undefined;
    if (!content.type.startsWith('multipart/')) {
      this.#leaf = part;
      return body.start;
    }
    const { boundary = '', encoding } = content;
    // RFC 2045 section 6.4.
    const plain = encoding === '7bit' || encoding === '8bit' || encoding === 'binary';
    if (!plain || !BOUNDARY.test(boundary) || this.#open.length === DEPTH) return undefined;
    const delimiter = `--${boundary}`;
    if (this.#open.some((open) => open.delimiter === delimiter)) return undefined;
    this.#open.push({ part, delimiter, gapStart: body.start, state: 'preamble' });
    return body.start;
  }

  /**
   * A line that begins with two hyphens.
   * @returns index of the first octet that may begin the next one; undefined if the message is broken
   */
  line(start: number): number | undefined {
    const text = this.#lineAt(start);
    if (!this.#open.some(({ delimiter }) => text.startsWith(delimiter))) return start;
    // One boundary may begin with another.
    const at = this.#open.findLastIndex(({ delimiter }) => isDelimiter(text, delimiter));
    if (at < 0) return undefined;
    const isLast = text.startsWith('--', this.#open[at]?.delimiter.length);
    const behind = start + text.length;
    if (!this.#endBefore(start, at)) return undefined;
    const open = this.#open[at];
    // RFC 2046 section 5.1.1: at least one part, and only text after the last delimiter.
    if (open === undefined || open.state === 'epilogue') return undefined;
    if (open.state === 'preamble') {
      if (isLast) return undefined;
      this.#gap(open, start);
    }
    const end = Math.min(behind + CRLF.length, this.#octets.length);
    this.#delimiters.push({ part: open.part, range: { start, end }, isLast });
    if (isLast) {
      open.state = 'epilogue';
      open.gapStart = Math.min(end, open.part.body.end);
      return behind;
    }
    open.state = 'parts';
    return this.#part(behind + CRLF.length, open.part.body.end);
  }

  /** Whether the line would be the delimiter of a part. */
  isHidden(start: number): boolean {
    const text = this.#lineAt(start);
    return this.#parts.some(
      ({ content: { boundary } }) => boundary !== undefined && text.startsWith(`--${boundary}`),
    );
  }

  /** Called after the last line. */
  end(): Walk {
    const end = this.#octets.length;
    if (!this.#endBefore(end + CRLF.length, -1)) return this.broken();
    return {
      kind: 'walked',
      parts: this.#parts,
      gaps: this.#gaps,
      delimiters: this.#delimiters,
    };
  }

  broken(): Walk {
    const { number = 0, content } = this.#parts.at(-1) ?? {};
    return { kind: 'broken', part: number, type: content?.type ?? '' };
  }

  /**
   * Ends all parts inside the multipart: nested multiparts must have had their last delimiters.
   * @param start of the delimiter
   */
  #endBefore(start: number, at: number): boolean {
    const end = start - CRLF.length;
    if (this.#leaf !== undefined) {
      this.#leaf.body.end = Math.max(end, this.#leaf.body.start);
      this.#leaf = undefined;
    }
    while (this.#open.length > at + 1) {
      const inner = this.#open.pop();
      if (inner?.state !== 'epilogue') return false;
      this.#gap(inner, start);
      inner.part.body.end = Math.max(end, inner.part.body.start);
    }
    return true;
  }

  #gap({ part, gapStart }: Open, start: number): void {
    const end = Math.min(start, this.#octets.length);
    if (gapStart < end) this.#gaps.push({ part, range: { start: gapStart, end } });
  }

  /** The part whose header begins here. */
  #part(start: number, most: number): number | undefined {
    const limit = Math.min(most, start + PART_HEADER_OCTETS + HEADER_END.length);
    // The empty line may be the first line.
    const octets = this.#octets.slice({ start: start - CRLF.length, end: limit });
    const end = octets.indexOf(HEADER_END);
    const header = { start, end: start + Math.max(0, end) };
    const body = { start: start + end + CRLF.length, end: most };
    const lines = octets.subarray(CRLF.length, end + CRLF.length);
    if (end < 0 || !isHeader(lines.toString('latin1'))) {
      this.begin(new HeaderBlock([]), header, body);
      return undefined;
    }
    return this.begin(HeaderBlock.read(lines, PART_HEADER), header, body);
  }

  /** Without its CRLF. */
  #lineAt(start: number): string {
    const end = Math.min(start + LINE_OCTETS, this.#octets.length);
    const text = this.#octets.slice({ start, end }).toString('latin1');
    const lineEnd = text.indexOf('\r\n');
    return lineEnd < 0 ? text : text.slice(0, lineEnd);
  }
}

const CRLF = '\r\n';
const UNKNOWN: PartContent = {
  type: '',
  charset: undefined,
  encoding: '',
  boundary: undefined,
  fileName: '',
};

/** RFC 2046 section 5.1.1: only blanks after it. */
function isDelimiter(text: string, delimiter: string): boolean {
  return text.startsWith(delimiter) && /^(?:--)?[ \t]*$/.test(text.slice(delimiter.length));
}

/** Whether each line starts or continues a field. Some programs take any other line for the start of the body. */
function isHeader(text: string): boolean {
  if (text === '') return true;
  // RFC 5321 section 4.5.2: the stuffing dot is removed, even if it was unnecessary.
  const lines = text
    .slice(0, -CRLF.length)
    .split(CRLF)
    .map((line) => line.replace(/^\./, ''));
  return (
    !/^[ \t]/.test(lines[0] ?? '') &&
    lines.every((line) => HEADER_LINE.test(line) && !line.startsWith('--'))
  );
}

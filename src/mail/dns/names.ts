/** Names of the DNS, as text and in messages: RFC 1035 sections 3.1 and 4.1.4. */

/** Section 2.3.4: octets of a name including its length octets, and of a label. */
const NAME_OCTETS = 255;
const LABEL_OCTETS = 63;
const HEADER_OCTETS = 12;
/** The largest number of labels and pointers read in one message. 500 different servers have fewer; more take too long. */
const MOST_STEPS = 2500;

/** Names in queries: printable US-ASCII, no escapes. */
const PLAIN_NAME = /^[!-[\]-~]*$/;
/** The octets of a label that are replaced. */
const STRANGE = /[^!-\-/-[\]-~]/g;

/** @returns the name in wire form, or undefined if the text cannot be a name. @param name '' is the root */
export function encodeName(name: string): Buffer | undefined {
  if (name === '') return Buffer.of(0);
  if (name.length > NAME_OCTETS - 2 || !PLAIN_NAME.test(name)) return undefined;
  const octets = Buffer.alloc(name.length + 2);
  let at = 0;
  for (const label of name.split('.')) {
    if (label === '' || label.length > LABEL_OCTETS) return undefined;
    octets[at] = label.length;
    octets.write(label, at + 1, 'latin1');
    at += 1 + label.length;
  }
  return octets;
}

/** The number of octets of a name covered by one random value. */
const DRAW = 32;

/**
 * The name with each letter in random case. A forger who does not see the query has to guess it, in addition to id and port (RFC
 * 5452 section 4.3; draft-vixie-dnsext-dns0x20). The length octet of a label is never a letter.
 */
export function mixedCase(name: Buffer, randomInt: (below: number) => number): Buffer {
  const mixed = Buffer.from(name);
  let bits = 0;
  for (const [at, octet] of name.entries()) {
    bits = at % DRAW === 0 ? randomInt(2 ** DRAW) : bits >>> 1;
    const letter = (octet | 0x20) >= 0x61 && (octet | 0x20) <= 0x7a;
    if (letter && (bits & 1) === 1) mixed[at] = octet ^ 0x20;
  }
  return mixed;
}

/** The end of a name, starting at one of its labels or pointers. */
type Tail = { name: string; octets: number };

const ROOT: Tail = { name: '', octets: 1 };

/**
 * Reads the names of one message. Each label is read once, however many names share it: in a hostile message all records
 * have names of the maximum length.
 */
export class NameReader {
  readonly message: Buffer;
  /** By offset. */
  readonly #tails = new Map<number, Tail>();
  #steps = 0;

  constructor(message: Buffer) {
    this.message = message;
  }

  /**
   * The name at an offset, in lower case without the final dot. An octet that is not printable, or is a dot or a
   * backslash within a label, becomes a backslash: queries never contain such a name, and it never equals a valid name.
   * @returns undefined if it is malformed, or its pointers form a loop
   */
  at(start: number): { name: string; end: number } | undefined {
    const { message } = this;
    /** The offsets of its labels and pointers, in order. */
    const path: number[] = [];
    let end: number | undefined;
    let at = start;
    /** The start of the current part. */
    let segment = start;
    let tail = this.#tails.get(at);
    for (; tail === undefined || end === undefined; tail = this.#tails.get(at)) {
      if (++this.#steps > MOST_STEPS) return undefined;
      const length = message[at];
      if (length === undefined) return undefined;
      if (length === 0) {
        end ??= at + 1;
        tail = ROOT;
        break;
      }
      path.push(at);
      if (length >= 0xc0) {
        const low = message[at + 1];
        const target = ((length & 0x3f) << 8) | (low ?? 0);
        // Section 4.1.4: a pointer refers to a prior occurrence, so pointers cannot form a loop.
        if (low === undefined || target >= segment || target < HEADER_OCTETS) return undefined;
        end ??= at + 2;
        at = target;
        segment = target;
      } else {
        at += 1 + length;
        if (length > LABEL_OCTETS || at > message.length) return undefined;
      }
    }
    for (const from of path.toReversed()) {
      tail = this.#withLabel(from, tail);
      if (tail.octets > NAME_OCTETS) return undefined;
      this.#tails.set(from, tail);
    }
    return { name: tail.name, end };
  }

  #withLabel(at: number, tail: Tail): Tail {
    const length = this.message[at] ?? 0;
    if (length >= 0xc0) return tail;
    const label = this.message
      .toString('latin1', at + 1, at + 1 + length)
      .replaceAll(STRANGE, '\\')
      .toLowerCase();
    const name = tail.name === '' ? label : `${label}.${tail.name}`;
    return { name, octets: tail.octets + 1 + length };
  }
}

/** A flat copy. V8 keeps a concatenated string as its pieces, which takes many times the memory. */
export const inOnePiece = (text: string) => Buffer.from(text, 'latin1').toString('latin1');

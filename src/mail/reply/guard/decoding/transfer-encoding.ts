/** Quoted-printable and base64 (RFC 2045 sections 6.7 and 6.8), encoding and decoding, in pieces split anywhere. */

/** Encodes or decodes one body. A broken encoding ends with undefined. */
export type Coder = {
  /** @param last no piece follows. @returns undefined if the octets are not valid in this encoding */
  push: (octets: Buffer, last: boolean) => Buffer | undefined;
};

const UNENCODED: Coder = { push: (octets) => octets };

/** RFC 2045 section 6.2, by their names in lower case; undefined if unknown. */
export function decoderNamed(encoding: string): Coder | undefined {
  if (encoding === 'quoted-printable') return new QuotedPrintableDecoder();
  if (encoding === 'base64') return new Base64Decoder();
  return ['7bit', '8bit', 'binary'].includes(encoding) ? UNENCODED : undefined;
}

/** @param encoding a name that has a decoder. @param lines whether CR LF in the octets ends a line of text */
export function encoderNamed(encoding: string, lines: boolean): Coder {
  if (encoding === 'quoted-printable') return new QuotedPrintableEncoder(lines);
  return encoding === 'base64' ? new Base64Encoder() : UNENCODED;
}

const CR = 13;
const LF = 10;
const TAB = 9;
const SP = 32;
const EQUALS = 61;
/** RFC 2045 sections 6.7 and 6.8. */
const LINE_OCTETS = 76;
/** RFC 5322 section 2.1.1: the longest line, and so the most blanks at the end of one. */
const MOST_BLANKS = 998;

const HEX = '0123456789ABCDEF';
/** Values of hexadecimal digits in both cases; -1 for any other octet. */
const HEX_VALUES = Int8Array.from({ length: 256 }, (_, octet) =>
  HEX.indexOf(String.fromCharCode(octet).toUpperCase()),
);

/** An invalid sequence after an equals sign is kept: mail programs do the same. */
class QuotedPrintableDecoder implements Coder {
  /** Octets from an equals sign whose meaning is not known yet. */
  #held: Buffer = Buffer.alloc(0);

  push(piece: Buffer, last: boolean): Buffer {
    const octets = this.#held.length === 0 ? piece : Buffer.concat([this.#held, piece]);
    this.#held = Buffer.alloc(0);
    let at = octets.indexOf(EQUALS);
    if (at < 0) return octets;
    const decoded = Buffer.allocUnsafe(octets.length);
    let end = octets.copy(decoded, 0, 0, at);
    while (at < octets.length) {
      const octet = octets[at] ?? 0;
      if (octet !== EQUALS) {
        decoded[end++] = octet;
        at++;
        continue;
      }
      const high = HEX_VALUES[octets[at + 1] ?? 0] ?? -1;
      const low = HEX_VALUES[octets[at + 2] ?? 0] ?? -1;
      if (high >= 0 && low >= 0) {
        decoded[end++] = high * 16 + low;
        at += 3;
        continue;
      }
      const behind = endOfSoftBreak(octets, at + 1);
      if (behind > 0) {
        at = behind;
      } else if (!last && mayContinue(octets, at)) {
        this.#held = Buffer.from(octets.subarray(at));
        break;
      } else {
        decoded[end++] = EQUALS;
        at++;
      }
    }
    return decoded.subarray(0, end);
  }
}

/** Index after a soft line break; RFC 2045 section 6.7 (3): transport may have added blanks before it. */
function endOfSoftBreak(octets: Buffer, from: number): number {
  const at = endOfBlanks(octets, from);
  return octets[at] === CR && octets[at + 1] === LF ? at + 2 : 0;
}

function endOfBlanks(octets: Buffer, from: number): number {
  const most = from + MOST_BLANKS;
  let at = from;
  while (at < most && (octets[at] === SP || octets[at] === TAB)) at++;
  return at;
}

/** Whether the octets from an equals sign may begin an escape or a soft line break. */
function mayContinue(octets: Buffer, at: number): boolean {
  const digit = (HEX_VALUES[octets[at + 1] ?? 0] ?? -1) >= 0;
  if (digit) return at + 2 === octets.length;
  const behind = endOfBlanks(octets, at + 1);
  return behind === octets.length || (octets[behind] === CR && behind + 1 === octets.length);
}

/** RFC 2045 section 6.7. */
class QuotedPrintableEncoder implements Coder {
  readonly #lines: boolean;
  #column = 0;
  /** A CR or a blank: the next octet decides how it is written. */
  #held: Buffer = Buffer.alloc(0);

  constructor(lines: boolean) {
    this.#lines = lines;
  }

  push(piece: Buffer, last: boolean): Buffer {
    const octets = Buffer.concat([this.#held, piece]);
    // At most one octet becomes three, with a soft break of three after each 75 of them.
    const encoded = Buffer.allocUnsafe(octets.length * 4 + LINE_OCTETS);
    let end = 0;
    let at = 0;
    for (; at < octets.length; at++) {
      const octet = octets[at] ?? 0;
      const undecided = octet === CR || octet === SP || octet === TAB;
      if (undecided && at + 1 === octets.length && !last) break;
      if (this.#lines && octet === CR && octets[at + 1] === LF) {
        encoded[end++] = CR;
        encoded[end++] = LF;
        at++;
        this.#column = 0;
        continue;
      }
      const plain = isPlain(octet, octets[at + 1]);
      // Room for the soft break's equals sign.
      if (this.#column + (plain ? 1 : 3) >= LINE_OCTETS) {
        end += encoded.write('=\r\n', end, 'latin1');
        this.#column = 0;
      }
      if (plain) encoded[end++] = octet;
      else end += encoded.write(`=${HEX[octet >> 4]}${HEX[octet & 15]}`, end, 'latin1');
      this.#column += plain ? 1 : 3;
    }
    this.#held = Buffer.from(octets.subarray(at));
    return encoded.subarray(0, end);
  }
}

/** RFC 2045 section 6.7 (2) and (3): a blank at the end of a line would be lost. */
function isPlain(octet: number, next: number | undefined): boolean {
  if (octet === SP || octet === TAB) return next !== undefined && next !== CR;
  return octet > SP && octet < 127 && octet !== EQUALS;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const PAD = 64;
const BLANK = 65;
const FOREIGN = 66;
const VALUES = Uint8Array.from({ length: 256 }, (_, octet) => {
  const char = String.fromCharCode(octet);
  if (char === '=') return PAD;
  if (' \t\r\n'.includes(char)) return BLANK;
  const value = ALPHABET.indexOf(char);
  return value < 0 ? FOREIGN : value;
});

/** RFC 2045 section 6.8 allows ignoring other octets, and programs differ. We treat them as broken encoding. */
class Base64Decoder implements Coder {
  #bits = 0;
  /** Digits of the incomplete group, and padding after the last of them. */
  #digits = 0;
  #pads = 0;

  push(piece: Buffer, last: boolean): Buffer | undefined {
    const decoded = Buffer.allocUnsafe(Math.ceil(piece.length / 4) * 3 + 3);
    let end = 0;
    for (const octet of piece) {
      const value = VALUES[octet] ?? FOREIGN;
      if (value < PAD) {
        // Some programs read digits after padding, and others do not.
        if (this.#pads > 0) return undefined;
        this.#bits = (this.#bits << 6) | value;
        if (++this.#digits === 4) {
          decoded[end++] = this.#bits >> 16;
          decoded[end++] = this.#bits >> 8;
          decoded[end++] = this.#bits;
          this.#bits = 0;
          this.#digits = 0;
        }
      } else if (value === PAD) {
        this.#pads++;
      } else if (value === FOREIGN) {
        return undefined;
      }
    }
    if (last) {
      if (this.#digits === 1 || this.#pads > 2) return undefined;
      if (this.#digits > 1) decoded[end++] = this.#bits >> (this.#digits === 2 ? 4 : 10);
      if (this.#digits > 2) decoded[end++] = this.#bits >> 2;
    }
    return decoded.subarray(0, end);
  }
}

/** Octets of one line. */
const GROUP = (LINE_OCTETS / 4) * 3;

class Base64Encoder implements Coder {
  #held: Buffer = Buffer.alloc(0);

  push(piece: Buffer, last: boolean): Buffer {
    const octets = Buffer.concat([this.#held, piece]);
    const whole = last ? octets.length : octets.length - (octets.length % GROUP);
    const lines: string[] = [];
    for (let at = 0; at < whole; at += GROUP) {
      lines.push(`${octets.toString('base64', at, Math.min(whole, at + GROUP))}\r\n`);
    }
    this.#held = Buffer.from(octets.subarray(whole));
    return Buffer.from(lines.join(''), 'latin1');
  }
}

/** A body in one of the forms of RFC 6376 section 3.4, piece by piece as it arrives. */

import { canonicalOctets, type Form, KERNEL_OCTETS } from './body-kernel.ts';

const [TAB, LF, CR, SP, DOT] = [9, 10, 13, 32, 46];

const isBlank = (octet: number | undefined) => octet === SP || octet === TAB;

const NOTHING = new Uint8Array();
const ONE_SP = Uint8Array.of(SP);
const CRLF = Buffer.from('\r\n');
/** Line ends in one write. */
const LINE_ENDS = 1024;
const MANY_CRLF = Buffer.from('\r\n'.repeat(LINE_ENDS));

export class CanonicalBody {
  readonly #form: Form;
  readonly #write: (octets: Uint8Array) => void;
  /** Whether the next octet begins a line: a dot there is a stuffing dot. */
  #atLineStart = true;
  /** Whether the last octet was a CR, which is not written yet. */
  #carriage = false;
  /** Relaxed: whether the last octets were blanks, which are not written yet. */
  #blank = false;
  /** Line ends that are held back: they belong to the body only if more text follows. */
  #lineEnds = 0;
  #empty = true;

  /** @param write takes the canonical octets, which are lent until it returns */
  constructor(form: Form, write: (octets: Uint8Array) => void) {
    this.#form = form;
    this.#write = write;
  }

  /** @param piece the next octets of the wire form (RFC 5321 section 4.5.2), split anywhere */
  push(piece: Uint8Array): void {
    for (let from = 0; from < piece.length; from += KERNEL_OCTETS) {
      this.#take(piece.subarray(from, from + KERNEL_OCTETS));
    }
  }

  end(): void {
    // RFC 6376 section 3.4.3: an empty body becomes one CRLF; section 3.4.4: it stays empty. Others end with one CRLF.
    if (this.#form === 'simple' || !this.#empty) this.#write(CRLF);
  }

  #take(piece: Uint8Array): void {
    let from = 0;
    if (this.#carriage) {
      this.#carriage = false;
      this.#lineEnds++;
      this.#atLineStart = true;
      if (piece[0] === LF) from++;
    }
    if (this.#atLineStart && from < piece.length) {
      this.#atLineStart = false;
      if (piece[from] === DOT) from++;
    }
    const relaxed = this.#form === 'relaxed';
    let first = NOTHING;
    if (this.#blank) {
      while (isBlank(piece[from])) from++;
      if (from === piece.length) return;
      this.#blank = false;
      if (piece[from] !== CR) first = ONE_SP;
    }
    let to = piece.length;
    if (to > from && piece[to - 1] === CR) {
      this.#carriage = true;
      to--;
    }
    // A stuffed dot and only blanks are a blank line, which leaves nothing here.
    if (to > from && piece[to - 1] === LF) this.#atLineStart = true;
    if (relaxed && to > from && isBlank(piece[to - 1])) {
      do to--;
      while (to > from && isBlank(piece[to - 1]));
      this.#blank = !this.#carriage;
    }
    if (to > from) this.#emit(canonicalOctets(this.#form, piece.subarray(from, to), first));
  }

  /** RFC 6376 section 3.4.3: empty lines at the end of the body are ignored. */
  #emit(octets: Uint8Array): void {
    let end = octets.length;
    while (end >= 2 && octets[end - 1] === LF && octets[end - 2] === CR) end -= 2;
    if (end > 0) {
      for (; this.#lineEnds > 0; this.#lineEnds -= Math.min(this.#lineEnds, LINE_ENDS)) {
        this.#write(MANY_CRLF.subarray(0, CRLF.length * Math.min(this.#lineEnds, LINE_ENDS)));
      }
      this.#write(octets.subarray(0, end));
      this.#empty = false;
    }
    this.#lineEnds += (octets.length - end) / 2;
  }
}

/** Parses a server's octets into replies. The size is checked before anything is parsed. */

/** A server's unchanged reply: for decisions and, redacted, for the log. It is never shown to a sender or visitor. */
export type FarReply = {
  /** Three digits, 200 to 599. */
  readonly code: number;
  /** The text of each line, without code and line ending; latin-1, not redacted. */
  readonly lines: readonly string[];
};

/** Largest reply in octets, all lines together. RFC 5321 section 4.5.3.1.5 allows 512 for a line; EHLO and greetings have many lines. */
export const REPLY_OCTETS = 65_536;

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const HYPHEN = 0x2d;
const ZERO = 0x30;

/** Accepts octets split anywhere. Once `garbled` is set it stays set, and the connection is unusable. */
export class ReplyParser {
  /** Whether the octets were not a reply of RFC 5321, or one longer than REPLY_OCTETS. */
  garbled = false;
  #line: Buffer[] = [];
  #lines: string[] = [];
  #octets = 0;

  /** Whether an incomplete reply is kept. */
  get partial(): boolean {
    return this.#octets > 0;
  }

  /** @param octets valid until the method returns @returns the replies that these octets complete, in order */
  push(octets: Buffer): FarReply[] {
    const replies: FarReply[] = [];
    let start = 0;
    while (start < octets.length && !this.garbled) {
      // A bare LF also ends a line: some servers send it, and it does not make replies ambiguous.
      const lf = octets.indexOf(LF, start);
      const end = lf < 0 ? octets.length : lf + 1;
      this.#octets += end - start;
      if (this.#octets > REPLY_OCTETS) {
        this.#giveUp();
      } else if (lf < 0) {
        this.#line.push(Buffer.from(octets.subarray(start)));
      } else {
        const reply = this.#endOfLine(octets, start, lf);
        if (reply) replies.push(reply);
      }
      start = end;
    }
    return replies;
  }

  #endOfLine(octets: Buffer, start: number, lf: number): FarReply | undefined {
    if (this.#line.length === 0) return this.#wholeLine(octets, start, lf);
    const line = Buffer.concat([...this.#line, octets.subarray(start, lf)]);
    this.#line = [];
    return this.#wholeLine(line, 0, line.length);
  }

  /** @param lf index after the line's last octet: of its LF, if it has one */
  #wholeLine(octets: Buffer, start: number, lf: number): FarReply | undefined {
    const end = lf > start && octets[lf - 1] === CR ? lf - 1 : lf;
    const code = codeOf(octets, start, end);
    if (code === undefined) {
      this.#giveUp();
      return undefined;
    }
    this.#lines.push(octets.toString('latin1', start + 4, end));
    if (end > start + 3 && octets[start + 3] === HYPHEN) return undefined;
    // RFC 5321 section 4.2.1: all lines carry the same code. If they differ, the last one counts.
    const reply = { code, lines: this.#lines };
    this.#lines = [];
    this.#octets = 0;
    return reply;
  }

  #giveUp(): void {
    this.garbled = true;
    this.#line = [];
    this.#lines = [];
  }
}

/**
 * RFC 5321 section 4.2: three digits, the first of them 2 to 5, then nothing or a blank, or a hyphen if more lines follow.
 * @returns undefined if the octets are not a line of a reply
 */
function codeOf(octets: Buffer, start: number, end: number): number | undefined {
  if (end - start < 3) return undefined;
  const first = digit(octets[start]);
  const second = digit(octets[start + 1]);
  const third = digit(octets[start + 2]);
  const behind = octets[start + 3];
  const separated = end - start === 3 || behind === SPACE || behind === HYPHEN;
  const sound = separated && first >= 2 && first <= 5 && second >= 0 && third >= 0;
  return sound ? first * 100 + second * 10 + third : undefined;
}

/** The value of an ASCII digit, -1 for any other octet. */
function digit(octet = 0): number {
  return octet >= ZERO && octet <= ZERO + 9 ? octet - ZERO : -1;
}

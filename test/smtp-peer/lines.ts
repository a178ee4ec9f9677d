/** The octets that one side of an SMTP connection has received, cut into lines and contents. */

import { unstuffed } from './content.ts';

const FIRST_OCTETS = 4096;
const END_OF_DATA = Buffer.from('\r\n.\r\n');

export class Lines {
  #memory: Buffer = Buffer.alloc(FIRST_OCTETS);
  #start = 0;
  #end = 0;
  /** The octets from `#start` on that `content` has searched. */
  #searched = 0;

  add(octets: Buffer): void {
    if (this.#end + octets.length > this.#memory.length) this.#makeRoom(octets.length);
    octets.copy(this.#memory, this.#end);
    this.#end += octets.length;
  }

  /** Octets that were not consumed yet. */
  get waiting(): number {
    return this.#end - this.#start;
  }

  /** The next whole line without its CRLF. */
  line(encoding: BufferEncoding = 'latin1'): string | undefined {
    const end = this.#octets.indexOf('\r\n');
    return end < 0 ? undefined : this.#take(end + 2).toString(encoding, 0, end);
  }

  /** The octets after DATA up to the final dot, without it and without stuffing dots (RFC 5321 section 4.5.2). */
  content(): Buffer | undefined {
    // The line of DATA ended with CRLF, so that a lone dot ends an empty message.
    if (this.#octets.subarray(0, 3).equals(END_OF_DATA.subarray(2)))
      return this.#take(3).subarray(3);
    const from = Math.max(0, this.#searched - END_OF_DATA.length);
    const at = this.#octets.indexOf(END_OF_DATA, from);
    this.#searched = this.waiting;
    if (at < 0) return undefined;
    return unstuffed(this.#take(at + END_OF_DATA.length).subarray(0, -3));
  }

  /** Everything that waits, consumed. At STARTTLS it is discarded (RFC 3207 section 4.2). */
  rest(): Buffer {
    return this.#take(this.waiting);
  }

  get #octets(): Buffer {
    return this.#memory.subarray(this.#start, this.#end);
  }

  /** So many of the waiting octets; they are the caller's. */
  #take(length: number): Buffer {
    const taken = Buffer.from(this.#octets.subarray(0, length));
    this.#start += length;
    this.#searched = 0;
    return taken;
  }

  #makeRoom(octets: number): void {
    const waiting = this.#octets;
    const needed = waiting.length + octets;
    const memory = needed * 2 <= this.#memory.length ? this.#memory : Buffer.alloc(needed * 2);
    waiting.copy(memory);
    this.#memory = memory;
    this.#end = waiting.length;
    this.#start = 0;
  }
}

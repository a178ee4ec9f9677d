/** Octets of a stream, cut into lines. */

const FIRST_OCTETS = 4096;

export class Lines {
  #memory: Buffer = Buffer.alloc(FIRST_OCTETS);
  #start = 0;
  #end = 0;
  /** The octets from `#start` on in which `until` has found nothing. */
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
  line(): string | undefined {
    const end = this.#octets.indexOf('\r\n');
    return end < 0 ? undefined : this.take(end + 2)?.toString('latin1', 0, end);
  }

  /** All octets up to and with this text. */
  until(text: string): Buffer | undefined {
    const at = this.#octets.indexOf(text, Math.max(0, this.#searched - text.length));
    this.#searched = this.waiting;
    return at < 0 ? undefined : this.take(at + text.length);
  }

  /** So many octets; they are the caller's. */
  take(length: number): Buffer | undefined {
    if (this.waiting < length) return undefined;
    const taken = Buffer.from(this.#memory.subarray(this.#start, this.#start + length));
    this.#start += length;
    this.#searched = 0;
    return taken;
  }

  beginsWith(text: string): boolean {
    return this.#octets.subarray(0, text.length).equals(Buffer.from(text));
  }

  get #octets(): Buffer {
    return this.#memory.subarray(this.#start, this.#end);
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

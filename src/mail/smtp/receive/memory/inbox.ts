/** Octets received from a client and not processed yet. If too many wait, the connection is paused. */

import type { Wire } from '../wire.ts';

/**
 * The octets that may wait before the connection is paused, while a policy decides or the client does not read: commands, but
 * not a message. Octets of the same read wait too, up to 64 KiB.
 */
const PENDING_OCTETS = 8192;

export class Inbox {
  readonly #wire: Wire;
  #octets: Buffer | undefined;
  /** The octets belong to the caller until `keep`. */
  #lent = false;
  #paused = false;

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  get isEmpty(): boolean {
    return this.#octets === undefined;
  }

  /** @param octets lent until the call of `keep` */
  add(octets: Buffer): void {
    this.#lent = this.#octets === undefined;
    this.#octets = this.#octets === undefined ? octets : Buffer.concat([this.#octets, octets]);
  }

  /** @param read returns the number of octets that it has processed; the others wait */
  process(read: (input: Buffer) => number): void {
    const input = this.#octets;
    if (input === undefined) return;
    this.#octets = undefined;
    const done = read(input);
    if (done < input.length) this.#octets = done === 0 ? input : input.subarray(done);
  }

  /** Keeps the unprocessed octets. @param waits whether processing is suspended */
  keep(waits: boolean): void {
    if (this.#octets === undefined) return;
    this.#octets = this.#lent ? ownCopy(this.#octets) : compact(this.#octets);
    this.#lent = false;
    if (!waits || this.#paused || this.#octets.length <= PENDING_OCTETS) return;
    this.#paused = true;
    this.#wire.pause();
  }

  /**
   * Octets were processed after a wait. If few remain, reading continues, so that its end is noticed in the next wait.
   * @param waits whether the next wait has begun
   */
  resume(waits: boolean): void {
    if (this.#octets !== undefined) this.#octets = compact(this.#octets);
    const isFull = (this.#octets?.length ?? 0) > PENDING_OCTETS;
    if (!this.#paused || (waits && isFull)) return;
    this.#paused = false;
    this.#wire.resume();
  }

  /** The wait for the handshake is over: the connection under TLS reads by itself. */
  secured(): void {
    this.#paused = false;
  }
}

/**
 * A copy in its own memory, outside the runtime's pool. A few octets of a large buffer, such as the 64 KiB of one read or of that
 * pool, would keep all of it alive. Many slow clients would each keep one, which no budget counts.
 */
export function ownCopy(octets: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(octets.length);
  octets.copy(own);
  return own;
}

/** The same octets, copied if they are less than half of the memory that they keep alive. */
function compact(octets: Buffer): Buffer {
  return 2 * octets.length < octets.buffer.byteLength ? ownCopy(octets) : octets;
}

/** Octets of a client that have come in and are not processed yet. Where too many wait, the connection is paused. */

import type { Wire } from '../wire.ts';
import { compact, ownCopy } from './leftover.ts';

/**
 * Input that may wait while a policy decides or the client does not read, before the connection is paused: commands,
 * and no message. Octets that came in the same read wait too, 64 KiB at most.
 */
const PENDING_OCTETS = 8192;

export class Inbox {
  readonly #wire: Wire;
  #octets: Buffer | undefined;
  /** The octets are the caller's, until `keep`. */
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

  /** Keeps what was not processed. @param waits whether nothing is processed for now */
  keep(waits: boolean): void {
    if (this.#octets === undefined) return;
    this.#octets = this.#lent ? ownCopy(this.#octets) : compact(this.#octets);
    this.#lent = false;
    if (!waits || this.#paused || this.#octets.length <= PENDING_OCTETS) return;
    this.#paused = true;
    this.#wire.pause();
  }

  /**
   * Octets were processed after a wait. Where few are left the connection is read on, so that its end is noticed in the next wait.
   * @param waits whether that has begun
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

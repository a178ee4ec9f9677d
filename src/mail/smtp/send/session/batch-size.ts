/** The number of octets of a message that are written at once. */

import { PIECE_OCTETS } from './content.ts';

/**
 * Octets of one writev: the first batch of a connection, and the largest. For backpressure, the next batch is written when this
 * one was sent. Progress is visible only then, so a slow server gets one piece at a time.
 */
const FIRST_OCTETS = 262_144;
const MOST_OCTETS = 1_048_576;
/** A batch that takes longer to send is too large for the server, in milliseconds. */
const SLOW_MS = 1000;

/** The size of one connection's batches: it grows as long as they are sent fast. */
export class BatchSize {
  #octets = FIRST_OCTETS;

  /** The end of the batch that begins with piece `first`. @returns the index after its last piece */
  endOf(pieces: readonly Buffer[], first: number): number {
    let end = first;
    for (let octets = 0; end < pieces.length && octets < this.#octets; end++) {
      octets += pieces[end]?.length ?? 0;
    }
    return end;
  }

  /** A batch other than the last was sent. @param ms the milliseconds that it took */
  left(ms: number): void {
    this.#octets = ms > SLOW_MS ? PIECE_OCTETS : Math.min(2 * this.#octets, MOST_OCTETS);
  }
}

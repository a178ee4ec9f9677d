import type { Socket } from 'node:net';
import type { Clock } from '#time/clock.ts';
import { cork } from '#runtime/corked-writes.ts';

/** Largest piece in octets: progress of the upload is measured piece by piece. */
export const PIECE_OCTETS = 65_536;
/**
 * Octets of one writev: the first batch of a connection, and the largest. For backpressure, the next batch is written when this
 * one was sent. Progress is visible only then, so a slow server gets one piece at a time.
 */
const FIRST_OCTETS = 262_144;
const MOST_OCTETS = 1_048_576;
/** A batch that takes longer to send is too large for the server, in milliseconds. */
const SLOW_MS = 1000;

/** Writes messages to the socket of one connection, one batch for each system call, and tracks when a batch was sent. */
export class BatchWriter {
  /** The time at which the last octet of a message was sent, in milliseconds on the clock. */
  allLeftAt = 0;
  readonly #clock: Clock;
  /** Octets of the next batch: it grows as long as batches are sent fast. */
  #octets = FIRST_OCTETS;
  #waiter: Pick<PromiseWithResolvers<void>, 'resolve' | 'reject'> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether a batch is still being sent. */
  get waits(): boolean {
    return this.#waiter !== undefined;
  }

  /**
   * Writes the batch that begins with this piece.
   * @param lastBatch called right before the last batch is written
   * @returns the first piece after it
   */
  write(socket: Socket, pieces: readonly Buffer[], first: number, lastBatch: () => void): number {
    let end = first;
    for (let octets = 0; end < pieces.length && octets < this.#octets; end++) {
      octets += pieces[end]?.length ?? 0;
    }
    const batch = pieces.slice(first, end);
    const last = end === pieces.length ? batch.pop() : undefined;
    cork(socket);
    for (const piece of batch) socket.write(piece);
    if (last) {
      lastBatch();
      socket.write(last, () => {
        this.allLeftAt = this.#clock.now();
      });
    }
    return end;
  }

  /** Resolves when the written batch, not the last one, was sent (`drained`). @throws the failure passed to `fail` */
  async whenLeft(): Promise<void> {
    const start = this.#clock.now();
    await new Promise<void>((resolve, reject) => {
      this.#waiter = { resolve, reject };
    });
    this.#waiter = undefined;
    const isSlow = this.#clock.now() - start > SLOW_MS;
    this.#octets = isSlow ? PIECE_OCTETS : Math.min(2 * this.#octets, MOST_OCTETS);
  }

  /** The socket has written its whole buffer. */
  drained(): void {
    this.#waiter?.resolve();
  }

  /** The connection has failed: the batch will not be sent. */
  fail(failure: Error): void {
    this.#waiter?.reject(failure);
    this.#waiter = undefined;
  }
}

/** The same octets in chunks of at most PIECE_OCTETS, without copying them. */
export function inPieces(chunks: readonly Buffer[]): readonly Buffer[] {
  if (chunks.every(({ length }) => length <= PIECE_OCTETS)) return chunks;
  return chunks.flatMap((chunk) =>
    Array.from({ length: Math.ceil(chunk.length / PIECE_OCTETS) }, (_, i) =>
      chunk.subarray(i * PIECE_OCTETS, (i + 1) * PIECE_OCTETS),
    ),
  );
}

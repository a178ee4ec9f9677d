import type { Socket } from 'node:net';
import type { Clock } from '#time/clock.ts';
import { cork } from '#runtime/corked-writes.ts';
import { BatchSize } from './batch-size.ts';

/** Writes messages to the socket of one connection, one batch for each system call, and tracks when a batch was sent. */
export class BatchWriter {
  /** The time at which the last octet of a message was sent, in milliseconds on the clock. */
  allLeftAt = 0;
  readonly #clock: Clock;
  readonly #size = new BatchSize();
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
    const end = this.#size.endOf(pieces, first);
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

  /** Resolves when the written batch was sent (`drained`). @throws the failure passed to `fail` */
  async whenLeft(): Promise<void> {
    const start = this.#clock.now();
    await new Promise<void>((resolve, reject) => {
      this.#waiter = { resolve, reject };
    });
    this.#waiter = undefined;
    this.#size.left(this.#clock.now() - start);
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

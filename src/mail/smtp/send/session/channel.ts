import type { Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import type { Clock } from '#time/clock.ts';
import { cork } from '#runtime/corked-writes.ts';
import { type ConnectionProof, proofOf } from '../tls/connection-proof.ts';
import { BatchWriter, inPieces } from './batch-writer.ts';
import { ConnectionFailure, type FailureReason } from './connection-failure.ts';
import { DeadlineTimer } from './deadline-timer.ts';
import { type FarReply, ReplyParser } from './reply-parser.ts';

/** The largest number of unread replies. It exceeds the number of commands that we pipeline. */
const WAITING_REPLIES = 8;
/** The time in which the server has to close after QUIT, in milliseconds. */
const QUIT_MS = 2000;

/** The caller that waits for a reply. One of its functions is called, once. */
export type ReplyListener = {
  replied: (far: FarReply) => void;
  /** The connection has failed or the time is up, without a reply. */
  failed: (failure: ConnectionFailure) => void;
};

/**
 * A socket that writes commands, reads replies and limits each wait. A listener is called within the event that delivers the
 * reply; `reply` does the same with a promise.
 */
export class Channel {
  /** Set when the connection has failed or was closed; the socket is then closed. */
  failure: ConnectionFailure | undefined;
  /** Whether the time was up before all octets were sent: the server cannot have the whole message. */
  unsent = false;
  /** Of the TLS session; undefined in plaintext. */
  proof: ConnectionProof | undefined;
  readonly #clock: Clock;
  readonly #timer: DeadlineTimer;
  readonly #batches: BatchWriter;
  readonly #closed = Promise.withResolvers<void>();
  #socket: Socket;
  #parser = new ReplyParser();
  #replies: FarReply[] = [];
  #listener: ReplyListener | undefined;
  /** Of the listener: its wait lasts at least this many milliseconds after the last octet was sent. */
  #onceSentMs: number | undefined;
  #handshake: Pick<PromiseWithResolvers<void>, 'reject'> | undefined;
  #onIdleEnd: (() => void) | undefined;
  /**
   * The reason for a failure on the server's side. RFC 8446 section 4.4.2.4: our side finishes the handshake before the server
   * rejects it, for example because we have no certificate. Only octets from the server show that the handshake succeeded.
   */
  #broken: FailureReason = 'closed';
  readonly #listeners = {
    data: (octets: Buffer) => this.#received(octets),
    drain: () => this.#batches.drained(),
    end: () => this.fail(this.#broken),
    error: (error: Error) => this.fail(this.#broken, error.message),
    close: () => {
      this.fail(this.#broken);
      this.#closed.resolve();
    },
  };

  /** @param socket connected */
  constructor(socket: Socket, clock: Clock) {
    this.#clock = clock;
    this.#timer = new DeadlineTimer(clock, () => this.#deadlineReached());
    this.#batches = new BatchWriter(clock);
    this.#socket = socket;
    // Every write is a whole batch, so Nagle's algorithm could only delay the last segment.
    socket.setNoDelay(true);
    this.#attach(socket);
  }

  /** Whether there is no unread reply, so that the next one answers the next command. */
  get inStep(): boolean {
    return this.#replies.length === 0 && !this.#parser.partial && this.failure === undefined;
  }

  /**
   * Reports when all written octets have left this process; immediately if they already have. Under TLS this is reported at the
   * end of an event-loop turn, and the reply to these octets may arrive before the report.
   */
  whenFlushed(then: (flushed: boolean) => void): void {
    if (this.#socket.writableLength === 0) return then(true);
    setImmediate(() => then(this.#socket.writableLength === 0));
  }

  /** Resolves when the socket is closed. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /** @throws ConnectionFailure if there is an unread reply: it would be read as the reply to these commands */
  write(commands: string): void {
    if (!this.inStep) throw this.fail('garbled', 'reply before its command');
    cork(this.#socket);
    this.#socket.write(commands);
  }

  /**
   * Writes octets, one batch for each system call.
   * @param until called for each batch: its deadline, in milliseconds on the clock
   * @param lastBatch called right before the last batch is written: after that the server may have the whole message
   * @returns undefined if one batch contained everything; else a promise that resolves when the last batch was handed to the
   * socket and the batches before it were sent
   * @throws ConnectionFailure if the connection breaks, or a batch before the last one is not sent in time
   */
  writeAll(
    chunks: readonly Buffer[],
    until: () => number,
    lastBatch: () => void,
  ): Promise<void> | undefined {
    const pieces = inPieces(chunks);
    const next = this.inStep ? this.#batches.write(this.#socket, pieces, 0, lastBatch) : 0;
    return next < pieces.length ? this.#writeRest(pieces, next, until, lastBatch) : undefined;
  }

  /**
   * Waits for the next reply. If the reply has already arrived, as with pipelined commands, the listener is called immediately.
   * @param until deadline, in milliseconds on the clock
   * @param onceSentMs if all octets of `writeAll` were sent by then, extends the deadline to this many milliseconds after
   * the last one was sent
   */
  awaitReply(until: number, listener: ReplyListener, onceSentMs?: number): void {
    const far = this.#replies.shift();
    if (far) return listener.replied(far);
    if (this.#parser.garbled) this.fail('garbled');
    if (this.failure) return listener.failed(this.failure);
    this.#listener = listener;
    this.#onceSentMs = onceSentMs;
    this.#timer.set(until);
  }

  /**
   * The next reply.
   * @param until deadline, in milliseconds on the clock
   * @throws ConnectionFailure without a reply
   */
  reply(until: number): Promise<FarReply> {
    return new Promise((replied, failed) => this.awaitReply(until, { replied, failed }));
  }

  /** A negative reply that arrived during the upload, from a server that closes in the middle of a message. */
  get earlyRefusal(): FarReply | undefined {
    const [early] = this.#replies;
    return early && early.code >= 400 ? early : undefined;
  }

  /**
   * Marks the connection as idle between two messages.
   * @param ended called once, when the server closes or writes, or `until` is reached
   */
  startIdle(until: number, ended: () => void): void {
    this.#onIdleEnd = ended;
    this.#timer.set(until);
  }

  /** Ends the idle time before the next message. */
  endIdle(): void {
    this.#onIdleEnd = undefined;
    this.#timer.set(Infinity);
  }

  /**
   * Does the TLS handshake on this connection. If the server disconnects before its first octet, that is also a `tls` failure.
   * @throws ConnectionFailure `tls` if the handshake has not succeeded by `until`
   */
  async secure(options: ConnectionOptions, until: number): Promise<void> {
    // RFC 3207 section 4.2: plaintext octets after the 220 could come from an attacker, and must not count under TLS.
    if (!this.inStep) {
      throw this.fail('garbled', 'plaintext octets after the 220 to STARTTLS');
    }
    const clear = this.#socket;
    for (const [event, listener] of Object.entries(this.#listeners)) clear.off(event, listener);
    clear.on('error', this.#listeners.error);
    const secured = connectTls({ ...options, socket: clear });
    this.#socket = secured;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#handshake = { reject };
    this.#timer.set(until);
    secured.once('secureConnect', resolve);
    this.#broken = 'tls';
    this.#attach(secured);
    await promise;
    this.#handshake = undefined;
    this.#timer.set(Infinity);
    this.proof = proofOf(secured);
  }

  /** Writes QUIT and closes, without waiting for the reply. */
  quit(): void {
    if (this.failure) return;
    const socket = this.#socket;
    socket.end('QUIT\r\n');
    const cancel = this.#clock.after(QUIT_MS, () => socket.destroy());
    void this.closed.then(cancel);
    this.fail('closed', 'closed by QUIT');
  }

  /** Closes immediately, in any state, so that an incomplete message cannot be delivered. */
  abort(): void {
    this.fail('closed', 'aborted');
  }

  /** Closes the connection because its server replied before the end of the message. */
  interrupted(): ConnectionFailure {
    return this.fail('garbled', 'reply in the middle of a message');
  }

  /** Closes the connection. Only the first reason is kept. */
  fail(reason: FailureReason, detail?: string): ConnectionFailure {
    if (this.failure) return this.failure;
    this.failure = new ConnectionFailure(reason, detail);
    this.#timer.stop();
    if (!this.#socket.writableEnded) this.#socket.destroy();
    this.#handshake?.reject(new ConnectionFailure('tls', this.failure.message));
    this.#batches.fail(this.failure);
    this.#endWait()?.failed(this.failure);
    this.#endIdleTime();
    return this.failure;
  }

  #deadlineReached(): void {
    const listener = this.#listener;
    const onceSentMs = this.#onceSentMs;
    if (this.#onIdleEnd) return this.#endIdleTime();
    if (onceSentMs === undefined) return void this.fail('silent');
    this.#onceSentMs = undefined;
    this.whenFlushed((flushed) => {
      // The reply, or a failure, may have arrived meanwhile.
      if (this.#listener !== listener) return;
      if (flushed) return this.#timer.set(this.#batches.allLeftAt + onceSentMs);
      this.unsent = true;
      this.fail('silent');
    });
  }

  #endIdleTime(): void {
    const ended = this.#onIdleEnd;
    this.#onIdleEnd = undefined;
    ended?.();
  }

  #attach(socket: Socket): void {
    for (const [event, listener] of Object.entries(this.#listeners)) socket.on(event, listener);
  }

  #received(octets: Buffer): void {
    if (this.failure) return;
    this.#broken = 'closed';
    this.#replies.push(...this.#parser.push(octets));
    // RFC 5321 section 4.2.5: the awaited reply counts, whatever follows it. Octets after it end the connection at its next
    // use instead of now, because `whenFlushed` is still to be called.
    const [far] = this.#listener ? this.#replies.splice(0, 1) : [];
    if (far) this.#endWait()?.replied(far);
    else if (this.#parser.garbled || this.#replies.length > WAITING_REPLIES) this.fail('garbled');
    else if (this.#onIdleEnd) this.fail('closed', 'reply on an idle connection');
    else if (this.#batches.waits && this.#replies.length > 0) this.interrupted();
  }

  #endWait(): ReplyListener | undefined {
    const listener = this.#listener;
    this.#listener = undefined;
    this.#onceSentMs = undefined;
    this.#timer.set(Infinity);
    return listener;
  }

  async #writeRest(
    pieces: readonly Buffer[],
    first: number,
    until: () => number,
    lastBatch: () => void,
  ): Promise<void> {
    let next = first;
    while (next < pieces.length) {
      if (this.#socket.writableNeedDrain) {
        this.#timer.set(until());
        await this.#batches.whenLeft();
        this.#timer.set(Infinity);
      }
      // RFC 5321 section 4.2.1: several lines are one reply. Its last line is awaited before anything more is sent.
      if (this.#replies.length === 0 && this.#parser.partial) {
        this.#replies.push(await this.reply(until()));
      }
      if (!this.inStep) throw this.interrupted();
      next = this.#batches.write(this.#socket, pieces, next, lastBatch);
    }
  }
}

import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { cork } from '../../corked.ts';
import type { Clock } from '#time/clock.ts';
import { ConnectionFailure, type FailureReason } from './connection-failure.ts';
import { inPieces, PIECE_OCTETS } from './content.ts';
import { DeadlineTimer } from './deadline-timer.ts';
import { type FarReply, ReplyParser } from './reply-parser.ts';

/** Replies that may wait to be read: more than we ever pipeline commands. */
const WAITING_REPLIES = 8;
/**
 * Octets handed to the system in one writev: of a new connection, and at most. The next ones follow when these have left, and
 * only then it shows that the far side takes any: one that is slow gets a piece at a time.
 */
const FIRST_BATCH_OCTETS = 262_144;
const MOST_BATCH_OCTETS = 1_048_576;
/** A batch that takes longer to leave was too large, in milliseconds. */
const SLOW_MS = 1000;
/** How long a far side that has heard QUIT may take to close. */
const FAREWELL_MS = 2000;

type Waiter = {
  resolve: () => void;
  reject: (failure: ConnectionFailure) => void;
  /** How long to wait on, from the moment on when all octets had left, if they have when the time is up; milliseconds. */
  onceSentMs?: number | undefined;
};

/** One socket as a line of commands and replies: octets out, replies in, and a limit to each wait. */
export class Channel {
  /** Set once the connection is of no more use; the socket is closed then. */
  failure: ConnectionFailure | undefined;
  /** Whether the time was up while octets were still with us: the far side cannot have them all. */
  unsent = false;
  /** Protocol of the TLS session, for example `TLSv1.3`; null in clear. */
  tls: string | null = null;
  readonly #clock: Clock;
  readonly #timer: DeadlineTimer;
  readonly #closed = Promise.withResolvers<void>();
  #socket: Socket;
  #parser = new ReplyParser();
  #replies: FarReply[] = [];
  #replyWaiter: Waiter | undefined;
  #drainWaiter: Waiter | undefined;
  #restEnded: (() => void) | undefined;
  #batchOctets = FIRST_BATCH_OCTETS;
  /** When the last octet that `writeAll` was given had left; milliseconds on the clock. */
  #allLeftAt = 0;
  readonly #listeners = {
    data: (octets: Buffer) => this.#received(octets),
    drain: () => this.#drainWaiter?.resolve(),
    end: () => this.fail('closed'),
    error: (error: Error) => this.fail('closed', error.message),
    close: () => {
      this.fail('closed');
      this.#closed.resolve();
    },
  };

  /** @param socket connected */
  constructor(socket: Socket, clock: Clock) {
    this.#clock = clock;
    this.#timer = new DeadlineTimer(clock, () => this.#timeIsUp());
    this.#socket = socket;
    // Every write is a whole batch already: Nagle's algorithm could only hold the last segment back.
    socket.setNoDelay(true);
    this.#listen(socket);
  }

  /** Nothing is waiting to be read: the next reply belongs to the next command. */
  get inStep(): boolean {
    return this.#replies.length === 0 && !this.#parser.partial && this.failure === undefined;
  }

  /**
   * Whether all that was handed over has left this process. Under TLS word of that comes at the end of a turn of the event
   * loop, and the answer to what has left may be here before it.
   */
  async hasFlushed(): Promise<boolean> {
    if (this.#socket.writableLength > 0) await setImmediate();
    return this.#socket.writableLength === 0;
  }

  /** Resolves when the socket is closed. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /** @throws ConnectionFailure where more has come than was asked for: it could be taken for the answer to these */
  write(commands: string): void {
    if (!this.inStep) throw this.fail('garbled', 'it spoke before it was asked');
    cork(this.#socket);
    this.#socket.write(commands);
  }

  /**
   * Hands over octets, a batch in one system call. Resolves when the last batch has been handed over, which is not
   * before the batches ahead of it have left.
   * @param until asked whenever a batch has left: when to give up waiting for the next one to, in milliseconds on the clock
   * @param lastBatch called right before the last batch: from then on the far side may have it all
   * @throws ConnectionFailure where it breaks, or one of the other batches does not leave in time
   */
  async writeAll(
    chunks: readonly Buffer[],
    until: () => number,
    lastBatch: () => void,
  ): Promise<void> {
    const pieces = inPieces(chunks);
    let next = 0;
    while (next < pieces.length) {
      // RFC 5321 section 4.2.1: several lines are one reply. Until its last one nothing more is sent.
      if (this.#replies.length === 0 && this.#parser.partial) {
        this.#replies.push(await this.#nextReply(until()));
      }
      if (!this.inStep) throw this.interrupted();
      let octets = 0;
      cork(this.#socket);
      while (next < pieces.length && octets < this.#batchOctets) {
        const piece = pieces[next++];
        if (piece === undefined) break;
        octets += piece.length;
        if (next < pieces.length) {
          this.#socket.write(piece);
        } else {
          lastBatch();
          this.#socket.write(piece, () => {
            this.#allLeftAt = this.#clock.now();
          });
        }
      }
      if (next < pieces.length && this.#socket.writableNeedDrain) await this.#batchLeft(until());
    }
  }

  /**
   * The next reply; at once where it is here already, as the later ones of a pipelined batch are.
   * @param until milliseconds on the clock
   * @param onceSentMs how long to wait on, from the moment on when all that `writeAll` was given had left, where it has at `until`
   * @throws ConnectionFailure where none comes
   */
  reply(until: number, onceSentMs?: number): FarReply | Promise<FarReply> {
    return this.#replies.shift() ?? this.#nextReply(until, onceSentMs);
  }

  /** A negative reply that came unasked, as servers give it that close in the middle of a message. */
  get earlyRefusal(): FarReply | undefined {
    const [early] = this.#replies;
    return early && early.code >= 400 ? early : undefined;
  }

  /**
   * Lets the connection rest between two messages.
   * @param ended called once, where the far side closes or speaks, or `until` is reached
   */
  rest(until: number, ended: () => void): void {
    this.#restEnded = ended;
    this.#timer.set(until);
  }

  /** Back to work. */
  wake(): void {
    this.#restEnded = undefined;
    this.#timer.set(Infinity);
  }

  /**
   * Starts TLS on the connection as it is.
   * @throws ConnectionFailure `tls` where no session comes about before `until`
   */
  async secure(options: ConnectionOptions, until: number): Promise<void> {
    // RFC 3207 section 4.2: what came behind the 220 in clear could be anybody's, and must not count afterwards.
    if (!this.inStep) {
      throw this.fail('garbled', 'octets in clear behind the 220 to STARTTLS');
    }
    const clear = this.#socket;
    for (const [event, listener] of Object.entries(this.#listeners)) clear.off(event, listener);
    clear.on('error', this.#listeners.error);
    const secured = connectTls({ ...options, socket: clear });
    this.#socket = secured;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#replyWaiter = { resolve, reject: (cause) => reject(asTlsFailure(cause)) };
    this.#timer.set(until);
    secured.once('secureConnect', () => this.#answered());
    this.#listen(secured);
    await promise;
    this.#timer.set(Infinity);
    this.tls = secured.getProtocol();
  }

  /** Says QUIT and closes, without waiting for what the far side has to say to it. */
  quit(): void {
    if (this.failure) return;
    const socket = this.#socket;
    socket.end('QUIT\r\n');
    this.#clock.after(FAREWELL_MS, () => socket.destroy());
    this.fail('closed', 'we have said QUIT');
  }

  /** Closes at once, in the middle of whatever there is: nothing of it may count. */
  abort(): void {
    this.fail('closed', 'we have given up');
  }

  /** Closes the connection because its server spoke too early. */
  interrupted(): ConnectionFailure {
    return this.fail('garbled', 'it answered in the middle of a message');
  }

  /** Closes the connection for a reason; the first one counts. */
  fail(reason: FailureReason, detail?: string): ConnectionFailure {
    if (this.failure) return this.failure;
    this.failure = new ConnectionFailure(reason, detail);
    this.#timer.stop();
    if (!this.#socket.writableEnded) this.#socket.destroy();
    this.#replyWaiter?.reject(this.failure);
    this.#drainWaiter?.reject(this.failure);
    this.#replyWaiter = undefined;
    this.#drainWaiter = undefined;
    this.#endRest();
    return this.failure;
  }

  #timeIsUp(): void {
    const waiter = this.#replyWaiter;
    if (this.#restEnded) this.#endRest();
    else if (waiter?.onceSentMs === undefined) this.fail('silent');
    else void this.#waitOn(waiter, waiter.onceSentMs);
  }

  async #waitOn(waiter: Waiter, onceSentMs: number): Promise<void> {
    waiter.onceSentMs = undefined;
    const unsent = this.#socket.writableLength > 0 && !(await this.hasFlushed());
    // The answer, or a failure, may have come meanwhile.
    if (this.#replyWaiter !== waiter) return;
    if (!unsent) return this.#timer.set(this.#allLeftAt + onceSentMs);
    this.unsent = true;
    this.fail('silent');
  }

  #endRest(): void {
    const ended = this.#restEnded;
    this.#restEnded = undefined;
    ended?.();
  }

  #listen(socket: Socket): void {
    for (const [event, listener] of Object.entries(this.#listeners)) socket.on(event, listener);
  }

  #received(octets: Buffer): void {
    if (this.failure) return;
    this.#replies.push(...this.#parser.push(octets));
    // RFC 5321 section 4.2.5: the reply that is waited for counts, whatever stands behind it. That ends the connection when
    // it is next used, not before: it has yet to be asked whether all had left.
    if (this.#replyWaiter && this.#replies.length > 0) this.#answered();
    else if (this.#parser.garbled || this.#replies.length > WAITING_REPLIES) this.fail('garbled');
    else if (this.#restEnded) this.fail('closed', 'it spoke while nobody had asked');
    else if (this.#drainWaiter && this.#replies.length > 0) this.interrupted();
  }

  #answered(): void {
    const waiter = this.#replyWaiter;
    this.#replyWaiter = undefined;
    waiter?.resolve();
  }

  async #nextReply(until: number, onceSentMs?: number): Promise<FarReply> {
    if (this.failure) throw this.failure;
    if (this.#parser.garbled) throw this.fail('garbled');
    this.#timer.set(until);
    await new Promise<void>((resolve, reject) => {
      this.#replyWaiter = { resolve, reject, onceSentMs };
    });
    this.#timer.set(Infinity);
    return await this.reply(until);
  }

  async #batchLeft(until: number): Promise<void> {
    const start = this.#clock.now();
    this.#timer.set(until);
    await new Promise<void>((resolve, reject) => {
      this.#drainWaiter = { resolve, reject };
    });
    this.#drainWaiter = undefined;
    this.#timer.set(Infinity);
    const slow = this.#clock.now() - start > SLOW_MS;
    this.#batchOctets = slow ? PIECE_OCTETS : Math.min(2 * this.#batchOctets, MOST_BATCH_OCTETS);
  }
}

function asTlsFailure(cause: ConnectionFailure): ConnectionFailure {
  return new ConnectionFailure('tls', cause.message);
}

import type { Clock } from '#time/clock.ts';
import type { ClientConnection } from '../session/client-connection.ts';
import { DeadlineTimer } from '../session/deadline-timer.ts';
import type { ConnectionCount } from './next-hop.ts';

/** The time that an idle connection waits for the next message before we send QUIT. */
const IDLE_MS = 15_000;
/** Simultaneous connections to one host: the initial limit and the highest one. */
const FIRST_LIMIT = 5;
const HIGHEST_LIMIT = 20;

type Waiter = { deadline: number; lastChoice: boolean; resolve: (granted: boolean) => void };

/** The connection pool of one host: its idle connections, and a limit to the messages that are sent at once. */
export class ConnectionPool {
  readonly #clock: Clock;
  readonly #mostMessages: number;
  readonly #waiters = new Set<Waiter>();
  readonly #waitersTimer: DeadlineTimer;
  /** Connections on which QUIT was sent and that are not closed yet. */
  readonly #quitting = new Set<Promise<void>>();
  #idle: ClientConnection[] = [];
  #limit = FIRST_LIMIT;
  /** Deliveries since the limit last changed or the host asked us to back off. */
  #successes = 0;
  #busy = 0;

  /** @param mostMessages the largest number of messages over one connection */
  constructor(clock: Clock, mostMessages: number) {
    this.#clock = clock;
    this.#mostMessages = mostMessages;
    this.#waitersTimer = new DeadlineTimer(clock, () => this.#expireWaiters());
  }

  get connections(): ConnectionCount {
    return { busy: this.#busy, idle: this.#idle.length, waiting: this.#waiters.size };
  }

  /** Whether the pool has neither messages nor idle connections, so that it may be dropped. */
  get empty(): boolean {
    return this.#busy === 0 && this.#idle.length === 0;
  }

  /** Whether slots are in use besides the caller's own. */
  get othersBusy(): boolean {
    return this.#busy > 1;
  }

  /**
   * Waits for a slot. The result is false if none became free. Call `releaseSlot` once for each true.
   * @param deadline milliseconds on the clock
   * @param lastChoice whether the message waits until the deadline even if the host does not establish a session meanwhile
   */
  acquireSlot(deadline: number, lastChoice: boolean): Promise<boolean> | true {
    if (this.#busy < this.#limit) {
      this.#busy++;
      return true;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#waiters.add({ deadline, lastChoice, resolve });
    this.#waitersTimer.set(Math.min(deadline, this.#waitersTimer.deadline));
    return promise;
  }

  releaseSlot(): void {
    this.#busy--;
    this.#admit();
  }

  /**
   * The most recently used idle connection that fits, so that the others can reach the end of their idle time. If
   * none fits, make a new one: at the limit it replaces an idle one.
   */
  takeIdle(fits: (connection: ClientConnection) => boolean): ClientConnection | undefined {
    const place = this.#idle.findLastIndex(fits);
    if (place < 0 && this.#idle.length + this.#busy <= this.#limit) return undefined;
    const [connection] = this.#idle.splice(Math.max(place, 0), 1);
    connection?.channel.endIdle();
    if (place >= 0) return connection;
    if (connection) this.discard(connection);
    return undefined;
  }

  /** Resolves when a new connection is within the limit. After QUIT a connection counts until its server closes it. */
  async roomToConnect(): Promise<void> {
    while (
      this.#quitting.size > 0 &&
      this.#busy + this.#idle.length + this.#quitting.size > this.#limit
    ) {
      await Promise.race(this.#quitting);
    }
  }

  /** Takes a connection back after a message. It becomes idle, or is closed with QUIT if it cannot be reused. */
  giveBack(connection: ClientConnection): void {
    if (!connection.reusable(this.#mostMessages)) return this.discard(connection);
    this.#idle.push(connection);
    connection.channel.startIdle(this.#clock.now() + IDLE_MS, () => {
      this.#idle = this.#idle.filter((other) => other !== connection);
      this.discard(connection);
    });
  }

  /** A message was delivered. After as many deliveries as the limit, the limit is raised by one. */
  succeeded(): void {
    if (++this.#successes < this.#limit || this.#limit >= HIGHEST_LIMIT) return;
    this.#successes = 0;
    this.#limit++;
    this.#admit();
  }

  /** The host asked us to back off: the limit is halved. */
  backOff(): void {
    this.#successes = 0;
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
  }

  /** Releases the waiting messages that have another host to try. */
  turnAway(): void {
    for (const waiter of this.#waiters) {
      if (waiter.lastChoice) continue;
      this.#waiters.delete(waiter);
      waiter.resolve(false);
    }
  }

  /** Sends QUIT on idle connections and resolves when all are closed. Call it when no message is in progress. */
  async close(): Promise<void> {
    for (const connection of this.#idle.splice(0)) {
      connection.channel.endIdle();
      this.discard(connection);
    }
    await Promise.all(this.#quitting);
    this.#waitersTimer.stop();
  }

  /** Sends QUIT on a connection that carries no more messages. */
  discard(connection: ClientConnection): void {
    connection.quit();
    this.awaitClose(connection.channel.closed);
  }

  /** Counts a connection on which QUIT was sent, so that the pool closes after it. */
  awaitClose(closed: Promise<void>): void {
    const gone = closed.then(() => {
      this.#quitting.delete(gone);
    });
    this.#quitting.add(gone);
  }

  #admit(): void {
    for (const waiter of this.#waiters) {
      if (this.#busy >= this.#limit) return;
      this.#waiters.delete(waiter);
      this.#busy++;
      waiter.resolve(true);
    }
  }

  #expireWaiters(): void {
    const now = this.#clock.now();
    let next = Infinity;
    for (const waiter of this.#waiters) {
      if (waiter.deadline > now) {
        next = Math.min(next, waiter.deadline);
        continue;
      }
      this.#waiters.delete(waiter);
      waiter.resolve(false);
    }
    this.#waitersTimer.set(next);
  }
}

import type { Clock } from '#time/clock.ts';
import type { Connection } from '../session/client-connection.ts';
import { DeadlineTimer } from '../session/deadline-timer.ts';
import type { ConnectionCount } from './next-hop.ts';

/** How long a connection waits for the next message before it says QUIT. */
const IDLE_MS = 15_000;
/** Connections to one host at once: to begin with, and at most. */
const FIRST_LIMIT = 5;
const HIGHEST_LIMIT = 20;

type Waiter = { deadline: number; patient: boolean; resolve: (granted: boolean) => void };

/** The connections to one host: so many at once, and those that rest between two messages. */
export class Pool {
  readonly #clock: Clock;
  readonly #waiters = new Set<Waiter>();
  readonly #waitersTimer: DeadlineTimer;
  readonly #farewells = new Set<Promise<void>>();
  #idle: Connection[] = [];
  #limit = FIRST_LIMIT;
  /** Deliveries in a row without complaint since the limit was last changed. */
  #calm = 0;
  #busy = 0;
  #closing: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#waitersTimer = new DeadlineTimer(clock, () => this.#expireWaiters());
  }

  get connections(): ConnectionCount {
    return { busy: this.#busy, idle: this.#idle.length };
  }

  /** Nothing is under way and nothing rests: the pool could be forgotten. */
  get empty(): boolean {
    return this.#busy === 0 && this.#idle.length === 0;
  }

  /** Whether messages are under way beside the one that asks. */
  get othersBusy(): boolean {
    return this.#busy > 1;
  }

  /**
   * Waits for a turn; false where none came. Every true is followed by one `leave`.
   * @param deadline milliseconds on the clock
   * @param patient whether it waits until then, whatever happens
   */
  enter(deadline: number, patient: boolean): Promise<boolean> | true {
    if (this.#busy < this.#limit) {
      this.#busy++;
      return true;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#waiters.add({ deadline, patient, resolve });
    this.#waitersTimer.set(Math.min(deadline, this.#waitersTimer.deadline));
    return promise;
  }

  /** Ends a turn. */
  leave(): void {
    this.#busy--;
    this.#admit();
    if (this.#busy === 0) this.#closing?.();
  }

  /** The connection that was used last, if one rests: the others may then grow old and end. */
  takeIdle(): Connection | undefined {
    const connection = this.#idle.pop();
    connection?.wake();
    return connection;
  }

  /** Takes a connection back after a message, to rest or to end. */
  giveBack(connection: Connection): void {
    if (!connection.reusable || this.#closing) {
      this.#dismiss(connection);
      return;
    }
    this.#idle.push(connection);
    connection.rest(IDLE_MS, () => {
      this.#idle = this.#idle.filter((other) => other !== connection);
      this.#dismiss(connection);
    });
  }

  /** A message went through: after as many as the limit, one more connection is allowed. */
  wentWell(): void {
    if (++this.#calm < this.#limit || this.#limit >= HIGHEST_LIMIT) return;
    this.#calm = 0;
    this.#limit++;
    this.#admit();
  }

  /** The host asked us to slow down. */
  slowDown(): void {
    this.#calm = 0;
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
  }

  /** Nobody waits for a turn any longer who is not patient. */
  turnAway(): void {
    for (const waiter of this.#waiters) {
      if (waiter.patient) continue;
      this.#waiters.delete(waiter);
      waiter.resolve(false);
    }
  }

  /** Says QUIT on what rests, at once, and on the busy ones when their message is through. Resolves when all are closed. */
  async close(): Promise<void> {
    const idle = Promise.withResolvers<void>();
    this.#closing = idle.resolve;
    for (const connection of this.#idle.splice(0)) {
      connection.wake();
      this.#dismiss(connection);
    }
    if (this.#busy > 0) await idle.promise;
    await Promise.all(this.#farewells);
  }

  #dismiss(connection: Connection): void {
    connection.quit();
    const farewell = connection.closed.then(() => {
      this.#farewells.delete(farewell);
    });
    this.#farewells.add(farewell);
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

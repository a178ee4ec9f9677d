/**
 * Detects that a server has fallen silent. Waiting is counted in ticks of the event loop, and any response of the
 * server restarts the count. So neither a process without CPU, with the responses still in its sockets, nor a call that
 * waits in our own queue makes a busy server look silent.
 */

/** Ticks without any response after which the server is silent. */
const QUIET_TICKS = 10;
/**
 * Ticks after which one call is given up although others are answered: its connection may be dead, or the queue too
 * long.
 */
const CALL_TICKS = 3 * QUIET_TICKS;

type Call = { ticks: number; giveUp: (reason: Error) => void };

export class Silence {
  readonly #ms: number;
  readonly #whenSilent: (areOthersAnswered: boolean) => void;
  readonly #calls = new Set<Call>();
  #quietTicks = 0;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param ms milliseconds without a response after which the server is silent
   * @param whenSilent called before the given-up calls fail
   */
  constructor(ms: number, whenSilent: (areOthersAnswered: boolean) => void) {
    this.#ms = ms;
    this.#whenSilent = whenSilent;
  }

  /** The server has responded to a call, with rows or with an error. */
  answered(): void {
    this.#quietTicks = 0;
  }

  /** The result of a call. @throws an Error with the time without a response, or the call's own */
  async during<Result>(call: Promise<Result>): Promise<Result> {
    const { promise, reject } = Promise.withResolvers<never>();
    const one: Call = { ticks: 0, giveUp: reject };
    if (this.#calls.size === 0) {
      this.#quietTicks = 0;
      this.#wait();
    }
    this.#calls.add(one);
    try {
      return await Promise.race([call, promise]);
    } finally {
      this.#calls.delete(one);
      if (this.#calls.size === 0) clearTimeout(this.#timer);
    }
  }

  #wait(): void {
    clearTimeout(this.#timer);
    // Sockets are read after the timers of a turn, and before its immediates.
    this.#timer = setTimeout(() => setImmediate(() => this.#tick()), this.#ms / QUIET_TICKS);
  }

  #tick(): void {
    if (this.#calls.size === 0) return;
    this.#quietTicks += 1;
    for (const call of this.#calls) call.ticks += 1;
    const isQuiet = this.#quietTicks >= QUIET_TICKS;
    const lost = [...this.#calls].filter(({ ticks }) => isQuiet || ticks >= CALL_TICKS);
    if (lost.length > 0) {
      this.#whenSilent(!isQuiet);
      const ticks = isQuiet ? QUIET_TICKS : CALL_TICKS;
      const reason = new Error(`no answer in ${(ticks * this.#ms) / QUIET_TICKS} ms`);
      for (const { giveUp } of lost) giveUp(reason);
    }
    this.#wait();
  }
}

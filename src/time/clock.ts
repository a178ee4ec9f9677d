/** Time as an argument: nothing in the mail rooms reads the clock or starts a timer by itself. */
export type Clock = {
  /** Milliseconds that go on evenly, from no moment in particular: for waiting, and for how long something took. */
  now: () => number;
  /** Milliseconds since 1970, for dates that others read. It jumps where somebody puts the machine's clock right. */
  date: () => number;
  /** Runs `run` once after `ms` milliseconds, unless the returned function is called before. */
  after: (ms: number, run: () => void) => () => void;
};

/** The machine's clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Math.floor(performance.now()),
  date: Date.now,
  after(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
};

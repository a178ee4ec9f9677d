/** Time as an argument: rules, mail, store and api never read the machine's clock themselves. */
export type Clock = {
  /** Milliseconds of a monotonic clock, for time-outs and durations. Its zero has no meaning. */
  now: () => number;
  /** Milliseconds since 1970, for dates that leave the process. It jumps when the machine's clock is set. */
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

/** Time as an argument: nothing in the mail rooms reads the clock or starts a timer by itself. */
export type Clock = {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Runs `run` once after `ms` milliseconds, unless the returned function is called before. */
  after: (ms: number, run: () => void) => () => void;
};

/** The clock on the wall. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: Date.now,
  after(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
};

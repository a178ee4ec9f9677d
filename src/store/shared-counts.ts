/** The counts of all nodes: uses of a key within a window of time. All times are in milliseconds since 1970. */
export type SharedCounts = {
  /**
   * Adds uses. A window that is over begins again with them.
   * @param uses negative: takes back
   * @param window its length if it begins now, and the time
   * @returns the uses of all nodes with these, and the end of the window
   */
  add: (
    key: string,
    uses: number,
    window: { ms: number; now: number },
  ) => Promise<{ uses: number; until: number }>;
  /** Deletes the windows that ended before that time. */
  forget: (before: number) => Promise<void>;
  close: () => Promise<void>;
};

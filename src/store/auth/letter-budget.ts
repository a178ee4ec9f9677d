/** Letters to one address; it is known by a keyed hash alone. */
export type LetterBudget = {
  /** HMAC of the folded address. */
  address: Buffer;
  /** The day that `today` counts for, as days since 1970. */
  day: number;
  today: number;
  /** Letters in a row of which none was used. */
  ignored: number;
  /** When the last one left; 0: never. */
  last: number;
  /** No letter until then: a report came back, or somebody said 'not me'. 0: none. */
  stoppedUntil: number;
};

export type LetterBudgetStore = {
  find(address: Buffer): Promise<LetterBudget | undefined>;
  /**
   * Counts one letter, if the row is still the one that was looked at (`seen`, undefined: there was none).
   * @returns false where another request was faster: look again
   */
  spend(next: LetterBudget, seen: LetterBudget | undefined): Promise<boolean>;
  /** A letter was used: none is ignored any more. */
  used(address: Buffer): Promise<void>;
  stop(address: Buffer, until: number): Promise<void>;
};

/**
 * The letters of a change from `open` to `confirmed`. An alias of before goes on forwarding for a while; the first mail that
 * reaches it in this time sends the one letter that asks for a confirmation, so that no burst of letters leaves.
 */

import type { Ownership } from '#rules/ownership.ts';
import type { LetterBudget } from './letter-budget.ts';

export type GraceLettersOptions = {
  ownership: Ownership;
  budget: Pick<LetterBudget, 'hasHadSince'>;
  /** Sends the letter, where its budget allows one. */
  ask: (email: string) => Promise<unknown>;
  /** A letter could not be asked for: the next mail asks again. */
  onFault: (error: unknown) => void;
};

export class GraceLetters {
  readonly #options: GraceLettersOptions;
  /** Addresses whose letter is being asked for. */
  readonly #asking = new Set<string>();

  constructor(options: GraceLettersOptions) {
    this.#options = options;
  }

  /** A mail has reached an unconfirmed alias of this real address. Never rejects. */
  async reached(email: string): Promise<void> {
    const { ownership, budget, ask, onFault } = this.#options;
    if (ownership.since === undefined || this.#asking.has(email)) return;
    this.#asking.add(email);
    try {
      // The count of letters is kept for longer than the grace lasts, and all nodes know it.
      if (!(await budget.hasHadSince(email, ownership.since))) await ask(email);
    } catch (error) {
      onFault(error);
    } finally {
      this.#asking.delete(email);
    }
  }
}

/**
 * The letters of a change from `open` to `confirmed`. An existing alias keeps forwarding for a grace period. The first
 * message for it in this time sends one letter that asks for a confirmation, so that letters do not leave in a burst.
 */

import type { Ownership } from '#rules/ownership.ts';
import type { LetterBudget } from './letter-budget.ts';

export type GraceLettersOptions = {
  ownership: Ownership;
  budget: Pick<LetterBudget, 'hasHadSince'>;
  /** Sends the letter, within its budget. */
  ask: (email: string) => Promise<unknown>;
  /** The request for a letter failed: the next message tries again. */
  onFault: (error: unknown) => void;
};

export function createGraceLetters({ ownership, budget, ask, onFault }: GraceLettersOptions) {
  /** Addresses with a request in progress. */
  const asking = new Set<string>();
  return {
    /** Called for a message to an unconfirmed alias of this real address. Never rejects. */
    async reached(email: string): Promise<void> {
      if (ownership.since === undefined || asking.has(email)) return;
      asking.add(email);
      try {
        // The count of letters outlasts the grace period, and all nodes share it.
        if (!(await budget.hasHadSince(email, ownership.since))) await ask(email);
      } catch (error) {
        onFault(error);
      } finally {
        asking.delete(email);
      }
    },
  };
}

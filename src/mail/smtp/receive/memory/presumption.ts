/** The octets that one message of unknown size is presumed to take, beside those that it holds already. */

import type { Budget } from './budget.ts';

export class Presumption {
  readonly #budget: Budget;
  readonly #block: string;
  /** Octets that the message is still presumed to take. */
  #octets: number;
  #isExpected = false;

  /** Expects the octets from now on. */
  constructor(budget: Budget, block: string, octets: number) {
    this.#budget = budget;
    this.#block = block;
    this.#octets = octets;
    this.expect();
  }

  /** The message has brought octets: it is on its way. */
  expect(): void {
    if (this.#isExpected) return;
    this.#isExpected = true;
    this.#budget.expect(this.#block, this.#octets);
  }

  /** The message stays away: no other one waits for it. */
  giveUp(): void {
    if (!this.#isExpected) return;
    this.#isExpected = false;
    this.#budget.expectLess(this.#block, this.#octets);
  }

  /** The message has taken so many of the octets. */
  taken(octets: number): void {
    const less = Math.min(octets, this.#octets);
    if (less === 0) return;
    this.#octets -= less;
    if (this.#isExpected) this.#budget.expectLess(this.#block, less);
  }

  /** The message takes no more. */
  end(): void {
    this.taken(this.#octets);
  }
}

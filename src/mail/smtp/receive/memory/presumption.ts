/** The octets that one message of unknown size is expected to need, in addition to those that it already holds. */

import type { Budget } from './budget.ts';

export class Presumption {
  readonly #budget: Budget;
  readonly #block: string;
  /** Octets that the message is still expected to need. */
  #octets: number;
  #isExpected = false;

  /** Starts to expect the octets. */
  constructor(budget: Budget, block: string, octets: number) {
    this.#budget = budget;
    this.#block = block;
    this.#octets = octets;
    this.expect();
  }

  /** The first octets of the message have arrived. */
  expect(): void {
    if (this.#isExpected) return;
    this.#isExpected = true;
    this.#budget.expect(this.#block, this.#octets);
  }

  /** The message does not arrive: others stop waiting for it. */
  giveUp(): void {
    if (!this.#isExpected) return;
    this.#isExpected = false;
    this.#budget.expectLess(this.#block, this.#octets);
  }

  /** The message has reserved this number of the octets. */
  taken(octets: number): void {
    const less = Math.min(octets, this.#octets);
    if (less === 0) return;
    this.#octets -= less;
    if (this.#isExpected) this.#budget.expectLess(this.#block, less);
  }

  /** The message needs no more octets. */
  end(): void {
    this.taken(this.#octets);
  }
}

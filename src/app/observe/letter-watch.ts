/** Whether letters to people who sign in are accepted. */

import type { Delivery } from '#mail/smtp/delivery.ts';
import { FailingRun } from './failing-run.ts';
import type { HealthCheck } from './health.ts';

/** Consecutive letters that were not accepted; if each goes to a different server, to this many addresses. */
const LETTERS = 3;
const WINDOW_MS = 3_600_000;

export class LetterWatch {
  readonly #run: FailingRun;
  readonly #oneServer: boolean;
  #tries = 0;

  /**
   * @param oneServer all letters go to one relay
   * @param now milliseconds of a steady clock
   */
  constructor(oneServer: boolean, now: () => number) {
    this.#oneServer = oneServer;
    this.#run = new FailingRun({ most: LETTERS, windowMs: WINDOW_MS, now });
  }

  /** @param key identifies the address */
  note(delivery: Delivery, key: string): void {
    if (delivery.kind === 'accepted') return this.#run.succeeded();
    // An address that does not exist was a typo.
    if (delivery.kind === 'refused' && delivery.stage === 'rcpt') return;
    this.#tries += 1;
    this.#run.failed(this.#oneServer ? String(this.#tries) : key);
  }

  readonly check: HealthCheck = async () => {
    if (this.#run.isFailing) throw new Error('no letter has been accepted recently');
  };
}

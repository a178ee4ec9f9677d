import { TEST_MAIL_INTERVAL_MS } from '#rules/plan.ts';

/** The turns to send a test mail, one an interval for each alias. */
export type TestMailTurns = {
  /** Claims the turn of an alias. @returns 0, or the whole seconds to wait, at least 1 */
  begin(id: string): Promise<number>;
  /** Ends the turn that `begin` has claimed. */
  end(id: string, delivered: boolean): Promise<void>;
};

/** One test mail per minute and alias. A mail counts while under way and after its delivery, not after a failure. */
export class TestMailInterval implements TestMailTurns {
  readonly #now: () => number;
  readonly #underWay = new Set<string>();
  /** The time at which an alias is free again, by its id; the oldest come first. */
  readonly #freeAt = new Map<string, number>();

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  async begin(id: string): Promise<number> {
    this.#forgetFree();
    if (this.#underWay.has(id)) return TEST_MAIL_INTERVAL_MS / 1000;
    const freeAt = this.#freeAt.get(id);
    if (freeAt !== undefined) return Math.ceil((freeAt - this.#now()) / 1000);
    this.#underWay.add(id);
    return 0;
  }

  async end(id: string, delivered: boolean): Promise<void> {
    this.#underWay.delete(id);
    if (delivered) this.#freeAt.set(id, this.#now() + TEST_MAIL_INTERVAL_MS);
  }

  /** Bounds the memory to the mails of one minute. */
  #forgetFree(): void {
    for (const [id, freeAt] of this.#freeAt) {
      if (freeAt > this.#now()) return;
      this.#freeAt.delete(id);
    }
  }
}

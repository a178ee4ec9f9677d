import { createHash } from 'node:crypto';
import { wholeSeconds, type WindowLimiter, windowLimiter } from '#limits/window.ts';
import { domainOf } from '#rules/address.ts';
import { TEST_MAIL_INTERVAL_MS } from '#rules/plan.ts';
import type { Limit } from '#rules/sliding-limit.ts';
import type { SharedCounts, StoreLog } from '#store/database.ts';

type TestMailFigures = Limit & { /** Prefix of the keys in the database. */ name: string };

/** One test mail per minute and alias. */
export const OF_ALIAS: TestMailFigures = {
  name: 'test_mail_turn',
  most: 1,
  ms: TEST_MAIL_INTERVAL_MS,
};

/** Test mails for one mailbox in a day, from all visitors together: their recipient may not have requested them. */
export const OF_MAILBOX: TestMailFigures = {
  name: 'test_mail_mailbox',
  most: 5,
  ms: 86_400_000,
};

/** Keys in memory at once: more than all visitors may send to in a day with 9,000 names. */
const MOST_KEYS = 20_000;

export type TestMailLimitOptions = {
  /** The counts of all nodes; absent if this is the only one. */
  shared?: SharedCounts;
  log: StoreLog;
  /** Milliseconds since 1970. */
  now: () => number;
};

/**
 * A limit of test mails by key. A message counts while it is in flight and once it has arrived, not after a failure.
 * Shared by all nodes on PostgreSQL; while the database does not respond, this node counts alone.
 */
export class TestMailLimit {
  readonly #figures: TestMailFigures;
  readonly #options: TestMailLimitOptions;
  readonly #here: WindowLimiter;

  constructor(figures: TestMailFigures, options: TestMailLimitOptions) {
    const { now } = options;
    this.#figures = figures;
    this.#options = options;
    this.#here = windowLimiter(figures, { now, keys: MOST_KEYS, drops: 'least recently used' });
  }

  /** Counts one. @returns 0, or the whole seconds to wait, at least 1: none was counted */
  async begin(key: string): Promise<number> {
    const wait = this.#here.take(key);
    if (wait > 0) return wholeSeconds(wait);
    const all = await this.#addToShared(key, 1);
    if (all === undefined || all.uses <= this.#figures.most) return 0;
    // Otherwise a failed message would not make room again. Without the database this node counts alone.
    if ((await this.#addToShared(key, -1)) === undefined) return 0;
    this.#here.giveBack(key);
    return wholeSeconds(all.until - this.#options.now());
  }

  /** Ends a message that `begin` has allowed. */
  async end(key: string, arrived: boolean): Promise<void> {
    if (arrived) return;
    this.#here.giveBack(key);
    await this.#addToShared(key, -1);
  }

  /** @returns undefined if this is the only node, or if the database does not respond */
  async #addToShared(key: string, uses: number) {
    const { shared, log, now } = this.#options;
    const { name, ms } = this.#figures;
    try {
      return await shared?.add(`${name}:${key}`, uses, { ms, now: now() });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn(
        { reason },
        'cannot share test mail counts with the other nodes; this node counts alone',
      );
      return undefined;
    }
  }
}

/** One key for a mailbox, whatever tag (`jane+tag@`) its address has; the database never stores the address itself. */
export function mailboxKey(realEmail: string): string {
  const local = realEmail.slice(0, realEmail.lastIndexOf('@')).split('+', 1)[0] ?? '';
  const mailbox = `${local.toLowerCase()}@${domainOf(realEmail)}`;
  return createHash('sha256').update(mailbox).digest('base64url');
}

import { createHash } from 'node:crypto';
import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { domainOf } from '#rules/address.ts';
import { TEST_MAIL_INTERVAL_MS } from '#rules/plan.ts';
import type { SharedCounts } from '#store/shared-counts.ts';
import type { StoreLog } from '#store/store-log.ts';
import { CappedLimiter } from '../limits/capped-limiter.ts';
import { type LimiterOptions, sharedLimiter } from '../limits/shared-limiter.ts';

/** One test mail per minute and alias. */
export const OF_ALIAS: LimiterOptions = {
  keyPrefix: 'test_mail_turn',
  points: 1,
  duration: TEST_MAIL_INTERVAL_MS / 1000,
};

/** Test mails for one mailbox in a day, from all visitors together: their recipient may not have requested them. */
export const OF_MAILBOX: LimiterOptions = {
  keyPrefix: 'test_mail_mailbox',
  points: 5,
  duration: 86_400,
};

/** Keys in memory at once: more than all visitors may send to in a day with 9,000 names. */
const MOST_KEYS = 20_000;

/**
 * A limit of test mails by key. A message counts while it is in flight and once it has arrived, not after a failure.
 * Shared by all nodes on PostgreSQL; while the database does not respond, this node counts alone.
 */
export class TestMailLimit {
  readonly #here: CappedLimiter;
  readonly #everywhere: RateLimiterPostgres | undefined;
  readonly #log: StoreLog;

  /** @param shared the counts of all nodes; undefined if this is the only one */
  constructor(options: LimiterOptions, shared: SharedCounts | undefined, log: StoreLog) {
    this.#here = new CappedLimiter(options, MOST_KEYS);
    this.#everywhere = shared && sharedLimiter(shared, options);
    this.#log = log;
  }

  /** Counts one. @returns 0, or the whole seconds to wait, at least 1: none was counted */
  async begin(key: string): Promise<number> {
    this.#here.touch(key);
    const wait = await taken(this.#here, key);
    if (wait > 0) return wait;
    const elsewhere = (await this.#shared((all) => taken(all, key))) ?? 0;
    if (elsewhere > 0) await this.#here.reward(key);
    return elsewhere;
  }

  /** Ends a message that `begin` has allowed. */
  async end(key: string, arrived: boolean): Promise<void> {
    if (arrived) return;
    await this.#here.reward(key);
    await this.#shared((all) => all.reward(key));
  }

  async #shared<Result>(
    ask: (everywhere: RateLimiterPostgres) => Promise<Result>,
  ): Promise<Result | undefined> {
    try {
      return this.#everywhere && (await ask(this.#everywhere));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#log.warn(
        { reason },
        'cannot share test mail counts with the other nodes; this node counts alone',
      );
      return undefined;
    }
  }
}

/** A limiter counts what it rejects, too. That is taken back: otherwise a failed message would not make room again. */
async function taken(limiter: CappedLimiter | RateLimiterPostgres, key: string): Promise<number> {
  try {
    await limiter.consume(key);
    return 0;
  } catch (verdict) {
    if (!(verdict instanceof RateLimiterRes)) throw verdict;
    await limiter.reward(key);
    return Math.max(1, Math.ceil(verdict.msBeforeNext / 1000));
  }
}

/** One key for a mailbox, whatever tag (`jane+tag@`) its address has; the database never stores the address itself. */
export function mailboxKey(realEmail: string): string {
  const local = realEmail.slice(0, realEmail.lastIndexOf('@')).split('+', 1)[0] ?? '';
  const mailbox = `${local.toLowerCase()}@${domainOf(realEmail)}`;
  return createHash('sha256').update(mailbox).digest('base64url');
}

import { createHash } from 'node:crypto';
import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { domainOf } from '#rules/address.ts';
import type { StoreLog } from '#store/store-log.ts';
import type { SharedCounts } from '#store/shared-counts.ts';
import { CappedLimiter } from '../limits/capped-limiter.ts';
import { sharedLimiter } from '../limits/shared-limiter.ts';

/** Test mails for one mailbox in a day, from all visitors together. */
const MAILS = 5;
const DAY_SECONDS = 86_400;

/** Mailboxes in memory at once: more than all visitors may send to in a day with 9,000 names. */
const MOST_MAILBOXES = 20_000;

/**
 * Limits the test mails of one mailbox a day: their recipient may not have requested them. Shared by all nodes on
 * PostgreSQL; while the database does not answer, this node counts alone.
 */
export class TestMailsOfMailbox {
  readonly #here: CappedLimiter;
  readonly #everywhere: RateLimiterPostgres | undefined;
  readonly #log: StoreLog;

  /** @param shared the counts of all nodes; undefined where this is the only one */
  constructor(shared: SharedCounts | undefined, log: StoreLog) {
    const options = { keyPrefix: 'test_mail_mailbox', points: MAILS, duration: DAY_SECONDS };
    this.#here = new CappedLimiter(options, MOST_MAILBOXES);
    this.#everywhere = shared && sharedLimiter(shared, options);
    this.#log = log;
  }

  /** Counts one. @returns 0, or the whole seconds to wait, at least 1 */
  async begin(realEmail: string): Promise<number> {
    const key = keyOf(realEmail);
    this.#here.touch(key);
    const wait = secondsToWait(await this.#here.consume(key).catch(refused));
    if (wait > 0) return wait;
    const elsewhere = secondsToWait(await this.#shared((all) => all.consume(key).catch(refused)));
    if (elsewhere > 0) await this.#here.reward(key);
    return elsewhere;
  }

  /** Ends a mail that `begin` has allowed: a failed one does not count. */
  async end(realEmail: string, arrived: boolean): Promise<void> {
    if (arrived) return;
    const key = keyOf(realEmail);
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
        'the test mails of a mailbox are not counted together at the moment',
      );
      return undefined;
    }
  }
}

type Refused = { refused: RateLimiterRes };

/** A limiter rejects with its verdict beyond the limit, and with an error where it cannot decide. */
function refused(verdict: unknown): Refused {
  if (verdict instanceof RateLimiterRes) return { refused: verdict };
  throw verdict;
}

function secondsToWait(verdict: RateLimiterRes | Refused | undefined): number {
  if (verdict === undefined || !('refused' in verdict)) return 0;
  return Math.max(1, Math.ceil(verdict.refused.msBeforeNext / 1000));
}

/** One key for a mailbox, whatever tag (`jane+tag@`) its address has; the database never holds the address itself. */
function keyOf(realEmail: string): string {
  const local = realEmail.slice(0, realEmail.lastIndexOf('@')).split('+', 1)[0] ?? '';
  const mailbox = `${local.toLowerCase()}@${domainOf(realEmail)}`;
  return createHash('sha256').update(mailbox).digest('base64url');
}

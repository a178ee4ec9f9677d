import { type RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { TEST_MAIL_INTERVAL_MS } from '#rules/plan.ts';
import type { StoreLog } from '#store/store-log.ts';
import type { SharedCounts } from '#store/shared-counts.ts';
import { sharedLimiter } from '../limits/shared-limiter.ts';
import { TestMailInterval, type TestMailTurns } from './test-mail-interval.ts';

const SECONDS = TEST_MAIL_INTERVAL_MS / 1000;

/** One test mail per minute and alias on all nodes together. While the database does not answer this node counts alone. */
export class SharedTestMailInterval implements TestMailTurns {
  readonly #here: TestMailInterval;
  readonly #everywhere: RateLimiterPostgres;
  readonly #log: StoreLog;

  /** @param now milliseconds since 1970 */
  constructor(now: () => number, shared: SharedCounts, log: StoreLog) {
    this.#here = new TestMailInterval(now);
    this.#everywhere = sharedLimiter(shared, {
      keyPrefix: 'test_mail_turn',
      points: 1,
      duration: SECONDS,
    });
    this.#log = log;
  }

  async begin(id: string): Promise<number> {
    const wait = await this.#here.begin(id);
    if (wait > 0) return wait;
    try {
      await this.#everywhere.consume(id);
      return 0;
    } catch (verdict) {
      if (!(verdict instanceof RateLimiterRes)) return this.#alone(verdict);
      await this.#here.end(id, false);
      return Math.max(1, Math.ceil(verdict.msBeforeNext / 1000));
    }
  }

  async end(id: string, delivered: boolean): Promise<void> {
    await this.#here.end(id, delivered);
    try {
      // The minute begins with the delivery.
      if (delivered) await this.#everywhere.block(id, SECONDS);
      else await this.#everywhere.delete(id);
    } catch (error) {
      this.#alone(error);
    }
  }

  #alone(error: unknown): 0 {
    const reason = error instanceof Error ? error.message : String(error);
    this.#log.warn({ reason }, 'the pause between test mails is not shared at the moment');
    return 0;
  }
}

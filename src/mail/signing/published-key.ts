/** Watches which of our keys are in the DNS: only a published key signs. */

import type { KeyObject } from 'node:crypto';
import type { Clock } from '#time/clock.ts';
import type { Resolve } from '../dns/answer.ts';
import type { MailLog } from '../smtp/mail-log.ts';
import { lookUpKey } from '../trust/signature/public-key.ts';
import type { SigningKey } from './signatures.ts';

/** One of our keys, with both halves. */
export type DkimKey = {
  /** The value of s=. */
  selector: string;
  private: KeyObject;
  public: KeyObject;
};

/** `unknown`: the look-up failed. */
export type RecordState = 'published' | 'missing' | 'different' | 'unknown';

/** Looks up a key at one domain. Never rejects. @param domain in A-labels and lower case */
export async function recordState(
  resolve: Resolve,
  key: DkimKey,
  domain: string,
): Promise<RecordState> {
  const found = await lookUpKey(resolve, key.selector, domain);
  if (found === 'no-answer') return 'unknown';
  if (found === 'no-key') return 'missing';
  // RFC 6376 section 3.6.1: mail signed by a key with t=y is treated as unsigned.
  const ours = typeof found !== 'string' && found.key.equals(key.public) && !found.testing;
  return ours ? 'published' : 'different';
}

/** The interval of DNS checks, in milliseconds; and the wait after a failed look-up, doubled each time. */
const LOOK_MS = 600_000;
const AGAIN_MS = 30_000;
/** Checks without an answer before we log it: while a machine starts, its resolver may not be ready. */
const PATIENT_LOOKS = 2;

export type PublishedKeyOptions = {
  /** Our keys, the newest last. Rejects if they cannot be read at the moment. */
  keys: () => Promise<readonly DkimKey[]>;
  /** In A-labels and lower case. */
  domains: readonly string[];
  /** A resolver for one check: no answer may come from an earlier cache. */
  openResolver: () => { resolve: Resolve; close: () => void };
  clock: Clock;
  log: MailLog;
};

type Seen = DkimKey & { at: ReadonlySet<string> };

export class PublishedKey {
  readonly #options: PublishedKeyOptions;
  /** All keys with the domains where they were last seen. */
  #seen: readonly Seen[] = [];
  /** Domains for which the last check did not get every answer. */
  #silent: ReadonlySet<string> = new Set();
  #looking: Promise<void> | undefined;
  /** Aborts the queries of the check in progress. */
  #stop: () => void = () => {};
  /** Whether another check was requested during one in progress. */
  #again = false;
  #cancel: () => void = () => {};
  #closed = false;
  #readable = true;
  /** Consecutive checks without all answers. */
  #unanswered = 0;
  /** Domains that were logged as unsigned. */
  readonly #warned = new Set<string>();
  #signing: SigningKey | undefined;

  constructor(options: PublishedKeyOptions) {
    this.#options = options;
  }

  /** The key that signs now; undefined until one of ours is seen in the DNS. */
  readonly signing = (): SigningKey | undefined => this.#signing;

  /** Checks now, and afterwards as often as needed. Resolves after the check; never rejects. */
  async look(): Promise<void> {
    if (this.#looking !== undefined) this.#again = true;
    this.#looking ??= this.#looks().finally(() => {
      this.#looking = undefined;
    });
    await this.#looking;
  }

  close(): void {
    this.#closed = true;
    this.#cancel();
    this.#stop();
  }

  async #looks(): Promise<void> {
    do {
      this.#again = false;
      this.#cancel();
      const answered = await this.#once();
      this.#unanswered = answered ? 0 : this.#unanswered + 1;
      if (this.#closed) return;
      this.#warn();
    } while (this.#again);
    const soon = AGAIN_MS * 2 ** (this.#unanswered - 1);
    const wait = this.#unanswered > 0 ? Math.min(LOOK_MS, soon) : LOOK_MS;
    this.#cancel = this.#options.clock.after(wait, () => void this.look());
  }

  /** @returns whether all look-ups succeeded */
  async #once(): Promise<boolean> {
    const { keys, domains, openResolver, log } = this.#options;
    let all: readonly DkimKey[];
    try {
      all = await keys();
    } catch (err) {
      if (!this.#closed && this.#readable) {
        log.warn({ err }, 'cannot read the DKIM key; keeping the last known key');
      }
      this.#readable = false;
      return false;
    }
    this.#readable = true;
    if (this.#closed) return false;
    const { resolve, close } = openResolver();
    this.#stop = close;
    try {
      const silent = new Set<string>();
      const seen = all.map(async (key): Promise<Seen> => {
        const before = this.#seen.find((other) => isSame(other, key));
        const at = new Set<string>();
        await Promise.all(
          domains.map(async (domain) => {
            const state = await recordState(resolve, key, domain);
            if (state === 'unknown') silent.add(domain);
            // Only an answer makes a seen key unseen: a DNS outage must not stop all signatures.
            const was = state === 'unknown' && before?.at.has(domain);
            if (state === 'published' || was) at.add(domain);
          }),
        );
        return { ...key, at };
      });
      const found = await Promise.all(seen);
      if (this.#closed) return false;
      this.#silent = silent;
      this.#choose(found);
      return silent.size === 0;
    } finally {
      close();
    }
  }

  /** The key seen at the most domains signs; the newest of several. */
  #choose(seen: readonly Seen[]): void {
    this.#seen = seen;
    const best = seen.toSorted((one, other) => one.at.size - other.at.size).at(-1);
    if (best === undefined || best.at.size === 0) {
      this.#signing = undefined;
      return;
    }
    const { selector, private: key, at } = best;
    const { log } = this.#options;
    if (this.#signing?.selector !== selector || !this.#signing.key.equals(key)) {
      log.info({ selector, domains: [...at] }, 'DKIM key found in the DNS; signing mail');
    }
    this.#signing = { selector, key, isPublished: (domain) => at.has(domain) };
  }

  /** One warning per domain while it stays unsigned. */
  #warn(): void {
    const { domains, log } = this.#options;
    if (this.#seen.length === 0) return;
    const unsigned = domains.filter((domain) => this.#signing?.isPublished(domain) !== true);
    for (const domain of this.#warned) if (!unsigned.includes(domain)) this.#warned.delete(domain);
    const news = unsigned.filter((domain) => !this.#warned.has(domain));
    const missing = news.filter((domain) => !this.#silent.has(domain));
    const silent =
      this.#unanswered < PATIENT_LOOKS ? [] : news.filter((one) => this.#silent.has(one));
    for (const domain of [...missing, ...silent]) this.#warned.add(domain);
    if (missing.length > 0) log.warn({ domains: missing }, NOT_THERE);
    if (silent.length > 0) log.warn({ domains: silent }, NO_ANSWER);
  }
}

const NOT_THERE =
  'mail is not signed: DKIM key not found in the DNS (npx veilpost dns prints its record)';
const NO_ANSWER = 'mail is not signed: the DNS look-up of the DKIM key failed';

const isSame = (one: DkimKey, other: DkimKey) =>
  one.selector === other.selector && one.public.equals(other.public);

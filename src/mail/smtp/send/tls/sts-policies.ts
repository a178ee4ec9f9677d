/**
 * The policies of recipients' domains (MTA-STS, RFC 8461): looked up for each message, and stored for their lifetime. RFC 8461
 * section 3.3: a stored policy applies until it expires, whatever the DNS and web servers return meanwhile.
 */

import { BoundedMap } from '#collections/bounded-map.ts';
import { answerWithin } from '#mail/dns/budget.ts';
import type { Resolve } from '#mail/dns/answer.ts';
import type { StsPolicyStore, StsRow } from '#store/policies/sts-policies.ts';
import type { Clock } from '#time/clock.ts';
import type { MailLog } from '../../mail-log.ts';
import { fetchPolicy, type PolicyFault, type PolicyFetch, stsId } from './sts-policy.ts';
import type { StsPolicyText } from './tls-session.ts';

export type StsPoliciesOptions = {
  store: StsPolicyStore;
  resolve: Resolve;
  /** The same, bypassing its cache. */
  resolveAnew: Resolve;
  fetch: PolicyFetch;
  clock: Clock;
  log: MailLog;
  onFetch: (result: 'policy' | PolicyFault, domain: string) => void;
};

/** A policy that servers must satisfy; `unknown`: the store does not respond, so there may be one. */
export type PolicyAnswer = StsPolicyText | undefined | 'unknown';

/** The number of domains in memory. */
const MOST_KNOWN = 5000;
/** The store's row is read again after this time, in milliseconds: another node may have changed it. */
const ROW_MS = 60_000;
/** Between two failed fetches for a domain, and between two DNS queries that bypass the cache. */
const PAUSE_MS = 300_000;
const DNS_MS = 10_000;
const DAY_MS = 86_400_000;
/** A policy that was not used for this time is not fetched again. */
const IN_USE_MS = 30 * DAY_MS;
/** The number of policies refreshed in one run, and the time between two of them. */
const REFRESHED = 50;
const BETWEEN_MS = 1000;

/** `none`: the file says so. */
type Fetched = StsRow | 'none' | 'failed';

type Known = {
  row: StsRow | undefined;
  /** The time at which `row` is read again. */
  until: number;
  /** Do not fetch before this time: for an id whose file says `none`, or for any id after a failed fetch. */
  settled?: { id: string | undefined; until: number };
  /** Do not bypass the DNS cache before this time. */
  askedUntil?: number;
};

/** Looks up the policy of a recipient's domain. Undefined: there is nothing to wait for. */
export type DomainPolicies = Pick<StsPolicies, 'renewed'> & {
  of(...domain: Parameters<StsPolicies['of']>): ReturnType<StsPolicies['of']> | undefined;
};

/** No domain has a policy. */
export const NO_POLICIES: DomainPolicies = { of: () => undefined, renewed: async () => false };

export class StsPolicies {
  readonly #options: StsPoliciesOptions;
  readonly #known = new BoundedMap<string, Known>(MOST_KNOWN);
  readonly #fetching = new Map<string, Promise<Fetched>>();
  #refreshing = false;

  constructor(options: StsPoliciesOptions) {
    this.#options = options;
  }

  /**
   * The policy for a message. Never rejects.
   * @param domain of the recipient, lower case, A-labels
   * @param until deadline, in milliseconds on the clock
   */
  async of(domain: string, until: number): Promise<PolicyAnswer> {
    const [known, id] = await Promise.all([
      this.#read(domain),
      this.#id(domain, this.#options.resolve, until),
    ]);
    if (known === 'unknown') return known;
    const row = holding(known.row, this.#options.clock.date());
    if (row) this.#noteUse(row);
    return id === undefined || id === row?.id ? row : this.#fetched(domain, id, row, known);
  }

  /**
   * Checks whether the domain has a new policy before a message is deferred because of the stored one; once in five minutes.
   * @returns whether it has. Never rejects
   */
  async renewed(domain: string, until: number): Promise<boolean> {
    const { clock, resolveAnew } = this.#options;
    const known = await this.#read(domain);
    if (known === 'unknown') return false;
    const row = holding(known.row, clock.date());
    if (row === undefined || clock.now() < (known.askedUntil ?? -Infinity)) return false;
    known.askedUntil = clock.now() + PAUSE_MS;
    const id = await this.#id(domain, resolveAnew, until);
    if (id === undefined || id === row.id) return false;
    return (await this.#fetched(domain, id, row, known)) !== row;
  }

  /**
   * Refreshes policies in use that are a day old, one after another, so that they do not expire between two messages. Only one of
   * several nodes does so. Never rejects.
   */
  async refresh(): Promise<void> {
    if (this.#refreshing) return;
    this.#refreshing = true;
    const { store, clock } = this.#options;
    try {
      const now = clock.date();
      for (const row of await store.due(now - DAY_MS, now - IN_USE_MS, REFRESHED)) {
        if (!(await store.claim(row, clock.date()))) continue;
        const id = await this.#id(row.domain, this.#options.resolve, clock.now() + DNS_MS);
        await this.#fetchOnce(row.domain, id ?? row.id, row.usedAt);
        await new Promise<void>((go) => clock.after(BETWEEN_MS, go));
      }
    } catch {
      // The store does not respond: what is due now will be due next time, too.
    } finally {
      this.#refreshing = false;
    }
  }

  /** @returns `current` if nothing else was fetched */
  async #fetched(domain: string, id: string, current: StsRow | undefined, { settled }: Known) {
    const { clock } = this.#options;
    const isSettled = settled !== undefined && (settled.id === id || settled.id === undefined);
    if (isSettled && clock.now() < settled.until) return current;
    const fetched = await this.#fetchOnce(domain, id, clock.date());
    if (fetched === 'failed') return current;
    return fetched === 'none' ? undefined : fetched;
  }

  #fetchOnce(domain: string, id: string, usedAt: number): Promise<Fetched> {
    const running = this.#fetching.get(domain);
    if (running) return running;
    const fetching = this.#fetch(domain, id, usedAt).finally(() => this.#fetching.delete(domain));
    this.#fetching.set(domain, fetching);
    return fetching;
  }

  /** Stores a fetched policy. Never rejects. */
  async #fetch(domain: string, id: string, usedAt: number): Promise<Fetched> {
    const { fetch, clock, onFetch } = this.#options;
    const policy = await fetchPolicy(domain, fetch, clock);
    onFetch(typeof policy === 'object' ? 'policy' : policy, domain);
    const known = await this.#read(domain);
    const until = clock.now() + ROW_MS;
    if (typeof policy !== 'object') {
      const settled = { id: undefined, until: clock.now() + PAUSE_MS };
      // If the store does not respond, it may have a policy: the domain must not count as one without.
      if (known !== 'unknown') this.#known.set(domain, { row: known.row, until, settled });
      return 'failed';
    }
    const { mode, mx, maxAge } = policy;
    const fetchedAt = clock.date();
    const expiresAt = fetchedAt + 1000 * maxAge;
    const row =
      mode === 'none' ? undefined : { domain, id, mode, mx, fetchedAt, expiresAt, usedAt };
    // A policy with max_age 0 applies only to the messages that have waited for it.
    const kept = maxAge > 0 ? row : undefined;
    const settled = { id, until: clock.now() + 1000 * maxAge };
    this.#known.set(domain, { row: kept, until, ...(row === undefined && { settled }) });
    const hasRow = known === 'unknown' || known.row !== undefined;
    const isStored = await this.#store(domain, hasRow, kept);
    // A row that could not be deleted is read again: the file is then fetched again, and the row deleted.
    if (!isStored) settled.until = Math.min(settled.until, until);
    return row ?? 'none';
  }

  /**
   * The store may not respond: the policy then applies from memory, and is fetched again after a restart.
   * @param hasRow whether the store may have a policy of the domain @returns whether the store responded
   */
  async #store(domain: string, hasRow: boolean, kept: StsRow | undefined): Promise<boolean> {
    const { store, log } = this.#options;
    try {
      if (kept === undefined) {
        if (hasRow) await store.drop(domain);
      } else if (!(await store.keep(kept))) {
        log.warn({}, 'MTA-STS policy table is full; policy not stored');
      }
      return true;
    } catch {
      log.debug({}, 'MTA-STS policy not stored: database not responding');
      return false;
    }
  }

  /** The known policy of a domain. The one in memory applies while the store does not respond. */
  async #read(domain: string): Promise<Known | 'unknown'> {
    const { store, clock } = this.#options;
    const before = this.#known.get(domain);
    if (before && clock.now() < before.until) return before;
    try {
      const row = await store.find(domain, clock.date());
      const known = { ...this.#known.get(domain), row, until: clock.now() + ROW_MS };
      this.#known.set(domain, known);
      return known;
    } catch {
      return before?.row === undefined ? 'unknown' : before;
    }
  }

  async #id(domain: string, resolve: Resolve, until: number): Promise<string | undefined> {
    const { clock } = this.#options;
    const ms = Math.min(DNS_MS, until - clock.now());
    const answer = await answerWithin(resolve(`_mta-sts.${domain}`, 'TXT'), ms, clock, 'timeout');
    return answer.kind === 'records' ? stsId(answer.records) : undefined;
  }

  /** Rounded to the day: a write for each message would cost too much. */
  #noteUse(row: StsRow): void {
    const now = this.#options.clock.date();
    if (now - row.usedAt < DAY_MS) return;
    row.usedAt = now;
    this.#options.store.noteUse(row.domain, now).catch(() => {});
  }
}

const holding = (row: StsRow | undefined, now: number) =>
  row !== undefined && row.expiresAt > now ? row : undefined;

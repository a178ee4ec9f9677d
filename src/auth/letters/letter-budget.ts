/** Decides whether a letter may be sent now. */

import { inAnySpan, isHalfUsed, type Times } from '#limits/any-span.ts';
import { Limiter } from '#limits/limiter.ts';
import { canonicalAddress, domainOf } from '#rules/address.ts';
import { countedBlocks } from '#rules/address-block.ts';
import { foldedAddress } from '#rules/folded-address.ts';
import { LARGE_PROVIDERS, type LetterLimits, QUIET_MS } from '#rules/letter-budget.ts';
import { type Limit, mostOf, multiplied, waitOf } from '#rules/sliding-limit.ts';
import type { LetterCount } from '#store/sessions/letter-budget.ts';
import {
  alive,
  type Claim,
  type KeyedNames,
  RowLimiter,
  type RowLimiterOptions,
} from '#limits/row-limiter.ts';
import { createKnownBrowsers, type KnownBrowsers } from './known-browsers.ts';
import type { LetterWait, Requester } from './letter-port.ts';
import { createLetterStops, type LetterStops, type StopReason } from './letter-stops.ts';

export type LetterBudgetOptions = RowLimiterOptions & {
  limits: LetterLimits;
  /** Called each time that more than half of this node's letters to newcomers is used, after it was less. */
  onBusy?: () => void;
};

/** An address that never used a letter; new: it had none either, ever or for a long time. */
type Strange = { address: string; isNew: boolean };

/** One row that counts a letter. */
type LetterClaim = Claim & { limit: LetterWait['limit'] };

/** Letters of one address, as the operator sees them. */
export type LetterState = {
  /** Whether any of them was ever used. */
  used: boolean;
  /** When the next one may be sent, according to the counts; 0: now. */
  waitMs: number;
  stop: { reason: StopReason; until: number } | undefined;
};

export class LetterBudget {
  /** Addresses whose letters wait, whatever the counts are. */
  readonly stops: LetterStops;
  readonly #options: LetterBudgetOptions;
  /** Letters of this process to addresses that never used one. */
  readonly #node: Limiter<Times>;
  readonly #browsers: KnownBrowsers;
  readonly #rows: RowLimiter;
  /** Whether `onBusy` was called for the present flood. */
  #warned = false;

  constructor(options: LetterBudgetOptions) {
    this.#options = options;
    this.stops = createLetterStops(options);
    this.#browsers = createKnownBrowsers(options);
    this.#node = new Limiter(inAnySpan(options.limits.node), { now: options.now });
    this.#rows = new RowLimiter(options);
  }

  /**
   * Counts a letter to each of the addresses, or none of them.
   * @param addresses each checked by `isDeliverable`
   * @returns undefined if they may be sent, or the longest wait
   * @throws StoreUnavailable
   */
  async spend(
    addresses: readonly string[],
    { address: from, browser, change }: Requester,
  ): Promise<LetterWait | undefined> {
    const signIns = addresses.filter((address) => address !== change?.to);
    const letters = [
      ...new Map(signIns.map((address) => [foldedAddress(address), address])).values(),
    ];
    const stops = await Promise.all(addresses.map((address) => this.stops.waitOf(address)));
    const known = await Promise.all(letters.map((one) => this.#browsers.knows(browser, one)));
    const ofSession = change && (await this.#ofSession(change));
    const others = letters.filter((_, i) => known[i] !== true);
    const isAgain = ofSession?.begins === false;
    const changed = isAgain ? [] : addresses.filter((address) => address === change?.to);
    const strange = await this.#strange([...others, ...changed]);
    const news = strange.length;
    const here = news === 0 ? 0 : this.#node.take(undefined, news);
    let counted = false;
    try {
      const own = letters.filter((_, i) => known[i]).map((address) => this.#ownClaim(address));
      if (ofSession !== undefined) own.push(ofSession);
      own.push(...changed.map((address) => this.#changeClaim(address)));
      const claims = [...own, ...this.#claims(others, strange, from)].filter(
        ({ most }) => most > 0,
      );
      const { ms, claim } = await this.#rows.take(claims, {
        held: Math.max(here, ...stops),
      });
      counted = ms === 0;
      if (counted) this.#watch();
      return counted
        ? undefined
        : { limit: claim?.limit ?? 'letters', seconds: Math.ceil(ms / 1000) };
    } finally {
      if (here === 0 && !counted) this.#node.giveBack(undefined, news);
    }
  }

  /** Whether more than half of the letters that this node may send to newcomers in an hour is used. */
  isBusy(): boolean {
    const { limits, now } = this.#options;
    return isHalfUsed(this.#node.state()?.times ?? [], limits.node, now());
  }

  #watch(): void {
    const busy = this.isBusy();
    if (busy && !this.#warned) this.#options.onBusy?.();
    this.#warned = busy;
  }

  /** Records that a letter to this address was used. */
  async used(address: string): Promise<void> {
    const { store, now } = this.#options;
    const [first, ...earlier] = this.#keysOf(address);
    // A letter of a change was not counted in any row of the address.
    await store.used(first, now() + QUIET_MS);
    for (const key of earlier) await store.used(key);
  }

  /** Whether a letter to this address was counted since then. @param since milliseconds since 1970 */
  async hasHadSince(address: string, since: number): Promise<boolean> {
    const { count } = await this.#rows.find(this.#keysOf(address));
    return (count?.times.at(-1) ?? Number.NEGATIVE_INFINITY) >= since;
  }

  /** The state of an address with a row; the wait, in milliseconds, is that of a stranger's request. */
  async state(address: string): Promise<LetterState | undefined> {
    const own = this.#ownClaim(address);
    const [found, ofBrowsers] = await Promise.all([
      this.#rows.find(this.#keysOf(address)),
      this.#rows.find(own.keys),
    ]);
    const [{ count }, stop] = [found, await this.stops.latest(address)];
    if (count === undefined && ofBrowsers.count === undefined && stop === undefined) {
      return undefined;
    }
    const waitMs = Math.max(this.#waitOf(count), own.wait(ofBrowsers.count));
    return { used: count?.used === true, waitMs, stop };
  }

  /** Forgets the letters of an address, and every stop: the next one may be sent now. */
  async allow(address: string): Promise<void> {
    const more = [this.#ownClaim(address), this.#changeClaim(address)].flatMap(({ keys }) => keys);
    for (const key of [...this.#keysOf(address), ...more]) await this.#options.store.clear(key);
    await this.stops.lift(address);
  }

  /**
   * The addresses come first: if another request is faster there, domain and blocks have counted nothing. Owners only
   * count for their own addresses: letters to invented neighbours must not keep them out.
   */
  #claims(
    letters: readonly string[],
    strange: readonly Strange[],
    from: string | undefined,
  ): LetterClaim[] {
    const { limits } = this.#options;
    const domains = strange
      .map(({ address }) => domainOf(foldedAddress(address)))
      .filter((domain) => !LARGE_PROVIDERS.has(domain));
    const blocks = from === undefined ? [] : countedBlocks(from);
    const news = strange.filter(({ isNew }) => isNew);
    return [
      ...letters.map((address) => this.#addressClaim(address)),
      ...news.flatMap(() =>
        blocks.map(({ key, times }) => this.#claim('block', key, multiplied(limits.block, times))),
      ),
      ...domains.map((domain) => this.#claim('letters', domain, limits.domain)),
    ];
  }

  /** The addresses that never used a letter. */
  async #strange(letters: readonly string[]): Promise<Strange[]> {
    const { now } = this.#options;
    const all = await Promise.all(letters.map((address) => this.#rows.find(this.#keysOf(address))));
    return letters.flatMap((address, i) => {
      const count = all[i]?.count;
      const isNew = alive(count, QUIET_MS, now()).length === 0;
      return count?.used === true ? [] : [{ address, isNew }];
    });
  }

  #addressClaim(address: string): LetterClaim {
    const { limits, now } = this.#options;
    const { anyAddress, first, firsts, afterFirsts, used } = limits;
    // During the minute every address waits only for its end: a longer wait would reveal that it never used a letter.
    const wait = (count: LetterCount | undefined) =>
      waitOf(alive(count, QUIET_MS, now()), anyAddress, now()) || this.#waitOf(count);
    const most = Math.max(mostOf([...anyAddress, ...first, ...afterFirsts, ...used]), firsts);
    return { keys: this.#keysOf(address), limit: 'letters', wait, most, keptMs: QUIET_MS };
  }

  /** Milliseconds until the limits of an address allow a letter, used or not; 0: now. */
  #waitOf(count: LetterCount | undefined): number {
    const { limits, now } = this.#options;
    const { anyAddress, first, firsts, afterFirsts, used } = limits;
    const times = alive(count, QUIET_MS, now());
    if (count?.used === true) return waitOf(times, [...anyAddress, ...used], now());
    const ofStrange = times.length < firsts ? first : afterFirsts;
    return Math.max(
      // A stop from before stops had their own rows: anyone could set it, so it does not hold for owners.
      (count?.stoppedUntil ?? 0) - now(),
      waitOf(times, [...anyAddress, ...ofStrange], now()),
    );
  }

  /** The requests of browsers in which this address was signed in, which no other request can use up. */
  #ownClaim(address: string): LetterClaim {
    const { anyAddress, used } = this.#options.limits;
    const claim = this.#rows.claim('own', canonicalAddress(address), [...anyAddress, ...used]);
    return { limit: 'letters', ...claim };
  }

  /**
   * Letters to the new address of a change, requested by anyone. They never count as sign-in letters of the address:
   * otherwise its reader would have to wait until a stranger's letters of a change are a month old.
   */
  #changeClaim(to: string): LetterClaim {
    return this.#claim('letters', `change to ${foldedAddress(to)}`, this.#options.limits.changeTo);
  }

  /**
   * A letter to the new address of a change that did not arrive is sent again. Its session has three in the hour of the
   * first, and only the first counts for the address. Later the address's own limit holds, so that no one gets them
   * forever.
   */
  async #ofSession({
    session,
    to,
  }: NonNullable<Requester['change']>): Promise<LetterClaim | undefined> {
    if (session === undefined) return undefined;
    const { limits, now } = this.#options;
    const claim = this.#rows.claim('change', `${session} ${canonicalAddress(to)}`, limits.change);
    const [first] = (await this.#rows.find(claim.keys)).count?.times ?? [];
    const begins = first === undefined || first <= now() - claim.keptMs;
    return { limit: 'letters', ...claim, begins, ...(begins && { wait: () => 0 }) };
  }

  #claim(limit: LetterWait['limit'], name: string, limits: readonly Limit[]): LetterClaim {
    return { limit, ...this.#rows.claim(limit, name, limits) };
  }

  #keysOf(address: string): KeyedNames {
    return this.#rows.names('address', foldedAddress(address));
  }
}

/** Lists of senders in the DNS (RFC 5782): whether one of the operator's lists names a client. */

import { type WindowLimiter, windowLimiter } from '#limits/window.ts';
import { BoundedMap } from '#collections/bounded-map.ts';
import type { Clock } from '#time/clock.ts';
import type { Resolve } from '../dns/answer.ts';
import { answerWithin } from '../dns/budget.ts';
import type { MailLog } from '../smtp/mail-log.ts';
import { clientIp, type IpAddress, parseIp, reverseName } from '../trust/spf/networks.ts';

export type DnsList = {
  /** In A-labels and lower case. */
  zone: string;
  /** The answers that count; absent: all of 127.0.0.0/8. */
  codes?: readonly string[];
};

/** What the lists contain about a client: the list that has it, `clear`, or `silent` if no list answers. */
export type Listing = { kind: 'listed'; zone: string } | { kind: 'clear' } | { kind: 'silent' };

export type DnsListsOptions = {
  lists: readonly DnsList[];
  resolve: Resolve;
  clock: Clock;
  /** Uniform in [0, 1). */
  random: () => number;
  /** Clients that are never looked up: private addresses, and the operator's proxies. */
  isExempt: (address: string) => boolean;
  /** Called once per client that was looked up. */
  observe: (listing: Listing['kind']) => void;
  log: MailLog;
};

/** The time limit for all lists together, in milliseconds: after it, the message is accepted without their answer. */
const TIMEOUT_MS = 5000;
/** A list with unusable answers is logged once in this time. */
const WARN_MS = 3_600_000;

/** RFC 5782 section 5: an address that a working list never contains. */
const NEVER_LISTED = '127.0.0.1';
/** The longest time of an answer in our cache, in milliseconds: so long a list that listed every address is not believed. */
const LONGEST_ANSWER_MS = 3_600_000;
/** A client's listing is good for so many milliseconds without another test of the list. */
const TESTED_MS = 30_000;
/** Clients whose listing was tested. */
const TESTED = 10_000;

const CLEAR: Listing = { kind: 'clear' };

/** What the engine asks about a client. Undefined: there is nothing to wait for, and no list has the client. */
export type ClientLists = {
  of(...client: Parameters<DnsLists['of']>): ReturnType<DnsLists['of']> | undefined;
};

/** No client is looked up. */
export const NO_LISTS: ClientLists = { of: () => undefined };

export class DnsLists {
  readonly #options: DnsListsOptions;
  readonly #warnings: WindowLimiter;
  /** When a list last listed every address, by its zone. */
  readonly #listedAll = new Map<string, number>();
  /** When the listing of a client was last tested, by its name in the list. */
  readonly #tested = new BoundedMap<string, number>(TESTED);

  constructor(options: DnsListsOptions) {
    this.#options = options;
    this.#warnings = windowLimiter({ most: 1, ms: WARN_MS }, options.clock);
  }

  /**
   * Never rejects. The queries count as our own: with its block's share of the DNS queries a client could use up those
   * about itself.
   */
  async of(address: string): Promise<Listing> {
    const { lists, isExempt, observe } = this.#options;
    const ip = isExempt(address) ? undefined : clientIp(address);
    if (ip === undefined) return CLEAR;
    const all = await Promise.all(lists.map((list) => this.#ask(list, ip)));
    const listing =
      all.find(({ kind }) => kind === 'listed') ?? all.find(({ kind }) => kind === 'silent');
    observe(listing?.kind ?? 'clear');
    return listing ?? CLEAR;
  }

  async #ask(list: DnsList, ip: IpAddress): Promise<Listing> {
    const { zone } = list;
    const name = nameOf(ip, zone);
    const codes = await this.#codes(name);
    if (codes === undefined) return { kind: 'silent' };
    const believed = codes.filter(isCode);
    // Some lists refuse public resolvers with 127.255.255.x, and a zone that was sold leads to a web server.
    if (codes.length > 0 && believed.length === 0) return this.#silent(zone, codes[0] ?? '');
    if (!believed.some((code) => list.codes?.includes(code) ?? true)) return CLEAR;
    const now = this.#options.clock.now();
    const since = (then = -Infinity) => now - then;
    // Answers from that time may still be in a cache.
    const isIgnored = () => since(this.#listedAll.get(zone)) < LONGEST_ANSWER_MS;
    if (isIgnored()) return this.#silent(zone, 'every address');
    if (since(this.#tested.get(name)) < TESTED_MS) return { kind: 'listed', zone };
    const listsAll = await this.#listsAll(zone, ip.length);
    if (listsAll === undefined) return { kind: 'silent' };
    if (listsAll) this.#listedAll.set(zone, now);
    // Or another client has found that out meanwhile.
    if (isIgnored()) return this.#silent(zone, 'every address');
    this.#tested.set(name, now);
    return { kind: 'listed', zone };
  }

  /**
   * Whether the list has addresses that no list has. Caches may answer about the first one, from a time before the fault;
   * not about a random loopback address.
   */
  async #listsAll(zone: string, octets: number): Promise<boolean | undefined> {
    const octet = () => 1 + Math.floor(this.#options.random() * 254);
    const tests = [NEVER_LISTED, `127.${octet()}.${octet()}.${octet()}`];
    const all = await Promise.all(
      tests.map((test) => {
        const ip = parseIp(octets === 4 ? test : `::ffff:${test}`) ?? [];
        return this.#codes(nameOf(ip, zone));
      }),
    );
    if (all.some((codes) => codes !== undefined && codes.length > 0)) return true;
    return all.includes(undefined) ? undefined : false;
  }

  /** @returns empty if the list does not have the name; undefined: no answer */
  async #codes(name: string): Promise<readonly string[] | undefined> {
    const { resolve, clock } = this.#options;
    const answer = await answerWithin(resolve(name, 'A'), TIMEOUT_MS, clock, 'timeout');
    if (answer.kind === 'trouble') return undefined;
    return answer.kind === 'records' ? answer.records : [];
  }

  #silent(list: string, said: string): Listing {
    if (this.#warnings.take(list) === 0) {
      const text = 'ignoring a DNS list with unusable answers; see DNS_LISTS';
      this.#options.log.warn({ list, said }, text);
    }
    return { kind: 'silent' };
  }
}

/** RFC 5782 section 2.1, and 2.4 for IPv6: the octets or nibbles in reverse, as below in-addr.arpa and ip6.arpa. */
const nameOf = (ip: IpAddress, zone: string) =>
  reverseName(ip).replace(/(?:in-addr|ip6)\.arpa$/, zone);

/** RFC 5782 section 2.3: a code is an address within 127.0.0.0/8. */
const isCode = (code: string) => code.startsWith('127.') && !code.startsWith('127.255.255.');

/**
 * Messages deferred because the policy of the author's domain cannot be looked up, or because the spam filter
 * greylists. The wait is limited. Otherwise a domain with dead DNS servers would lose its messages after days, with
 * an error that names the wrong party.
 */

import { BoundedMap } from '#collections/bounded-map.ts';
import { domainOf } from '#rules/address.ts';

/** By then a sender's server has retried several times. */
const LIMIT_MS = 4 * 3_600_000;
/** After this time a failure starts a new wait: servers retry within hours. */
const RESET_MS = 24 * 3_600_000;
const ENTRIES = 5000;
/** RFC 1035 section 2.3.4: a longer text is not a domain. */
const DOMAIN_OCTETS = 255;

/** The key under which a waiting message is remembered. */
export type WaitingMessage = {
  /** The reverse-path. */
  sender: string;
  /** The author domain. */
  author: string;
  recipient: string;
};

export class WaitLimits {
  readonly #now: () => number;
  readonly #waits = new BoundedMap<string, { first: number; last: number }>(ENTRIES);

  /** @param now monotonic, in milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Notes that a message would be deferred. @returns whether the first deferral of its kind was four hours ago */
  isOver(mail: WaitingMessage): boolean {
    const key = keyOf(mail);
    if (key === undefined) return false;
    const now = this.#now();
    const before = this.#waits.get(key);
    const first = before !== undefined && now - before.last < RESET_MS ? before.first : now;
    this.#waits.set(key, { first, last: now });
    return now - first >= LIMIT_MS;
  }

  /** The look-up succeeded: the next failure starts a new wait. */
  answered(mail: WaitingMessage): void {
    if (this.#waits.size === 0) return;
    const key = keyOf(mail);
    if (key !== undefined) this.#waits.delete(key);
  }
}

function keyOf({ sender, author, recipient }: WaitingMessage): string | undefined {
  const domain = domainOf(sender);
  const isName = domain.length <= DOMAIN_OCTETS && author.length <= DOMAIN_OCTETS;
  return isName ? `${domain} ${author} ${recipient}` : undefined;
}

/**
 * Author domains whose policy nobody tells, and mail that the spam filter greylists: a mail waits for the answer, and not for ever. A
 * domain whose servers of the DNS are gone would else lose its mail after days, with a text that blames nobody who could help.
 */

import { BoundedMap } from '#collections/bounded-map.ts';

/** A sender's server has tried several times by then. */
const PATIENCE_MS = 4 * 3_600_000;
/** One silence ends, and another begins: servers try again within hours. */
const FORGOTTEN_MS = 24 * 3_600_000;
const ENTRIES = 5000;
/** RFC 1035 section 2.3.4: no longer text is a domain. */
const DOMAIN_OCTETS = 255;

/** A mail as the waiting for its policy is remembered. */
export type Awaiting = {
  /** The reverse-path. */
  sender: string;
  /** The author domain. */
  author: string;
  recipient: string;
};

export class SilentPolicies {
  readonly #now: () => number;
  readonly #silent = new BoundedMap<string, { first: number; last: number }>(ENTRIES);

  /** @param now monotonic, in milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Notes that a mail would be deferred. @returns whether the first of its kind was four hours ago */
  hasLasted(mail: Awaiting): boolean {
    const key = keyOf(mail);
    if (key === undefined) return false;
    const now = this.#now();
    const before = this.#silent.get(key);
    const first = before !== undefined && now - before.last < FORGOTTEN_MS ? before.first : now;
    this.#silent.set(key, { first, last: now });
    return now - first >= PATIENCE_MS;
  }

  /** The policy was told: the next silence begins anew. */
  heard(mail: Awaiting): void {
    if (this.#silent.size === 0) return;
    const key = keyOf(mail);
    if (key !== undefined) this.#silent.delete(key);
  }
}

function keyOf({ sender, author, recipient }: Awaiting): string | undefined {
  const domain = sender.slice(sender.lastIndexOf('@') + 1).toLowerCase();
  const isName = domain.length <= DOMAIN_OCTETS && author.length <= DOMAIN_OCTETS;
  return isName ? `${domain} ${author} ${recipient}` : undefined;
}

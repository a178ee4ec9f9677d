/** RFC 5321 section 5.1: which servers take mail for a domain. */

import { isIP } from 'node:net';
import type { Delivery } from '../../delivery.ts';
import { reply } from '../../reply.ts';
import type { Clock } from '#time/clock.ts';
import { deferral } from './host-result.ts';
import { lookUp, type Resolver } from './dns-lookup.ts';

/** Servers tried for one message: as many as anybody has, and few enough for the time there is. */
const MOST_SERVERS = 8;

/** RFC 1123 section 2.1, and the underscore that some use; anything else in a DNS name is no mail server of ours. */
const HOST_NAME = /^(?=.{1,253}$)[a-z\d_-]{1,63}(?:\.[a-z\d_-]{1,63})*$/;

/** What finding the way needs of the world around it. */
export type Signposts = {
  resolver: Resolver;
  clock: Clock;
  /** Uniform in [0, 1), like Math.random. */
  random: () => number;
  /** Our own name, lower case: an MX record that names it leads back here. */
  hostname: string;
};

/**
 * Names of the servers for a domain, the most preferred first, or the verdict that there are none.
 * @param until milliseconds on the clock
 */
export async function mailExchanges(
  domain: string,
  { resolver, clock, random, hostname }: Signposts,
  until: number,
): Promise<{ names: readonly string[] } | Delivery> {
  if (!isHostName(domain)) return NO_SUCH_DOMAIN;
  const answer = await lookUp(() => resolver.resolveMx(domain), clock, until);
  switch (answer.kind) {
    case 'trouble':
      return deferral('4.4.3', 'The DNS does not tell where the mailbox is', 'dns');
    case 'no-name':
      return NO_SUCH_DOMAIN;
    case 'no-data':
      // Section 5.1: a domain without MX is its own mail server.
      return { names: [domain] };
    case 'records': {
      const named = answer.records.map(({ exchange, priority }) => ({
        name: exchange.replace(/\.$/, '').toLowerCase(),
        priority,
        // Section 5.1: servers of one preference are tried in random order.
        order: random(),
      }));
      const exchanges = named.filter(({ name }) => name !== '');
      // RFC 7505 section 3: a root label alone says that the domain takes no mail.
      if (exchanges.length === 0) {
        return refusal(556, '5.1.10', 'The domain of the mailbox takes no mail');
      }
      const sorted = exchanges.toSorted((a, b) => a.priority - b.priority || a.order - b.order);
      // Section 5.1: from our own name on, every server would only send the mail back to us.
      const own = sorted.find(({ name }) => name === hostname);
      if (own) return withoutLoop(sorted.filter(({ priority }) => priority < own.priority));
      return usable(sorted);
    }
  }
}

function withoutLoop(preferred: { name: string }[]): { names: readonly string[] } | Delivery {
  return preferred.length === 0 ? LOOP : usable(preferred);
}

function usable(exchanges: { name: string }[]): { names: readonly string[] } | Delivery {
  const names = exchanges.map(({ name }) => name).filter(isHostName);
  return names.length === 0 ? UNROUTABLE : { names: names.slice(0, MOST_SERVERS) };
}

/** RFC 5321 section 2.3.5 wants a name; some write an address, which is none. */
function isHostName(name: string): boolean {
  return HOST_NAME.test(name) && isIP(name) === 0;
}

const NO_SUCH_DOMAIN = refusal(550, '5.1.2', 'The domain of the mailbox does not exist');
export const LOOP = refusal(550, '5.4.6', 'The mailbox would be reached through ourselves');
export const UNROUTABLE = refusal(550, '5.4.4', 'No usable server is known for the mailbox');

function refusal(code: number, enhanced: string, text: string): Delivery {
  return { kind: 'refused', reply: reply(code, enhanced, text), stage: 'dns' };
}

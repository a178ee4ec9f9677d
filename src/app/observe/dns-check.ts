/** Whether the DNS responds, through all of its servers up to the zone of our own aliases. */

import type { Resolve } from '#mail/dns/answer.ts';
import type { HealthCheck } from './health.ts';

export type DnsCheckOptions = {
  /** Without a cache of its own. */
  openResolver: () => { resolve: Resolve; close: () => void };
  /** A domain of our aliases. */
  domain: string;
  /** Uniform in [0, 1), like Math.random. */
  random: () => number;
};

/** A name that no one has looked up: a server that has lost its uplink answers others from its cache for days. */
export function dnsAnswers({ openResolver, domain, random }: DnsCheckOptions): HealthCheck {
  return async () => {
    const { resolve, close } = openResolver();
    try {
      const name = `health-${Math.floor(random() * 2 ** 48).toString(36)}.${domain}`;
      const answer = await resolve(name, 'A');
      if (answer.kind === 'trouble') throw new Error(answer.reason);
    } finally {
      close();
    }
  };
}

/** The policies of recipients' domains (MTA-STS): what they need from outside, and their count. */

import { isIP } from 'node:net';
import type { Resolve } from '#mail/dns/answer.ts';
import type { Resolver } from '#mail/dns/resolver.ts';
import type { PolicyFault } from '#mail/smtp/send/tls/sts-policy.ts';
import { type DomainPolicies, NO_POLICIES, StsPolicies } from '#mail/smtp/send/tls/sts-policies.ts';
import { guarded } from '#network/guarded-way.ts';
import type { Store } from '#store/store.ts';
import { systemClock } from '#time/clock.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../observe/log.ts';
import type { Metrics } from '../observe/metrics.ts';
import { addressesOf } from './addresses-of.ts';

export type OpenPolicies = {
  source: DomainPolicies;
  /** Fetches old ones again, and counts all. Never rejects. */
  refresh(): Promise<void>;
};

const NONE: OpenPolicies = { source: NO_POLICIES, async refresh() {} };

/** If the settings ask for no policies, no domain has one. */
export function openPolicies(parts: {
  config: Pick<Config, 'wayOut' | 'nextHop'>;
  store: Pick<Store, 'stsPolicies'>;
  resolver: Resolver;
  metrics: Pick<Metrics, 'stsFetches' | 'stsPolicies'>;
  log: Log;
  /** Called for each fetch that failed. */
  onFault: (domain: string, fault: PolicyFault) => void;
}): OpenPolicies {
  const { config, store, resolver, metrics, log, onFault } = parts;
  if (config.nextHop.kind !== 'mx' || !config.wayOut.mtaSts) return NONE;
  const { resolve, resolveAnew } = resolver;
  const source = new StsPolicies({
    store: store.stsPolicies,
    resolve,
    resolveAnew,
    fetch: guarded({ lookup: lookUpBy(resolve) }),
    clock: systemClock,
    log,
    onFetch(result, domain) {
      metrics.stsFetches.inc({ result: result === 'policy' ? result : 'none' });
      if (result !== 'policy') onFault(domain, result);
    },
  });
  const refresh = async () => {
    await source.refresh();
    try {
      const counts = await store.stsPolicies.count();
      for (const [mode, rows] of Object.entries(counts)) metrics.stsPolicies.set({ mode }, rows);
    } catch {
      // The store does not respond, which other parts report: the count stays.
    }
  };
  return { source, refresh };
}

/** Addresses of a web server by our own resolver, in the form of node:dns. */
export const lookUpBy = (resolve: Resolve) => async (name: string) => {
  const found = await addressesOf(name, resolve);
  if (found.length === 0) throw new Error('the host has no address in the DNS');
  return found.map((address) => ({ address, family: isIP(address) }));
};

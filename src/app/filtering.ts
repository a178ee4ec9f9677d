/** Keeps unwanted mail out, as configured: the spam filter, and DNS lists of senders. */

import type { Resolve } from '#mail/dns/answer.ts';
import { type ClientLists, DnsLists, NO_LISTS } from '#mail/filter/dns-lists.ts';
import { Filter, NO_FILTER } from '#mail/filter/filter.ts';
import { Rspamd } from '#mail/filter/rspamd.ts';
import type { FeatureSettings } from '#mail/forward/forwarder-options.ts';
import { isForbidden } from '#network/forbidden-addresses.ts';
import { isProxy } from './net/proxies.ts';
import type { SharedParts } from './config/shared-parts.ts';
import type { Surroundings } from './surroundings.ts';

export type FilteringOptions = Pick<SharedParts, 'config' | 'metrics' | 'log'> & {
  resolve: Resolve;
};

export type Filtering = Pick<FeatureSettings, 'dnsLists' | 'filter' | 'replyFilter'> & {
  /** Closes the connections to the filter. */
  close(): void;
};

export async function createFiltering(
  options: FilteringOptions,
  { clock, random, openRequests }: Pick<Surroundings, 'clock' | 'random' | 'openRequests'>,
): Promise<Filtering> {
  const { config, metrics, log } = options;
  const { address } = config.filter;
  const dnsLists = createDnsLists(options, { clock, random });
  if (!address) return { dnsLists, filter: NO_FILTER, replyFilter: NO_FILTER, close() {} };
  const requests = await openRequests(address.to);
  const observe = (result: string, ms: number) => {
    metrics.filter.inc({ result });
    metrics.filterSeconds.observe(ms / 1000);
  };
  const filter = new Filter({
    server: new Rspamd({ requests, password: address.password, hostname: config.mailHost }),
    clock,
    observe,
    log,
  });
  return {
    dnsLists,
    filter,
    replyFilter: address.replies ? filter : NO_FILTER,
    close: () => requests.close(),
  };
}

function createDnsLists(
  { config, resolve, metrics, log }: FilteringOptions,
  world: Pick<Surroundings, 'clock' | 'random'>,
): ClientLists {
  const { dnsLists: lists } = config.filter;
  if (lists.length === 0) return NO_LISTS;
  const isOurs = isProxy(config);
  return new DnsLists({
    lists,
    resolve,
    ...world,
    isExempt: (address) => isForbidden(address) || isOurs(address),
    observe: (result) => metrics.dnsLists.inc({ result }),
    log,
  });
}

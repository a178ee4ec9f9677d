/** Keeps unwanted mail out, as configured: the spam filter, and DNS lists of senders. */

import type { Resolve } from '#mail/dns/answer.ts';
import { DnsLists } from '#mail/filter/dns-lists.ts';
import { Filter } from '#mail/filter/filter.ts';
import { Rspamd } from '#mail/filter/rspamd.ts';
import type { ForwarderOptions } from '#mail/forward/forwarder-options.ts';
import { isForbidden } from '#network/forbidden-addresses.ts';
import type { Clock } from '#time/clock.ts';
import { isProxy } from './net/proxies.ts';
import type { SharedParts } from './config/shared-parts.ts';
import type { Surroundings } from './surroundings.ts';

export type FilteringOptions = Pick<SharedParts, 'config' | 'metrics' | 'log'> & {
  resolve: Resolve;
};

export type Filtering = Pick<ForwarderOptions, 'dnsLists' | 'filter' | 'replyFilter'> & {
  /** Closes the connections to the filter. */
  close(): void;
};

export async function createFiltering(
  options: FilteringOptions,
  { clock, openRequests }: Pick<Surroundings, 'clock' | 'openRequests'>,
): Promise<Filtering> {
  const { config, metrics, log } = options;
  const { address } = config.filter;
  const requests = address && (await openRequests(address.to));
  const observe = (result: string, ms: number) => {
    metrics.filter.inc({ result });
    metrics.filterSeconds.observe(ms / 1000);
  };
  const filter =
    requests &&
    new Filter({
      server: new Rspamd({ requests, password: address.password, hostname: config.mailHost }),
      clock,
      observe,
      log,
    });
  return {
    dnsLists: createDnsLists(options, clock),
    filter,
    replyFilter: address?.replies ? filter : undefined,
    close: () => requests?.close(),
  };
}

function createDnsLists(
  { config, resolve, metrics, log }: FilteringOptions,
  clock: Clock,
): DnsLists | undefined {
  const { dnsLists: lists } = config.filter;
  if (lists.length === 0) return undefined;
  const isOurs = isProxy(config);
  return new DnsLists({
    lists,
    resolve,
    clock,
    isExempt: (address) => isForbidden(address) || isOurs(address),
    observe: (result) => metrics.dnsLists.inc({ result }),
    log,
  });
}

/** Keeps unwanted mail out, as the operator has set it: lists of senders in the DNS. */

import type { Resolve } from '#mail/dns/answer.ts';
import { DnsLists } from '#mail/filter/dns-lists.ts';
import { isForbidden } from '#network/forbidden-addresses.ts';
import type { Clock } from '#time/clock.ts';
import type { Config } from './config/config.ts';
import { isProxy } from './net/proxies.ts';
import type { Log } from './observe/log.ts';
import type { Metrics } from './observe/metrics.ts';

export type FilteringOptions = { config: Config; resolve: Resolve; metrics: Metrics; log: Log };

/** @returns undefined where no list is set */
export function createDnsLists(
  { config, resolve, metrics, log }: FilteringOptions,
  clock: Clock,
): DnsLists | undefined {
  const { dnsLists: lists } = config;
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

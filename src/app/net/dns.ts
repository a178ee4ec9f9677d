/** The resolver of the service: its servers, its metrics, and its log line at the start. */

import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { getServers } from 'node:dns';
import { connect } from 'node:net';
import type { Resolve } from '#mail/dns/answer.ts';
import { Resolver } from '#mail/dns/resolver.ts';
import { systemClock } from '#time/clock.ts';
import type { Config } from '../config/config.ts';
import { asDnsServer, type DnsServerSetting } from '../config/net-values.ts';
import type { Log } from '../observe/log.ts';
import type { HealthCheck } from '../observe/health.ts';
import type { Metrics } from '../observe/metrics.ts';

/** Servers of the system that are queried, as its own resolver does. */
const MOST_OF_SYSTEM = 3;

/** @param servers empty: those of the system */
export function createResolver(
  servers: readonly DnsServerSetting[],
  metrics?: Pick<Metrics, 'dnsQueries' | 'dnsSeconds'>,
): Resolver {
  return new Resolver({
    servers: serversAsked(servers),
    createSocket,
    connect,
    clock: systemClock,
    randomInt: (below) => randomInt(below),
    observe(answer, ms) {
      metrics?.dnsQueries.inc({ result: answer.kind === 'trouble' ? answer.reason : answer.kind });
      metrics?.dnsSeconds.observe(ms / 1000);
    },
  });
}

/** @param servers those that are set; empty: those of the system */
export const serversAsked = (servers: readonly DnsServerSetting[]): readonly DnsServerSetting[] =>
  servers.length > 0 ? servers : serversOfSystem(getServers());

/**
 * @param addresses as node:dns has them. If none can be used, a server on this machine is queried, as the system does
 */
export function serversOfSystem(addresses: readonly string[]): DnsServerSetting[] {
  const servers = addresses.map(asDnsServer).filter((server) => server !== undefined);
  return servers.length > 0
    ? servers.slice(0, MOST_OF_SYSTEM)
    : [{ address: '127.0.0.1', port: 53 }];
}

/**
 * Looks up the root, so that the log shows whether the DNS responds, and whether its answers are validated (RFC 4035).
 */
export async function sayWhetherValidated(resolve: Resolve, log: Log): Promise<void> {
  const answer = await resolve('.', 'NS');
  if (answer.kind === 'trouble') {
    log.warn({ reason: answer.reason }, 'DNS not responding: check DNS_SERVERS');
  } else if (answer.kind !== 'records') {
    log.warn('DNS has no root zone: check DNS_SERVERS');
  } else {
    log.info(
      { validated: answer.secure },
      answer.secure
        ? 'DNS works, validated by the resolver on this machine'
        : 'DNS works, without validation by a resolver on this machine',
    );
  }
}

/** Whether any mail needs the DNS: for its route, or for its checks. */
export function asksDns({ nextHop, trust }: Config): boolean {
  return nextHop.kind === 'mx' || trust.checks;
}

/**
 * Whether the DNS responds, through all of its servers up to the zone of our own aliases. It looks up a name that no one
 * has looked up: a server that has lost its uplink answers others from its cache for days.
 */
export function dnsCheck({ dnsServers, names }: Config): HealthCheck {
  return async () => {
    const resolver = createResolver(dnsServers);
    try {
      const label = `health-${Math.floor(Math.random() * 2 ** 48).toString(36)}`;
      const answer = await resolver.resolve(`${label}.${names.domains[0]}`, 'A');
      if (answer.kind === 'trouble') throw new Error(answer.reason);
    } finally {
      resolver.close();
    }
  };
}

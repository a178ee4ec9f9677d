/** The resolver of the service: its servers, its metrics, and its line in the log at the start. */

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
import { dnsAnswers } from '../observe/dns-check.ts';
import type { HealthCheck } from '../observe/health.ts';
import type { Metrics } from '../observe/metrics.ts';

/** Servers of the system that are asked, as its own resolver does. */
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

/** @param addresses as node:dns has them. Where none can be used, a server on this machine is asked, as the system does */
export function serversOfSystem(addresses: readonly string[]): DnsServerSetting[] {
  const servers = addresses.map(asDnsServer).filter((server) => server !== undefined);
  return servers.length > 0
    ? servers.slice(0, MOST_OF_SYSTEM)
    : [{ address: '127.0.0.1', port: 53 }];
}

/** The root is asked for, so that the log says whether the DNS answers, and whether its answers are validated (RFC 4035). */
export async function sayWhetherValidated(resolve: Resolve, log: Log): Promise<void> {
  const answer = await resolve('.', 'NS');
  if (answer.kind === 'trouble') {
    log.warn({ reason: answer.reason }, 'the DNS does not answer: see DNS_SERVERS');
  } else if (answer.kind !== 'records') {
    log.warn('the DNS does not know the root: see DNS_SERVERS');
  } else {
    log.info(
      { validated: answer.secure },
      answer.secure
        ? 'the DNS answers, validated by the resolver on this machine'
        : 'the DNS answers, without validation by a resolver on this machine',
    );
  }
}

/** Whether any mail needs the DNS: its way, or its checks. */
export function asksDns({ nextHop, trust }: Config): boolean {
  return nextHop.kind === 'mx' || trust.checks;
}

export function dnsCheck({ dnsServers, names }: Config): HealthCheck {
  return dnsAnswers({
    openResolver() {
      const resolver = createResolver(dnsServers);
      return { resolve: resolver.resolve, close: () => resolver.close() };
    },
    domain: names.domains[0] ?? '',
    random: Math.random,
  });
}

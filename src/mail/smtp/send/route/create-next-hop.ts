import type { Resolve } from '#mail/dns/answer.ts';
import type { Clock } from '#time/clock.ts';
import type { MailLog } from '../../mail-log.ts';
import type { ConnectionContext } from '../session/client-connection.ts';
import type { Connect } from '../session/dial.ts';
import type { NextHop } from './next-hop.ts';
import { MxRoute, type MxRouteOptions } from './mx-route.ts';
import { NO_POLICIES } from '../tls/sts-policies.ts';
import { RelayRoute } from './relay-route.ts';
import { RoutedNextHop } from './routed-next-hop.ts';
import type { OnStage } from '../session/stopwatch.ts';
import type { Target } from './target.ts';

/** The time that a deferred message is held before its retry, in milliseconds. */
export const RETRY_MS = 30_000;

export type NextHopOptions = {
  target: Target;
  /** Our own name in EHLO. */
  hostname: string;
  /** Looks up MX records and addresses. The name of a relay is looked up by `connect`. */
  resolve: Resolve;
  connect: Connect;
  clock: Clock;
  /** Uniform in [0, 1), like Math.random. */
  random: () => number;
  log: MailLog;
  /** Receives the milliseconds that a message spent in each stage. */
  onStage?: OnStage;
  /** Public IP addresses of this service: no MX record may lead messages back to them. */
  ownAddresses: readonly string[];
  /** Certificate authorities, PEM, for servers whose certificate is verified; absent: those that Node trusts. */
  ca?: string;
  /** Whether MX hosts must give the proof that signed records require (DANE). */
  dane?: boolean;
  /** The policies of domains for their MX hosts (RFC 8461). */
  policies?: MxRouteOptions['policies'];
  onProof?: ConnectionContext['onProof'];
  onTlsSession?: ConnectionContext['onTlsSession'];
  /** Milliseconds that a deferred message is held before its retry; 0: no retries. */
  retryMs?: number;
};

/** Creates the next hop for the target. */
export function createNextHop(options: NextHopOptions): NextHop {
  const { target, resolve, clock, random, log, ca } = options;
  const hostname = options.hostname.toLowerCase();
  const context = { onStage: () => {}, onProof: () => {}, ...options };
  const own = ca === undefined ? { hostname } : { hostname, ca };
  const lookup = { resolve, clock, random, hostname };
  const route =
    target.kind === 'relay'
      ? new RelayRoute(target, own, context, log)
      : new MxRoute({ dane: false, policies: NO_POLICIES, ...options, own, lookup, context });
  return new RoutedNextHop(route, clock, log, options.retryMs ?? RETRY_MS);
}

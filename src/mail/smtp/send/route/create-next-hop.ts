import type { ConnectionContext } from '../session/client-connection.ts';
import type { MxLookup } from './mail-exchanges.ts';
import type { NextHop } from './next-hop.ts';
import { MxRoute, type MxRouteOptions } from './mx-route.ts';
import { NO_POLICIES } from '../tls/sts-policies.ts';
import { RelayRoute } from './relay-route.ts';
import { RoutedNextHop } from './routed-next-hop.ts';
import type { Target } from './target.ts';

/** The time that a deferred message is held before its retry, in milliseconds. */
export const RETRY_MS = 30_000;

export type NextHopOptions = Omit<MxLookup, 'hostname'> &
  Pick<MxRouteOptions, 'log' | 'ownAddresses'> &
  Partial<Pick<MxRouteOptions, 'dane' | 'policies'>> &
  Pick<ConnectionContext, 'connect'> &
  Partial<Pick<ConnectionContext, 'onStage' | 'onProof' | 'onTlsSession'>> & {
    target: Target;
    /** Our own name in EHLO. */
    hostname: string;
    /** Certificate authorities, PEM, for servers whose certificate is verified; absent: those that Node trusts. */
    ca?: string;
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

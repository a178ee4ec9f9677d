import type { MailLog } from '../../mail-log.ts';
import type { ConnectionContext } from '../session/client-connection.ts';
import type { OwnSettings } from '../session/hello.ts';
import { ANY } from '../tls/connection-proof.ts';
import { Host } from './host.ts';
import type { MxLookup } from './mail-exchanges.ts';
import type { ConnectionCount, NextHop } from './next-hop.ts';
import { MxRoute, type MxRouteOptions } from './mx-route.ts';
import { NO_POLICIES } from '../tls/sts-policies.ts';
import { type Route, RoutedNextHop, type Server } from './routed-next-hop.ts';
import type { Relay, Target } from './target.ts';

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

/** Sends all messages to one relay. The system resolves its name when we connect: it may be in a hosts file. */
class RelayRoute implements Route {
  readonly shared = true;
  readonly #host: Host;
  readonly #found: Promise<{ servers: readonly Server[] }>;

  constructor(
    { kind: _kind, port, ...server }: Relay,
    own: OwnSettings,
    context: ConnectionContext,
    log: MailLog,
  ) {
    this.#host = new Host({ ...own, ...server }, false, context, log);
    const located = Promise.resolve({ addresses: [server.host], port, proof: ANY });
    this.#found = Promise.resolve({
      servers: [{ host: () => this.#host, locate: () => located }],
    });
  }

  servers(): Promise<{ servers: readonly Server[] }> {
    return this.#found;
  }

  get connections(): ConnectionCount {
    return this.#host.connections;
  }

  close(): Promise<void> {
    return this.#host.close();
  }
}

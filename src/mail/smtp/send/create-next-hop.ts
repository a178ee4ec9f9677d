import type { Log } from '../log.ts';
import type { Clock } from '../time.ts';
import type { Connect } from './dial.ts';
import type { NextHop } from './next-hop.ts';
import { RelayRoute } from './relay-route.ts';
import { RoutedNextHop } from './routed-next-hop.ts';
import type { Relay } from './target.ts';

/** How long a message that met trouble is held back before its one more try. */
const SECOND_TRY_MS = 30_000;

export type NextHopOptions = {
  target: Relay;
  /** Our own name in EHLO. */
  hostname: string;
  connect: Connect;
  clock: Clock;
  log: Log;
  /** Further certificate authorities, PEM, for the servers whose certificate is verified. */
  ca?: string;
  /** Milliseconds before the one more try after trouble; 0: none. */
  secondTryMs?: number;
};

/** The way out of this process. */
export function createNextHop(options: NextHopOptions): NextHop {
  const { target, hostname, ca, connect, clock, log } = options;
  const route = new RelayRoute(target, hostname, ca, { connect, clock }, log);
  return new RoutedNextHop(route, clock, options.secondTryMs ?? SECOND_TRY_MS);
}

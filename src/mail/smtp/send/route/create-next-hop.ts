import type { Log } from '../../mail-log.ts';
import type { Clock } from '#time/clock.ts';
import type { Connect } from '../session/dial.ts';
import type { NextHop } from './next-hop.ts';
import type { Resolver } from './dns-lookup.ts';
import { MxRoute } from './mx-route.ts';
import { RelayRoute } from './relay-route.ts';
import { RoutedNextHop } from './routed-next-hop.ts';
import type { OnStage } from '../session/stopwatch.ts';
import type { Target } from './target.ts';

/** How long a message that met trouble is held back before its one more try. */
const SECOND_TRY_MS = 30_000;

export type NextHopOptions = {
  target: Target;
  /** Our own name in EHLO. */
  hostname: string;
  /** Asked for MX and addresses; a relay is looked up by `connect`. */
  resolver: Resolver;
  connect: Connect;
  clock: Clock;
  /** Uniform in [0, 1), like Math.random. */
  random: () => number;
  log: Log;
  /** Told how many milliseconds a mail was in each of its stages. */
  onStage?: OnStage;
  /** IP addresses under which the world reaches this service: no MX record may lead mail back to them. */
  ownAddresses: readonly string[];
  /** Further certificate authorities, PEM, for the servers whose certificate is verified. */
  ca?: string | undefined;
  /** Milliseconds before the one more try after trouble; 0: none. */
  secondTryMs?: number;
};

/** The way out of this process. */
export function createNextHop(options: NextHopOptions): NextHop {
  const { target, resolver, clock, random, log } = options;
  const world = { connect: options.connect, clock, onStage: options.onStage ?? (() => {}) };
  const hostname = options.hostname.toLowerCase();
  const route =
    target.kind === 'relay'
      ? new RelayRoute(target, hostname, options.ca, world, log)
      : new MxRoute({ resolver, clock, random, hostname }, options.ownAddresses, world, log);
  return new RoutedNextHop(route, clock, log, options.secondTryMs ?? SECOND_TRY_MS);
}

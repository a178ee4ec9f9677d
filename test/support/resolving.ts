/** The resolver of the service, over real sockets, on servers of a test. */

import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import type { TestContext } from 'node:test';
import { Resolver, type ResolverOptions } from '#mail/dns/resolver.ts';
import type { DnsServer } from './dns-server.ts';
import { FakeClock } from './fake-clock.ts';

/** A resolver that ends with the test, on a stopped clock unless another one is given. */
export function resolverOf(
  t: TestContext,
  servers: readonly Pick<DnsServer, 'host' | 'port'>[],
  options: Partial<ResolverOptions> = {},
): Resolver {
  const resolver = new Resolver({
    servers: servers.map(({ host, port }) => ({ address: host, port })),
    createSocket,
    connect,
    clock: new FakeClock(),
    randomInt: (below) => randomInt(below),
    observe: () => {},
    ...options,
  });
  t.after(() => resolver.close());
  return resolver;
}

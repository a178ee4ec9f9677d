/** HTTP_PORT: the server opens first, as letters and sessions contain its address; then it serves the site. */

import type { Hono } from 'hono';
import { systemClock } from '#time/clock.ts';
import type { Config } from './config/config.ts';
import { closeHttpServer, createHttpServer, securityHeaders } from './http/server.ts';
import { takeProxied } from './http/proxied.ts';
import { listen } from './net/listen.ts';
import type { Log } from './observe/log.ts';
import { proxiesOf } from './net/proxies.ts';
import { siteAddress } from './config/listen-address.ts';

/** @throws Fault if it cannot listen on the port; then it leaves nothing open */
export async function openWeb(config: Config, log: Log) {
  const ready = Promise.withResolvers<Hono>();
  let answer: Hono['fetch'] = async (request, env) => (await ready.promise).fetch(request, env);
  const https = config.publicUrl?.startsWith('https:') ?? false;
  const server = createHttpServer((request, env) => answer(request, env), securityHeaders(https));
  const { http: isProxy } = proxiesOf(config);
  if (isProxy) takeProxied(server, isProxy, systemClock);
  const { httpHost: host, httpPort: port, reusePort } = config;
  const httpPort = await listen(server, { host, port, variable: 'HTTP_PORT', reusePort, log });
  let serves = false;
  return {
    httpPort,
    /** The address of the site for visitors: scheme, host and port. */
    address: siteAddress(config, httpPort),
    /** From here on it answers requests; earlier ones have waited. */
    serve(site: Hono) {
      serves = true;
      answer = site.fetch;
      ready.resolve(site);
    },
    /** Stops accepting and lets requests in flight end. */
    async close() {
      if (!server.listening) return;
      const closed = closeHttpServer(server);
      // Requests that waited for a start that failed are never answered.
      if (!serves) server.closeAllConnections();
      await closed;
    },
  };
}

/** The server on ADMIN_PORT: /metrics for Prometheus and /healthz. There is no login. */

import { Hono } from 'hono';
import type { Config } from './config/config.ts';
import { securityHeaders } from './http/headers.ts';
import { knownHost } from './http/known-host.ts';
import { closeHttpServer, createHttpServer } from './http/server.ts';
import { answerHealth, HEALTH_METHODS } from './http/site.ts';
import { listen } from './net/listen.ts';
import { isLoopback } from './config/listen-address.ts';
import type { Log } from './observe/log.ts';
import type { Health } from './observe/health.ts';
import type { Metrics } from './observe/metrics.ts';

export type AdminOptions = {
  config: Config;
  metrics: Metrics;
  health: () => Promise<Health>;
  log: Log;
};

export type Admin = { port: number; close(): Promise<void> };

/** @throws Fault where the port cannot be had */
export async function startAdmin({ config, metrics, health, log }: AdminOptions): Promise<Admin> {
  const { adminHost: host, adminPort } = config;
  const site = adminSite(metrics, health, isLoopback(host));
  const server = createHttpServer(site.fetch, securityHeaders(false));
  const port = await listen(server, { host, port: adminPort, variable: 'ADMIN_PORT', log });
  return { port, close: () => closeHttpServer(server) };
}

/** @param local it is meant for this machine alone: then no page of the web may read the metrics through a browser here */
function adminSite(metrics: Metrics, health: () => Promise<Health>, local: boolean): Hono {
  const admin = new Hono();
  admin.on(HEALTH_METHODS, '/healthz', (c) => answerHealth(c, health));
  if (local) admin.use(knownHost);
  admin.get('/metrics', async (c) => {
    const text = await metrics.registry.metrics();
    return c.body(text, 200, { 'Content-Type': metrics.registry.contentType });
  });
  return admin;
}

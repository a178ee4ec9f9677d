/** The server on ADMIN_PORT: /metrics for Prometheus and /healthz. There is not a login. */

import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { DAY_MS } from '#mail/tls-report/report.ts';
import { closeHttpServer, createHttpServer, knownHost, securityHeaders } from './http/server.ts';
import { answerHealth, HEALTH_METHODS } from './http/site.ts';
import { listen } from './net/listen.ts';
import { isLoopback } from './config/listen-address.ts';
import type { Health } from './observe/health.ts';
import type { SharedParts } from './config/shared-parts.ts';
import type { OpenTlsReports } from './tls-reports.ts';

export type AdminOptions = Pick<SharedParts, 'config' | 'metrics' | 'log'> & {
  health: () => Promise<Health>;
  tlsReports: Pick<OpenTlsReports, 'reports'>;
};

export type Admin = { port: number; close(): Promise<void> };

/** @throws Fault if it cannot listen on the port */
export async function startAdmin(options: AdminOptions): Promise<Admin> {
  const { config, log } = options;
  const { adminHost: host, adminPort } = config;
  const site = adminSite(options, isLoopback(host));
  const server = createHttpServer(site.fetch, securityHeaders(false));
  const port = await listen(server, { host, port: adminPort, variable: 'ADMIN_PORT', log });
  return { port, close: () => closeHttpServer(server) };
}

/** @param local only this machine should reach it: then no web page may read the metrics through a browser here */
function adminSite({ metrics, health, tlsReports }: AdminOptions, local: boolean) {
  const admin = new Hono<{ Bindings: HttpBindings }>();
  admin.on(HEALTH_METHODS, '/healthz', (c) => answerHealth(c, health));
  if (local) admin.use(knownHost);
  admin.get('/metrics', async (c) => {
    const text = await metrics.registry.metrics();
    return c.body(text, 200, { 'Content-Type': metrics.registry.contentType });
  });
  // The response contains domains of owners: it is for `npx veilpost status --tls-report` on this machine only.
  admin.get('/tls-reports/:day', (c) => {
    const day = Date.parse(`${c.req.param('day')}T00:00:00Z`) / DAY_MS;
    const peer = c.env.incoming.socket.remoteAddress ?? '';
    const isLocal = isLoopback(peer.replace(/^::ffff:/, ''));
    const reports = isLocal ? tlsReports.reports(day) : undefined;
    return reports === undefined ? c.notFound() : c.json(reports);
  });
  return admin;
}

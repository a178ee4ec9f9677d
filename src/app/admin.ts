/** The server on ADMIN_PORT: /metrics for Prometheus and /healthz. There is no login. */

import { Hono } from 'hono';
import type { Health } from './observe/health.ts';
import { knownHost } from './http/known-host.ts';
import { answerHealth, HEALTH_METHODS } from './http/site.ts';
import type { Metrics } from './observe/metrics.ts';

export type AdminParts = {
  metrics: Metrics;
  health: () => Promise<Health>;
  /** Whether it is meant for this machine alone: then no page of the web may read the metrics through a browser here. */
  local: boolean;
};

export function createAdmin({ metrics, health, local }: AdminParts): Hono {
  const admin = new Hono();
  admin.on(HEALTH_METHODS, '/healthz', (c) => answerHealth(c, health));
  if (local) admin.use(knownHost);
  admin.get('/metrics', async (c) => {
    const text = await metrics.registry.metrics();
    return c.body(text, 200, { 'Content-Type': metrics.registry.contentType });
  });
  return admin;
}

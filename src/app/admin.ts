/** What ADMIN_PORT answers, on 127.0.0.1 only: /metrics for Prometheus and /healthz. */

import { Hono } from 'hono';
import type { Health } from './health.ts';
import { knownHost } from './http/known-host.ts';
import { answerHealth } from './http/site.ts';
import type { Metrics } from './metrics.ts';

export function createAdmin(metrics: Metrics, health: () => Promise<Health>): Hono {
  const admin = new Hono();
  admin.use(knownHost);
  admin.get('/healthz', (c) => answerHealth(c, health));
  admin.get('/metrics', async (c) => {
    const text = await metrics.registry.metrics();
    return c.body(text, 200, { 'Content-Type': metrics.registry.contentType });
  });
  return admin;
}

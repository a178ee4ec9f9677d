/** The metric of the parts that the service stands on: alarms learn of an outage by it, also while no mail comes. */

import { Gauge } from 'prom-client';
import type { Clock } from '#time/clock.ts';
import { asked, type HealthCheck, failureOf } from './health.ts';
import type { Metrics } from './metrics.ts';

export type ServicePart = 'store' | 'look-ups' | 'write' | 'smtp' | 'dns' | 'next-hop' | 'letters';

/** Longest time that one part may take, in milliseconds: half of Prometheus's own for all metrics. */
const TIMEOUT_MS = 5000;

/** Every part is asked whenever the metrics are read, once a second at most. */
export function watchHealthy(
  { registry }: Metrics,
  checks: Record<ServicePart, HealthCheck>,
  clock: Clock,
): void {
  const all = Object.entries(checks);
  const ask = asked(
    () =>
      Promise.all(
        all.map(async ([part, check]) => {
          const failure = await failureOf(part, check, clock, TIMEOUT_MS);
          gauge.set({ part }, failure === undefined ? 1 : 0);
        }),
      ),
    clock,
  );
  const gauge: Gauge<'part'> = new Gauge({
    name: 'veilpost_healthy',
    help: '1 where a part of the service does its work or nothing needs it, 0 where it does not.',
    labelNames: ['part'],
    registers: [registry],
    collect: async () => void (await ask()),
  });
}

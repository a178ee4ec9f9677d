/** The metric of the parts that the service depends on: alarms show an outage by it, even while no mail comes in. */

import { Gauge } from 'prom-client';
import type { Clock } from '#time/clock.ts';
import { type HealthCheck, failureOf } from './health.ts';
import type { Metrics } from './metrics.ts';

export type ServicePart = 'store' | 'look-ups' | 'write' | 'smtp' | 'dns' | 'next-hop' | 'letters';

/** Longest time that one part may take, in milliseconds. */
const TIMEOUT_MS = 5000;
/** Parts are checked at most once in this time, in milliseconds. */
const REST_MS = 1000;
/**
 * Longest time that the metrics wait for the parts, in milliseconds: a scrape that takes seconds looks like a dead
 * node.
 */
const WAIT_MS = 500;

/**
 * Every part is checked whenever the metrics are read. A part that takes longer than the reader waits keeps its last
 * result until it responds. Only a part without a result is waited for.
 */
export function watchHealthy(
  { registry }: Metrics,
  checks: Record<ServicePart, HealthCheck>,
  clock: Clock,
): void {
  const all = Object.entries(checks);
  let begun = -REST_MS;
  let asking: Promise<unknown> = Promise.resolve();
  let isAsking = false;
  let isKnown = false;
  const ask = async () => {
    await Promise.all(
      all.map(async ([part, check]) => {
        const failure = await failureOf(part, check, clock, TIMEOUT_MS);
        gauge.set({ part }, failure === undefined ? 1 : 0);
      }),
    );
    isKnown = true;
    isAsking = false;
  };
  const collect = async () => {
    if (!isAsking && clock.now() - begun >= REST_MS) {
      begun = clock.now();
      isAsking = true;
      asking = ask();
    }
    if (!isKnown) return void (await asking);
    const enough = Promise.withResolvers<void>();
    const stop = clock.after(WAIT_MS, enough.resolve);
    await Promise.race([asking, enough.promise]);
    stop();
  };
  const gauge: Gauge<'part'> = new Gauge({
    name: 'veilpost_healthy',
    help: '1 if a part works or nothing needs it, else 0. Each scrape checks every part; one that takes more than half a second shows its last result.',
    labelNames: ['part'],
    registers: [registry],
    collect,
  });
}

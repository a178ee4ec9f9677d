import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import type { HealthCheck } from './health.ts';
import { type ServicePart, watchHealthy } from './healthy.ts';
import { createMetrics } from './metrics.ts';

const works = async () => {};

function watched(dns: HealthCheck) {
  const clock = new FakeClock();
  const metrics = createMetrics();
  const others = { store: works, 'look-ups': works, write: works, smtp: works, letters: works };
  const checks: Record<ServicePart, HealthCheck> = { ...others, 'next-hop': works, dns };
  watchHealthy(metrics, checks, clock);
  const scrape = async () => {
    const text = await metrics.registry.getSingleMetricAsString('veilpost_healthy');
    const parts = text.matchAll(/^veilpost_healthy\{part="([^"]+)"\} (\d)$/gm);
    return Object.fromEntries([...parts].map(([, part = '', value]) => [part, Number(value)]));
  };
  /** Runs the timers that a scrape has set. */
  const pass = async (ms: number) => {
    await new Promise(setImmediate);
    clock.advance(ms);
    await new Promise(setImmediate);
  };
  return { clock, scrape, pass };
}

test('a slow part delays the metrics by half a second, and its outage is in the next ones', async () => {
  let dns = works;
  const { clock, scrape, pass } = watched(() => dns());
  assert.equal((await scrape()).dns, 1);
  dns = () => new Promise(() => {});
  clock.advance(15_000);
  const slow = scrape();
  await pass(499);
  assert.ok(clock.isDueIn(1), 'the scrape waits');
  await pass(1);
  assert.equal((await slow).dns, 1, 'its last result');
  await pass(4500);
  const next = scrape();
  await pass(500);
  const { dns: last, ...others } = await next;
  assert.deepEqual([last, Object.values(others)], [0, Array(6).fill(1)]);
});

test('each part is checked once at a time, however often the metrics are read', async () => {
  let asked = 0;
  let dns: HealthCheck = works;
  const { clock, scrape, pass } = watched(() => dns());
  await scrape();
  dns = () => {
    asked += 1;
    return new Promise(() => {});
  };
  for (let i = 0; i < 4; i += 1) {
    clock.advance(1000);
    const reading = scrape();
    await pass(0);
    clock.advance(500);
    await reading;
  }
  assert.equal(asked, 1);
});

test('the first metrics of a process wait for each part, so that none is missing', async () => {
  const { clock, scrape, pass } = watched(() => new Promise(() => {}));
  const first = scrape();
  await pass(5000);
  assert.equal((await first).dns, 0);
  assert.equal(clock.pending, 0);
});

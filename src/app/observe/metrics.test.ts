import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CountedLater, createMetrics } from './metrics.ts';

const BUCKETS = {
  veilpost_http_request_seconds: '0.001,0.0025,0.005,0.01,0.025,0.05,0.1,0.25,1,2.5,10,+Inf',
  // A delivery lasts up to its last deadline.
  veilpost_delivery_seconds: '0.005,0.025,0.1,0.5,2.5,10,30,60,150,420,570,+Inf',
  veilpost_dns_seconds: '0.001,0.005,0.025,0.1,0.5,2,4,8,+Inf',
  veilpost_filter_seconds: '0.005,0.025,0.1,0.5,1,2,4,8,+Inf',
  veilpost_reply_guard_seconds: '0.001,0.005,0.025,0.1,0.5,2.5,10,+Inf',
};

test('the buckets of the histograms', async () => {
  const metrics = createMetrics();
  metrics.httpSeconds.observe({ call: 'page', status: '200' }, 1);
  metrics.deliverySeconds.observe({ stage: 'dot' }, 1);
  for (const name of ['dnsSeconds', 'filterSeconds', 'replyGuardSeconds'] as const)
    metrics[name].observe(1);
  const text = await metrics.registry.metrics();
  for (const [name, steps] of Object.entries(BUCKETS)) {
    const found = [...text.matchAll(new RegExp(`^${name}_bucket\\{le="([^"]+)"`, 'gm'))];
    assert.equal(found.map(([, le]) => le).join(), steps, name);
  }
});

test('counts wait until the metrics are read, 1,024 of them at most', () => {
  const later = new CountedLater();
  let counted = 0;
  const add = () => later.add(() => counted++);
  for (let i = 0; i < 1023; i++) add();
  assert.equal(counted, 0);
  add();
  assert.equal(counted, 1024);
  add();
  assert.equal(counted, 1024);
  later.count();
  later.count();
  assert.equal(counted, 1025);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMetrics } from './metrics.ts';

test('the buckets of the histograms: requests from a millisecond, deliveries up to their last deadline', async () => {
  const { registry, httpSeconds, deliverySeconds } = createMetrics();
  httpSeconds.observe({ call: 'page', status: '200' }, 1);
  deliverySeconds.observe({ stage: 'dot' }, 1);
  const text = await registry.metrics();
  const steps = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}_bucket\\{le="([^"]+)"`, 'gm'))]
      .map(([, le]) => le)
      .join();
  assert.equal(
    steps('veilpost_http_request_seconds'),
    '0.001,0.0025,0.005,0.01,0.025,0.05,0.1,0.25,1,2.5,10,+Inf',
  );
  assert.equal(
    steps('veilpost_delivery_seconds'),
    '0.005,0.025,0.1,0.5,2.5,10,30,60,150,420,570,+Inf',
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_FILTER } from '#mail/filter/filter.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { action, fakeFilter } from '#support/fake-filter.ts';
import { fakeDns } from '#support/zone-resolver.ts';
import { configOf } from './config/reading.fixture.ts';
import { createFiltering } from './filtering.ts';
import { createLog } from './observe/log.ts';
import { createMetrics } from './observe/metrics.ts';
import { THIS_MACHINE } from './surroundings.ts';

test('the metrics count the answers of filter and lists, with the time of the filter in seconds; our proxies are on no list', async (t) => {
  const clock = new FakeClock();
  const fake = await fakeFilter(t, (asked, response) => {
    clock.advance(1500);
    action('reject')(asked, response);
  });
  const config = configOf({
    FILTER: `http://127.0.0.1:${fake.port}`,
    DNS_LISTS: 'bl.test',
    TRUSTED_PROXIES: '8.8.4.4',
  });
  const listed = { A: ['127.0.0.2'] };
  const { resolve } = fakeDns({ '8.8.8.8.bl.test': listed, '4.4.8.8.bl.test': listed });
  const metrics = createMetrics();
  const log = createLog({ write: () => {} }, false);
  const options = { config, metrics, log, resolve };
  const filtering = await createFiltering(options, { ...THIS_MACHINE, clock });
  t.after(() => filtering.close());
  const message = { chunks: [Buffer.from('Subject: x\r\n\r\nx\r\n')], octets: 17, eightBit: false };
  const question = { id: '1', message, sender: '', recipients: ['alias-1000@alias.test'] };
  assert.equal(await filtering.filter.ask(question), 'reject');
  assert.equal(filtering.replyFilter, NO_FILTER);
  for (const [address, kind] of [
    ['8.8.8.8', 'listed'],
    ['8.8.4.4', 'clear'],
  ] as const) {
    assert.equal((await filtering.dnsLists.of(address))?.kind, kind);
  }
  const text = await metrics.registry.metrics();
  for (const line of [
    'veilpost_filter_total{result="reject"} 1',
    'veilpost_filter_seconds_sum 1.5',
    'veilpost_dns_lists_total{result="listed"} 1',
  ]) {
    assert.ok(text.includes(`${line}\n`), line);
  }
});

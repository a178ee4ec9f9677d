import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NamesLeft } from '#store/names-left.ts';
import type { DomainCount } from '#store/store.ts';
import { countAliases } from './count-aliases.ts';
import { createLog } from '../observe/log.ts';
import { createMetrics } from '../observe/metrics.ts';

test('aliases and names left are counted by domain; while the store does not respond the last counts stay', async () => {
  const lines: string[] = [];
  const log = createLog({ write: (line) => lines.push(line) }, true);
  const metrics = createMetrics();
  let counts: () => Promise<DomainCount[]> = async () => [
    { domain: 'a.test', active: 3, inactive: 2, retired: 4 },
    { domain: 'gone.test', active: 1, inactive: 0, retired: 0 },
  ];
  const domains = ['a.test', 'b.test'];
  const space = { domains, numbers: { first: 1, last: 100 } };
  const names = new NamesLeft({ store: { countByDomain: () => counts() }, space, log });
  await countAliases(names, domains, metrics, log);
  counts = () => Promise.reject(new Error('silent'));
  await countAliases(names, domains, metrics, log);
  const text = await metrics.registry.metrics();
  for (const line of [
    'veilpost_names_left{domain="a.test"} 91',
    'veilpost_names_left{domain="b.test"} 100',
    'veilpost_aliases{domain="a.test",state="active"} 3',
    'veilpost_aliases{domain="a.test",state="inactive"} 2',
    'veilpost_aliases{domain="gone.test",state="active"} 1',
  ]) {
    assert.ok(text.includes(`${line}\n`), line);
  }
  assert.match(lines.join(''), /cannot count the aliases/);
  counts = async () => [];
  await countAliases(names, domains, metrics, log);
  assert.doesNotMatch(await metrics.registry.metrics(), /gone\.test/, 'its last alias is deleted');
});

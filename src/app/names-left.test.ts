import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DomainCount } from '#store/store.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { NamesLeft } from './names-left.ts';

function counting() {
  const lines: string[] = [];
  const metrics = createMetrics();
  let counts: DomainCount[] = [];
  let broken = false;
  const store = {
    countByDomain: async () => {
      if (broken) throw new Error('gone');
      return counts;
    },
  };
  const space = { domains: ['a.test', 'b.test'], numbers: { first: 1, last: 100 } };
  const log = createLog({ write: (line) => lines.push(line) }, true);
  const names = new NamesLeft(space, store, metrics, log);
  return {
    names,
    metrics,
    lines,
    count: async (active: number, inactive = 0) => {
      counts = [{ domain: 'a.test', active, inactive }];
      await names.refresh();
    },
    fail: () => {
      broken = true;
    },
  };
}

test('names left are told for each domain, switched-off aliases included', async () => {
  const { names, metrics, count } = counting();
  assert.equal(names.left, undefined);
  await count(10, 2);
  assert.deepEqual(names.left, [88, 100]);
  const text = await metrics.registry.metrics();
  assert.match(text, /veilpost_names_left\{domain="a\.test"\} 88/);
  assert.match(text, /veilpost_aliases\{domain="a\.test",state="inactive"\} 2/);
});

test('the operator is warned once at 50, 80 and 95 percent', async () => {
  const { lines, count } = counting();
  for (const active of [49, 50, 60, 80, 81, 100, 100]) await count(active);
  assert.deepEqual(
    lines.map((line) => /(\d+) %.* left=(\d+)/.exec(line)?.slice(1)),
    [
      ['50', '50'],
      ['80', '20'],
      ['95', '0'],
    ],
  );
});

test('a store that does not answer leaves the last count', async () => {
  const { names, lines, count, fail } = counting();
  await count(10);
  fail();
  await count(20);
  assert.deepEqual(names.left, [90, 100]);
  assert.match(lines.join(''), /cannot be counted/);
});

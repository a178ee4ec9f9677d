import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SILENT } from '#support/silent-log.ts';
import { NamesLeft } from './names-left.ts';
import type { DomainCount } from './store.ts';

/** A name space of two domains with 100 names each, counts that the test sets, and the warnings. */
function fixture() {
  const counts: DomainCount[] = [];
  const warnings: string[] = [];
  const warn = (fields: object, text: string) =>
    void warnings.push(`${JSON.stringify(fields)} ${text}`);
  const space = { domains: ['a.test', 'b.test'], numbers: { first: 100, last: 199 } };
  const store = { countByDomain: async () => counts };
  const names = new NamesLeft({ store, space, log: { ...SILENT, warn } });
  const use = (domain: string, active: number, inactive = 0, retired = 0) => {
    counts.splice(0, counts.length, ...counts.filter((count) => count.domain !== domain));
    counts.push({ domain, active, inactive, retired });
    return names.refresh();
  };
  return { names, warnings, use };
}

test('names left are counted per domain, switched-off aliases keep theirs, and a retired name is in use for good', async () => {
  const { names, use } = fixture();
  assert.equal(names.perDomain, undefined);
  assert.deepEqual(names.budget, { left: 200, total: 200 });
  await use('b.test', 7, 3);
  await use('gone.test', 50);
  assert.equal(names.counts.at(-1)?.domain, 'gone.test');
  assert.deepEqual(names.perDomain, [100, 90]);
  await use('a.test', 130);
  assert.deepEqual(names.perDomain, [0, 90]);
  assert.deepEqual(names.budget, { left: 90, total: 200 });
  await use('a.test', 1, 1, 50);
  assert.deepEqual(names.perDomain, [48, 90]);
});

test('the operator is warned once at 50, at 80 and at 95 per cent', async () => {
  const { warnings, use } = fixture();
  const heard = async (used: number) => {
    await use('a.test', used);
    return warnings.splice(0).map((warning) => /(\d+) % of/.exec(warning)?.[1]);
  };
  assert.deepEqual(await heard(49), []);
  assert.deepEqual(await heard(50), ['50']);
  assert.deepEqual(await heard(79), []);
  assert.deepEqual(await heard(80), ['80']);
  assert.deepEqual(await heard(99), ['95']);
  assert.deepEqual(await heard(100), []);
  assert.deepEqual(await heard(10), []);
  assert.deepEqual(await heard(96), ['95']);
});

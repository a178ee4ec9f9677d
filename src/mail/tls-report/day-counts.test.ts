import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DayCounts } from './day-counts.ts';

test('of one domain 20 policies are counted, each with 50 faults of named servers', () => {
  const counts = new DayCounts(() => 'id');
  for (let i = 0; i < 44; i++) {
    const row = { mode: 'enforce', mx: [`${i % 22}.test`], fetchedAt: 0, expiresAt: 1 } as const;
    const outcomes = [{ policy: { type: 'sts', row }, fault: undefined } as const];
    counts.add({ domain: 'd.test', host: 'a.test', outcomes });
  }
  const { sessions, failed, policies } = counts.domains.get('d.test') ?? assert.fail();
  assert.deepEqual([sessions, failed], [44, 0]);
  assert.deepEqual(
    [...policies.values()].map(({ successes }) => successes),
    Array.from({ length: 20 }, () => 2),
  );
  for (let i = 0; i < 60; i++) {
    const outcomes = [{ policy: { type: 'no-policy-found' }, fault: 'name' } as const];
    counts.add({ domain: 'e.test', host: `${i % 55}.test`, outcomes });
  }
  const [one] = counts.domains.get('e.test')?.policies.values() ?? [];
  const failures = [...(one?.failures.values() ?? [])];
  assert.equal(failures.length, 51);
  assert.deepEqual(failures.at(-1), { fault: 'name', host: undefined, sessions: 5 });
});

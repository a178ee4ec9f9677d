/** Every Store's promises about policies of domains (MTA-STS), on either database. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Store } from '../store.ts';
import type { StsRow } from './sts-policies.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 25);

/** @param store the open store @param open another on the same database */
export function stsPoliciesContract(store: () => Store, open: () => Promise<Store>): void {
  const policies = () => store().stsPolicies;
  const row = (domain: string, more: Partial<StsRow> = {}): StsRow => ({
    domain,
    id: 'one',
    mode: 'enforce',
    mx: ['a.test', '*.b.test'],
    fetchedAt: NOW,
    expiresAt: NOW + DAY_MS,
    usedAt: NOW,
    ...more,
  });

  test('a policy is available to every node, until it expires or another one replaces it', async () => {
    const other = await open();
    assert.equal(await policies().keep(row('kept.test')), true);
    assert.deepEqual(await other.stsPolicies.find('kept.test', NOW), row('kept.test'));
    assert.equal(await policies().find('kept.test', NOW + DAY_MS), undefined);
    await other.stsPolicies.keep(row('kept.test', { id: 'two', mode: 'testing', mx: ['c.test'] }));
    assert.deepEqual((await policies().find('kept.test', NOW))?.mx, ['c.test']);
    assert.deepEqual(await policies().count(), { enforce: 0, testing: 1 });
    await policies().drop('kept.test');
    assert.equal(await other.stsPolicies.find('kept.test', NOW), undefined);
    await other.close();
  });

  test('policies in use are due after a day, for one node; expired ones are forgotten', async () => {
    await policies().keep(row('due.test', { fetchedAt: NOW - 2 * DAY_MS }));
    await policies().keep(row('idle.test', { fetchedAt: NOW - DAY_MS, usedAt: NOW - 40 * DAY_MS }));
    await policies().keep(row('new.test'));
    const due = () => policies().due(NOW - DAY_MS + 1, NOW - 30 * DAY_MS, 10);
    const names = async () => (await due()).map(({ domain }) => domain);
    const [first] = await due();
    assert.ok(first);
    assert.deepEqual(await names(), ['due.test']);
    await policies().noteUse('idle.test', NOW);
    assert.deepEqual(await names(), ['due.test', 'idle.test']);
    assert.equal(await policies().claim(first, NOW), true);
    assert.equal(await policies().claim(first, NOW), false);
    assert.deepEqual(await names(), ['idle.test']);
    assert.equal(await policies().forgetExpired(NOW + DAY_MS), 3);
  });

  test('past 32 MB policies in testing mode or long unused are dropped, and never one in use', async () => {
    // A megabyte, which no real policy file has: 34 of them fill the table.
    const mx = ['x'.repeat(1_000_000)];
    const full = 34;
    const names = Array.from({ length: full }, (_, i) => `m${String(i).padStart(4, '0')}.test`);
    for (const domain of names.slice(0, -1)) await policies().keep(row(domain, { mx }));
    const last = names.at(-1) ?? '';
    await policies().keep(row(last, { mx, mode: 'testing', usedAt: NOW + 1 }));
    assert.equal(await policies().keep(row('one-more.test', { mx })), true);
    assert.equal((await policies().find(last, NOW))?.id, undefined);
    assert.equal(await policies().keep(row('no-room.test', { mx })), false);
    assert.equal((await policies().count()).enforce, full);
    // An existing one can change.
    assert.equal(await policies().keep(row('one-more.test', { mx, id: 'two' })), true);
    const later = row('later.test', { mx, fetchedAt: NOW + 31 * DAY_MS });
    assert.equal(await policies().keep(later), true);
    assert.ok((await policies().forgetExpired(NOW + DAY_MS)) > 0);
  });
}

/** A table that strangers have filled, with as many rows as it can have. */

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { SILENT } from '#support/silent-log.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { openSqliteStore } from '../open.ts';

const NOW = Date.UTC(2026, 10, 25);
const DAY_MS = 86_400_000;
const ROWS = 50_000;

test('of 60,000 domains with a policy 50,000 are kept, and those in use stay', async (t) => {
  const file = join(
    tempFolder((end) => t.after(end)),
    'full.sqlite',
  );
  const store = openSqliteStore(file, { now: () => NOW, log: SILENT });
  t.after(() => store.close());
  const { stsPolicies } = store;
  const row = {
    id: 'one',
    mode: 'enforce',
    mx: ['a.test'],
    fetchedAt: NOW,
    expiresAt: NOW + 365 * DAY_MS,
    usedAt: NOW,
  } as const;
  await stsPolicies.keep({ ...row, domain: 'victim.test' });
  const db = new DatabaseSync(file);
  const filled = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS - 1})
    INSERT INTO sts_policies (domain, id, mode, octets, fetched_at, expires_at, used_at, mx)
    SELECT 'd' || i || '.test', 'one', 'enforce', 20, ${NOW}, ${row.expiresAt}, ${NOW}, 'a.test' FROM n`;
  db.exec(filled);
  db.close();
  // All further ones are alike: twenty represent the ten thousand.
  for (let i = 0; i < 20; i++) {
    assert.equal(await stsPolicies.keep({ ...row, domain: `late${i}.test` }), false);
  }
  assert.deepEqual(await stsPolicies.count(), { enforce: ROWS, testing: 0 });
  assert.equal((await stsPolicies.find('victim.test', NOW))?.id, 'one');
  // A domain that no one has written to for a month is dropped.
  const later = { fetchedAt: NOW + 31 * DAY_MS, usedAt: NOW + 31 * DAY_MS };
  await stsPolicies.noteUse('victim.test', later.usedAt);
  assert.equal(await stsPolicies.keep({ ...row, ...later, domain: 'late.test' }), true);
  assert.equal((await stsPolicies.find('victim.test', NOW))?.id, 'one');
  assert.ok((await stsPolicies.count()).enforce <= ROWS);
});

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { SILENT } from '#support/silent-log.ts';
import { checkDatabase } from '../check.ts';
import { openStore } from '../open.ts';
import { earlierDatabases, rowOf } from './earlier-databases.fixture.ts';

const JANE = 'jane@mailbox.test';
const ROWS = [
  rowOf(JANE, 'alias-1000@a.test'),
  // The longest of the short names.
  rowOf('joe@mailbox.test', 'alias-999999999@a.test', false),
];
const RETIRED = "INSERT INTO retired_names VALUES ('alias-1001@a.test', 1)";

for (const [name, before] of earlierDatabases(8, ROWS, [RETIRED])) {
  test(`${name} of the version before: each address keeps one short name, and may have long ones beside it`, async () => {
    const url = await before();
    const store = await openStore(url, { now: () => Date.UTC(2026, 10, 28), log: SILENT });
    after(() => store.close());
    const insert = (real_email: string, digits: string) =>
      store.insertAlias({ real_email, alias_email: `alias-${digits}@a.test` });
    for (const digits of ['1000000000', '9999999999', '4829107735']) {
      assert.equal((await insert(JANE, digits)).kind, 'created');
    }
    const again = { kind: 'taken', column: 'real_email' };
    assert.deepEqual(await insert(JANE, '2000'), again);
    assert.deepEqual(await insert('joe@mailbox.test', '2000'), again);
    const taken = { kind: 'taken', column: 'alias_email' };
    assert.deepEqual(await insert('kim@mailbox.test', '4829107735'), taken);
    assert.equal((await insert('lee@mailbox.test', '3000000000')).kind, 'created');
    assert.equal((await insert('lee@mailbox.test', '3000')).kind, 'created');
    const long = (await store.aliasesOf(JANE)).map(({ alias }) => alias.alias_email);
    assert.equal(long.length, 4);

    await store.owners.block('alias-9999999999@a.test', 1);
    const [off] = await store.aliasesOf('lee@mailbox.test');
    await store.setActive(off?.alias.id ?? '', false, 'anybody');
    const counts = await store.countByDomain();
    const total = (column: 'active' | 'inactive') =>
      counts.reduce((sum, count) => sum + count[column], 0);
    assert.equal(counts.find(({ domain }) => domain === 'a.test')?.retired, 1);
    assert.deepEqual(
      counts.map(({ domain, active, inactive, retired }) => [domain, active + inactive, retired]),
      [
        ['+a.test', 3, 1],
        ['a.test', 3, 1],
      ],
      'names of ten digits are counted apart',
    );
    assert.deepEqual([total('active'), total('inactive')], [4, 2]);
    assert.deepEqual((await checkDatabase(url)).faults, []);
  });
}

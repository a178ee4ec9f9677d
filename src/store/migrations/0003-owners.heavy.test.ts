import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { UNCONFIRMED } from '#rules/ownership.fixture.ts';
import { SILENT } from '#support/silent-log.ts';
import { openStore } from '../open.ts';
import { earlierDatabases, rowOf } from './earlier-databases.fixture.ts';

const ALIAS = rowOf('jane@mailbox.test', 'alias-1000@a.test');

for (const [name, before] of earlierDatabases(2, [ALIAS])) {
  test(`${name} of the version before owners is migrated: its aliases are unconfirmed, and can be confirmed`, async () => {
    const store = await openStore(await before(), { now: () => 5, log: SILENT });
    after(() => store.close());
    assert.deepEqual(await store.aliasById(ALIAS.id), { alias: ALIAS, state: UNCONFIRMED });
    const counts = async () =>
      (await store.countByDomain()).map(({ active, inactive, retired }) => [
        active,
        inactive,
        retired,
      ]);
    assert.deepEqual(await counts(), [[1, 0, 0]]);
    const open = { open: true };
    assert.equal((await store.setActive(ALIAS.id, false, open))?.active, false);
    const off = { ...ALIAS, active: false };
    assert.deepEqual(await store.owners.confirm(ALIAS.real_email, 7), [off]);
    assert.equal((await store.aliasById(ALIAS.id))?.state.confirmedAt, 7);
    assert.equal(await store.setActive(ALIAS.id, true, open), undefined);
    assert.ok(await store.owners.deleteAlias(ALIAS.id, ALIAS.real_email, 8));
    assert.equal(await store.hasAliases(), true, 'mail to the last one, too, is refused for good');
    assert.deepEqual(await counts(), [[0, 0, 1]]);
  });
}

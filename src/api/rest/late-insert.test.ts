/** An insert of an owner that reaches the store after the address has changed, or the account is gone. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JANE, ownerOf } from '#support/owner.ts';

const ROW = JSON.stringify({ real_email: JANE, alias_email: 'alias-2000@a.test' });

for (const [name, end] of [
  ['the address has changed', 'change'],
  ['the account is deleted', 'delete'],
] as const) {
  test(`an insert that began before ${name} makes no confirmed alias`, async (t) => {
    const { under, call, alias } = await ownerOf((cleanUp) => t.after(cleanUp));
    const { store, time } = under;
    const { users } = store.auth;
    const jane = (await users.byEmail(JANE)) ?? assert.fail();
    assert.equal((await call('DELETE', `/rest/v1/aliases?id=eq.${alias.id}`)).status, 204);
    const insert = store.insertAlias.bind(store);
    t.mock.method(store, 'insertAlias', async (...values: Parameters<typeof insert>) => {
      if (end === 'delete') await users.delete(jane.id);
      else await users.setEmail(jane.id, JANE, 'new@mailbox.test', time.now);
      return insert(...values);
    });
    assert.equal((await call('POST', '/rest/v1/aliases', ROW)).status, 401);
    assert.deepEqual(await store.aliasNamesOf(JANE), []);
  });
}

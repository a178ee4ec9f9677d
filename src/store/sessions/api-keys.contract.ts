/** The store's promises about API keys, on either database. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { ApiKey } from './api-keys.ts';
import { inserted, NOW, type OpenedStore } from './auth-rows.fixture.ts';

const apiKey = (userId: string, changes: Partial<ApiKey> = {}): ApiKey => ({
  id: randomUUID(),
  userId,
  hash: randomUUID(),
  name: 'Bitwarden',
  scope: 'create',
  madeAt: NOW,
  usedAt: null,
  ...changes,
});

export function apiKeysContract(opened: OpenedStore): void {
  const { store } = opened;

  test('an API key is found by its hash with its user, and no longer once it is deleted', async () => {
    const user = await inserted(opened);
    const { apiKeys } = store();
    const key = apiKey(user.id, { scope: 'manage' });
    assert.ok(await apiKeys.insert(key));
    assert.ok(!(await apiKeys.insert({ ...key, id: randomUUID() })));
    assert.deepEqual(await apiKeys.byHash(key.hash), { key, user });
    await apiKeys.used(key.id, NOW + 1);
    assert.deepEqual(await apiKeys.of(user.id), [{ ...key, usedAt: NOW + 1 }]);
    const other = await inserted(opened);
    assert.ok(!(await apiKeys.delete(key.id, other.id)));
    assert.ok(await apiKeys.any());
    assert.ok(await apiKeys.delete(key.id, user.id));
    assert.equal(await apiKeys.byHash(key.hash), undefined);
  });

  test('all API keys of a user end with a change of address, and with the user', async () => {
    const ends = [
      (id: string) => store().users.delete(id),
      (id: string, email: string) => store().users.setEmail(id, email, `new-${email}`, NOW),
      (id: string) => store().apiKeys.deleteOf(id),
    ];
    for (const end of ends) {
      const user = await inserted(opened);
      const keys = [apiKey(user.id), apiKey(user.id, { madeAt: NOW + 1 })];
      for (const key of keys) await store().apiKeys.insert(key);
      assert.deepEqual(await store().apiKeys.of(user.id), keys);
      await end(user.id, user.email ?? '');
      assert.deepEqual(await store().apiKeys.of(user.id), []);
      for (const { hash } of keys) assert.equal(await store().apiKeys.byHash(hash), undefined);
    }
  });
}

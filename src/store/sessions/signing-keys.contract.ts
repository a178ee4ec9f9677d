/** The store's promises about the signing keys, on either database. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { NOW, type OpenedStore } from './auth-rows.fixture.ts';

export function signingKeysContract(opened: OpenedStore): void {
  const { store } = opened;

  test('a signing key is made once in its period, sealed again and deleted', async () => {
    const { signingKeys } = store();
    const key = { kid: randomUUID(), sealed: 'a', createdAt: NOW };
    assert.ok(await signingKeys.insert(key, NOW - 1));
    assert.ok(!(await signingKeys.insert({ ...key, kid: randomUUID() }, NOW - 1)));
    await signingKeys.reseal(key.kid, 'b');
    assert.deepEqual(await signingKeys.all(), [{ ...key, sealed: 'b' }]);
    await signingKeys.delete(key.kid);
    assert.deepEqual(await signingKeys.all(), []);
  });
}

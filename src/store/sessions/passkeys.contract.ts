/** The store's promises about the passkeys, on either database. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { SHARED_COUNTER } from './passkeys.ts';
import { NOW, inserted, type OpenedStore } from './auth-rows.fixture.ts';

export function passkeysContract(opened: OpenedStore): void {
  const { store } = opened;

  test('a passkey whose counter goes back is rejected; one without a counter, or with a shared one, is accepted', async () => {
    const { id: userId } = await inserted(opened);
    const { passkeys } = store();
    const one = {
      id: randomUUID(),
      userId,
      credential: randomUUID(),
      publicKey: 'k',
      counter: 0,
      name: null,
      createdAt: NOW,
      lastUsedAt: null,
    };
    assert.ok(await passkeys.insert(one));
    assert.ok(!(await passkeys.insert({ ...one, id: randomUUID() })));
    assert.ok(await passkeys.used(one.id, 0, NOW));
    assert.ok(await passkeys.used(one.id, 5, NOW));
    assert.ok(!(await passkeys.used(one.id, 5, NOW)));
    assert.ok(!(await passkeys.used(one.id, 0, NOW)));
    const shared = { ...one, id: randomUUID(), credential: randomUUID(), counter: SHARED_COUNTER };
    assert.ok(await passkeys.insert(shared));
    for (let n = 0; n < 2; n++) assert.ok(await passkeys.used(shared.id, SHARED_COUNTER, NOW));
    assert.equal((await passkeys.byCredential(shared.credential))?.counter, SHARED_COUNTER);
    assert.equal((await passkeys.rename(one.id, userId, 'key'))?.name, 'key');
    assert.equal((await passkeys.byCredential(one.credential))?.counter, 5);
    assert.ok(await passkeys.delete(one.id, userId));
  });
}

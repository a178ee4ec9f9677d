/** The store's promises about the flows of PKCE and of providers, on either database. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { flow, NOW, inserted, type OpenedStore } from './auth-rows.fixture.ts';

export function flowsContract(opened: OpenedStore): void {
  const { store } = opened;

  test('a flow is answered once, and its code is exchanged once', async () => {
    const { id: userId } = await inserted(opened);
    const asked = flow(NOW + 300_000);
    const { flows } = store();
    await flows.insert(asked);
    assert.equal(await flows.use(asked.id, NOW + 300_000), undefined);
    assert.deepEqual(await flows.use(asked.id, NOW), { ...asked, used: true });
    assert.equal(await flows.use(asked.id, NOW), undefined);
    assert.ok((await flows.find(asked.id))?.used);
    const code = { authCode: randomUUID(), userId, until: NOW + 1 };
    await flows.setCode(asked.id, code);
    assert.deepEqual(await flows.takeCode(code.authCode), { ...asked, ...code, used: true });
    assert.equal(await flows.takeCode(code.authCode), undefined);
  });
}

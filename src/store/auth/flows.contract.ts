/** The store's promises about the flows of PKCE and of providers, on either database. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { NOW, inserted, type OpenedStore } from './auth-rows.fixture.ts';

export function flowsContract(opened: OpenedStore): void {
  const { store } = opened;

  test('a flow is answered once, and its code is exchanged once', async () => {
    const { id: userId } = await inserted(opened);
    const flow = {
      id: randomUUID(),
      provider: 'p',
      challenge: null,
      authCode: null,
      userId: null,
      linking: null,
      redirectTo: '/x',
      sealed: 's',
      used: false,
      until: NOW + 300_000,
    };
    const { flows } = store();
    await flows.insert(flow);
    assert.equal(await flows.use(flow.id, NOW + 300_000), undefined);
    assert.deepEqual(await flows.use(flow.id, NOW), { ...flow, used: true });
    assert.equal(await flows.use(flow.id, NOW), undefined);
    assert.ok((await flows.find(flow.id))?.used);
    const code = { authCode: randomUUID(), userId, until: NOW + 1 };
    await flows.setCode(flow.id, code);
    assert.deepEqual(await flows.takeCode(code.authCode), { ...flow, ...code, used: true });
    assert.equal(await flows.takeCode(code.authCode), undefined);
  });
}

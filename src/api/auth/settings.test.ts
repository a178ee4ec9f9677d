import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { authUnderTest } from '#support/auth.ts';

test('a monitor can read the health of auth/v1 without the public key, and nothing else', async () => {
  const { api } = await authUnderTest(after);
  const asked = async (path: string) => (await api.request(`/auth/v1/${path}`)).status;
  assert.equal(await asked('health'), 200);
  assert.deepEqual(await Promise.all(['settings', 'user', 'nothing'].map(asked)), [401, 401, 401]);
});

/** A session that another node ended less than a second ago, and what it would leave behind. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openFacility } from '#auth/facility.ts';
import { apiUnderTest } from '#support/api.ts';
import { JANE, type Owner } from '#support/owner.ts';
import { manyAliasesOf, severalAliases } from '#support/several-aliases.ts';
import { PUBLIC_URL } from '#support/auth.ts';

/** A second node over the owner's database, which has just seen the owner's session. */
async function secondNode({ under, token }: Owner) {
  const { store, time, facility, letters } = under;
  const now = () => time.now;
  const second = await openFacility({
    store: store.auth,
    secrets: ['a secret for tests'],
    publicUrl: PUBLIC_URL,
    switches: facility.switches,
    letters,
    aliases: facility.aliases,
    fetch,
    now,
    onFault: (error) => {
      throw error;
    },
  });
  const { send } = await apiUnderTest(() => {}, {
    store,
    now,
    ownership: { mode: 'confirmed', since: 1 },
    auth: { facility: second },
    manyAliases: manyAliasesOf(store, now),
  });
  const headers = { authorization: `Bearer ${token}` };
  const call = (method: string, path: string, body?: object) =>
    send(method, path, body && JSON.stringify(body), headers);
  assert.equal((await call('GET', '/functions/v1/aliases')).status, 200);
  return call;
}

const ENDS: [name: string, end: (owner: Owner) => Promise<unknown>][] = [
  [
    'sign-out everywhere',
    async ({ visitor }) => (await visitor()).client.signOut({ scope: 'global' }),
  ],
  [
    'a change of address',
    async ({ under: { store, time } }) => {
      const user = (await store.auth.users.byEmail(JANE)) ?? assert.fail();
      await store.auth.users.setEmail(user.id, JANE, 'new@mailbox.test', time.now, {
        sessions: 'end',
      });
    },
  ],
];

for (const [name, end] of ENDS) {
  test(`a session that ${name} has ended on another node makes no key and no device code`, async () => {
    const owner = await severalAliases(after);
    const { apiKeys, oneTime, users } = owner.under.store.auth;
    const { id } = (await users.byEmail(JANE)) ?? assert.fail();
    const call = await secondNode(owner);
    await end(owner);
    const key = { name: 'x', scope: 'delete' };
    assert.equal((await call('POST', '/functions/v1/api-keys', key)).status, 401);
    assert.deepEqual(await apiKeys.of(id), []);
    assert.equal((await call('POST', '/functions/v1/device-code', {})).status, 401);
    assert.equal(await oneTime.find(id, 'device'), undefined);
  });

  test(`a session that ${name} has ended on another node gives the account no password and no factor`, async () => {
    const switches = { passwords: true, anonymous: false, autoconfirm: false };
    const owner = await severalAliases(after, {}, { switches });
    const { users, factors } = owner.under.store.auth;
    const { id } = (await users.byEmail(JANE)) ?? assert.fail();
    const call = await secondNode(owner);
    await end(owner);
    const password = { password: 'a password of a thief' };
    const refused = async (method: string, path: string, body: object) => {
      const { status, json } = await call(method, `/auth/v1/${path}`, body);
      assert.deepEqual([status, json.error_code], [403, 'session_not_found'], path);
    };
    await refused('PUT', 'user', password);
    await refused('POST', 'factors', { factor_type: 'totp' });
    await refused('POST', `factors/${id}/verify`, { challenge_id: id, code: '123456' });
    await refused('POST', 'passkeys/registration/options', {});
    await refused('POST', 'passkeys/registration/verify', { challenge_id: id });
    assert.equal((await users.byId(id))?.password, null);
    assert.deepEqual(await factors.of(id), []);
  });
}

/** A session that another node ended less than a second ago, and what it would leave behind. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { JANE, type Owner } from '#support/owner.ts';
import { severalAliases } from '#support/several-aliases.ts';

/** What another node does, of which this one learns from the store alone. */
const ENDS: Record<string, (owner: Owner) => Promise<unknown>> = {
  'sign-out everywhere': ({ under, userId }) => under.store.auth.sessions.deleteAllOf(userId),
  'a change of address': ({ under: { store, time }, userId }) =>
    store.auth.users.setEmail(userId, JANE, 'new@mailbox.test', time.now, { sessions: 'end' }),
};

for (const [name, end] of Object.entries(ENDS)) {
  test(`a session that ${name} has ended on another node makes no key, device code, password or factor`, async () => {
    const switches = { passwords: true, anonymous: false, autoconfirm: false };
    const owner = await severalAliases(after, {}, { switches });
    const { call, under, userId: id } = owner;
    const { apiKeys, oneTime, users, factors } = under.store.auth;
    assert.equal((await call('GET', '/functions/v1/aliases')).status, 200, 'it is remembered');
    await end(owner);
    for (const [what, path, body, refused] of [
      ['POST', '/functions/v1/api-keys', { name: 'x', scope: 'delete' }, '401 PGRST301'],
      ['POST', '/functions/v1/device-code', {}, '401 PGRST301'],
      ['PUT', '/auth/v1/user', { password: 'a password of a thief' }, '403 session_not_found'],
      ['POST', '/auth/v1/factors', { factor_type: 'totp' }, '403 session_not_found'],
      [
        'POST',
        `/auth/v1/factors/${id}/verify`,
        { challenge_id: id, code: '123456' },
        '403 session_not_found',
      ],
      ['POST', '/auth/v1/passkeys/registration/options', {}, '403 session_not_found'],
      [
        'POST',
        '/auth/v1/passkeys/registration/verify',
        { challenge_id: id },
        '403 session_not_found',
      ],
    ] as const) {
      const { status, json } = await call(what, path, JSON.stringify(body));
      assert.equal(`${status} ${String(json.error_code ?? json.code)}`, refused, path);
    }
    assert.deepEqual([await apiKeys.of(id), await factors.of(id)], [[], []]);
    assert.equal(await oneTime.find(id, 'device'), undefined);
    assert.equal((await users.byId(id))?.password, null);
  });
}

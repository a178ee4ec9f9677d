/** A session that has ended while its call's body was held back, or on another node a moment ago, leaves nothing behind. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ANON_KEY } from '#support/api.ts';
import { JANE, listed, type Owner, severalAliases } from '#support/owner.ts';
import { newSession } from '#support/signed-in.ts';
import { type KeyHolder, keyHolder, newKey } from './compat/key-holder.fixture.ts';

type Held = { method: string; path: string; body: string; headers: Record<string, string> };

/** Sends a request; its body follows once `meanwhile` is done. @returns the status */
async function sendHeld(
  { under }: KeyHolder,
  { method, path, body, headers }: Held,
  framing: 'length' | 'chunks',
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  const octets = Buffer.from(body);
  const stream = new ReadableStream(
    {
      // Called when the api reads the body.
      async pull(controller) {
        await meanwhile();
        controller.enqueue(octets);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const framed =
    framing === 'length'
      ? { 'content-length': String(octets.length) }
      : { 'transfer-encoding': 'chunked' };
  const all = { apikey: ANON_KEY, 'content-type': 'application/json', ...framed, ...headers };
  const answer = await under.api.request(path, {
    method,
    headers: all,
    body: stream,
    duplex: 'half',
  });
  return answer.status;
}

const SWITCHES = { passwords: true, anonymous: false, autoconfirm: false };

test('a session that ends before a body has arrived makes and changes nothing', async () => {
  const holder = await keyHolder(after, 'delete', {}, { switches: SWITCHES });
  const { under, alias } = holder;
  const { auth } = under.store;
  for (const [method, path, body, framing] of [
    ['POST', '/functions/v1/api-keys', { name: 'x', scope: 'delete' }, 'length'],
    ['POST', '/functions/v1/aliases', {}, 'length'],
    ['POST', '/functions/v1/aliases', {}, 'chunks'],
    ['PATCH', `/rest/v1/aliases?id=eq.${alias.id}`, { active: false }, 'length'],
    ['PUT', '/auth/v1/user', { password: 'a password of a thief' }, 'length'],
    ['PUT', '/auth/v1/user', { password: 'a password of a thief' }, 'chunks'],
    ['POST', '/auth/v1/factors', { factor_type: 'totp' }, 'length'],
  ] as const) {
    const { userId, token } = await newSession(under, JANE);
    const headers = { authorization: `Bearer ${token}` };
    const held = { method, path, headers, body: JSON.stringify(body) };
    const end = () => under.facility.sessions.endEverything(userId);
    const status = await sendHeld(holder, held, framing, end);
    const left = {
      refused: status === 401 || status === 403,
      keys: (await auth.apiKeys.of(userId)).length,
      factors: (await auth.factors.of(userId)).length,
      password: (await auth.users.byId(userId))?.password,
      aliases: (await under.store.aliasesOf(JANE)).map((one) => one.alias.active),
    };
    const nothing = { refused: true, keys: 0, factors: 0, password: null, aliases: [true] };
    assert.deepEqual(left, nothing, `${path} ${framing}`);
  }
});

test('a key that is revoked before a body has arrived makes no alias', async () => {
  const holder = await keyHolder(after, 'create');
  const { call, under, userId } = holder;
  for (const [path, body, framing] of [
    ['/api/alias/random/new', {}, 'length'],
    ['/api/v1/aliases', { domain: 'a.test' }, 'chunks'],
  ] as const) {
    const key = await newKey(holder, 'create');
    const headers = { authentication: key, authorization: `Bearer ${key}` };
    const held = { method: 'POST', path, headers, body: JSON.stringify(body) };
    const end = async () => {
      for (const { id } of await under.store.auth.apiKeys.of(userId)) {
        await call('DELETE', `/functions/v1/api-keys?id=${id}`);
      }
    };
    assert.equal(await sendHeld(holder, held, framing, end), 401);
    assert.equal(listed(await call('GET', '/functions/v1/aliases')).length, 1);
  }
});

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

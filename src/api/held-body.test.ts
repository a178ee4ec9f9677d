/** A caller may hold back a request's body: who calls is decided once it has arrived. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { listed } from '#support/several-aliases.ts';
import { ANON_KEY } from '#support/api.ts';
import { JANE } from '#support/owner.ts';
import { type KeyHolder, keyHolder } from './compat/key-holder.fixture.ts';

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

for (const framing of ['length', 'chunks'] as const) {
  test(`a session that ends before a body with ${framing} has arrived makes and changes nothing`, async () => {
    const calls = (id: string): [method: string, path: string, body: object][] => [
      ['POST', '/functions/v1/api-keys', { name: 'x', scope: 'delete' }],
      ['POST', '/functions/v1/aliases', {}],
      ['PATCH', `/rest/v1/aliases?id=eq.${id}`, { active: false }],
      ['PUT', '/auth/v1/user', { password: 'a password of a thief' }],
      ['POST', '/auth/v1/factors', { factor_type: 'totp' }],
    ];
    for (const index of calls('').keys()) {
      const holder = await keyHolder(after, 'delete', {}, { switches: SWITCHES });
      const { under, token, visitor, alias } = holder;
      const [method, path, body] = calls(alias.id)[index] ?? assert.fail();
      const headers = { authorization: `Bearer ${token}` };
      const held = { method, path, headers, body: JSON.stringify(body) };
      const end = async () => (await visitor()).client.signOut({ scope: 'global' });
      const status = await sendHeld(holder, held, framing, end);
      const { auth } = under.store;
      const user = (await auth.users.byEmail(JANE)) ?? assert.fail();
      const left = {
        refused: status === 401 || status === 403,
        keys: (await auth.apiKeys.of(user.id)).length,
        factors: (await auth.factors.of(user.id)).length,
        password: user.password,
        aliases: (await under.store.aliasesOf(JANE)).map(({ alias: { active } }) => active),
      };
      const nothing = { refused: true, keys: 0, factors: 0, password: null, aliases: [true] };
      assert.deepEqual(left, nothing, path);
    }
  });

  test(`a key that is revoked before a body with ${framing} has arrived makes no alias`, async () => {
    for (const [path, body] of [
      ['/api/alias/random/new', {}],
      ['/api/v1/aliases', { domain: 'a.test' }],
    ] as const) {
      const holder = await keyHolder(after, 'create');
      const { key, call, under } = holder;
      const [made] = await under.store.auth.apiKeys.of(
        (await under.store.auth.users.byEmail(JANE))?.id ?? '',
      );
      const headers = { authentication: key, authorization: `Bearer ${key}` };
      const held = { method: 'POST', path, headers, body: JSON.stringify(body) };
      const end = () => call('DELETE', `/functions/v1/api-keys?id=${made?.id}`);
      assert.equal(await sendHeld(holder, held, framing, end), 401);
      assert.equal(listed(await call('GET', '/functions/v1/aliases')).length, 1);
    }
  });
}

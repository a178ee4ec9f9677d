import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isApiKey } from '#auth/tokens/api-key.ts';
import { forgetFactorsOf } from '#auth/factors/forgetting-factors.ts';
import { isObject } from '#api/body.ts';
import { StoreUnavailable } from '#store/errors.ts';
import { JANE, type Owner, ownerOf, severalAliases } from '#support/owner.ts';
import { keyHolder } from '../compat/key-holder.fixture.ts';

const CALL = '/functions/v1/api-keys';
const wanted = (name: unknown, scope: unknown = 'create') => JSON.stringify({ name, scope });

async function listed({ call }: Owner): Promise<Record<string, unknown>[]> {
  const { json } = await call('GET', CALL);
  return Array.isArray(json.keys) ? json.keys.filter(isObject) : [];
}

test('an API key is shown once, its owner is notified, and the database holds no part of it', async () => {
  const owner = await severalAliases(after);
  const { call, under } = owner;
  const { status, json } = await call('POST', CALL, wanted(' Bitwarden ', 'manage'));
  const { key, id, ...rest } = json;
  assert.ok(status === 201 && typeof key === 'string' && isApiKey(key));
  const made_at = new Date(under.time.now).toISOString();
  assert.deepEqual(rest, { name: 'Bitwarden', scope: 'manage', made_at, used_on: null });
  assert.deepEqual(await listed(owner), [{ id, ...rest }]);
  assert.deepEqual(under.letters.notices, [{ notice: 'api-key-added', to: JANE }]);
  const [stored] = await under.store.auth.apiKeys.of(
    (await under.store.auth.users.byEmail(JANE))?.id ?? '',
  );
  assert.ok(stored !== undefined && !JSON.stringify(stored).includes(key.slice(8, 20)));
  assert.ok(!JSON.stringify(under.logged).includes(key.slice(8, 20)));
});

test('a revoked key ends with the next call', async () => {
  const holder = await keyHolder(after);
  const { call, simpleLogin } = holder;
  assert.equal((await simpleLogin('GET', '/user_info')).status, 200);
  const [{ id } = {}] = await listed(holder);
  assert.equal((await call('DELETE', `${CALL}?id=${String(id)}`)).status, 200);
  assert.equal((await simpleLogin('GET', '/user_info')).status, 401);
  assert.equal((await call('DELETE', `${CALL}?id=${String(id)}`)).status, 404);
});

test('the day of the last use of a key is shown, and written once a day', async () => {
  const holder = await keyHolder(after);
  const { under, simpleLogin } = holder;
  const user = await under.store.auth.users.byEmail(JANE);
  const usedAt = async () => (await under.store.auth.apiKeys.of(user?.id ?? ''))[0]?.usedAt;
  const first = under.time.now;
  await simpleLogin('GET', '/user_info');
  const day = new Date(first).toISOString().slice(0, 10);
  assert.deepEqual([(await listed(holder))[0]?.used_on, await usedAt()], [day, first]);
  under.time.now = Date.parse(day) + 86_400_000 - 1;
  await simpleLogin('GET', '/user_info');
  assert.equal(await usedAt(), first);
  under.time.now += 1;
  await simpleLogin('GET', '/user_info');
  assert.equal(await usedAt(), Date.parse(day) + 86_400_000);
});

test('sign-out everywhere, a change of address, lost second factors and deletion end all keys of a person', async () => {
  const ends: ((owner: Owner, userId: string) => Promise<unknown>)[] = [
    async ({ visitor }) => (await visitor()).client.signOut({ scope: 'global' }),
    ({ under }, id) =>
      under.store.auth.users.setEmail(id, JANE, 'new@mailbox.test', under.time.now),
    ({ under }, id) => forgetFactorsOf(under.store.auth, id, under.time.now),
    ({ call }) => call('DELETE', '/auth/v1/user'),
  ];
  for (const end of ends) {
    const holder = await keyHolder(after);
    const { under, simpleLogin } = holder;
    const user = await under.store.auth.users.byEmail(JANE);
    await end(holder, user?.id ?? assert.fail());
    assert.equal((await simpleLogin('GET', '/user_info')).status, 401, String(end));
  }
  const holder = await keyHolder(after);
  await (await holder.visitor()).client.signOut({ scope: 'local' });
  assert.equal((await holder.simpleLogin('GET', '/user_info')).status, 200);
});

test('an alias that a program makes during ‘delete everything’ is deleted with its owner, even if the service is killed then', async (t) => {
  const { under, simpleLogin, call } = await keyHolder(after);
  const { users } = under.store.auth;
  const deletion = users.delete;
  t.mock.method(users, 'delete', async (...given: Parameters<typeof deletion>) => {
    assert.equal((await simpleLogin('POST', '/alias/random/new')).status, 201);
    await deletion(...given);
    throw new StoreUnavailable('killed');
  });
  assert.equal((await call('DELETE', '/auth/v1/user')).status, 503);
  assert.deepEqual(await under.store.aliasesOf(JANE), []);
});

test('a person has ten keys at most, each with a name and a scope', async () => {
  const owner = await severalAliases(after);
  for (const body of [
    wanted(''),
    wanted('x'.repeat(61)),
    wanted('a\nb'),
    wanted(1),
    wanted('x', 'all'),
    '[]',
  ]) {
    const { status, json } = await owner.call('POST', CALL, body);
    assert.deepEqual([status, json.code], [400, '23514'], body);
  }
  // Of twelve at once: keys.contract.
  for (let i = 0; i < 11; i++) {
    const { status } = await owner.call('POST', CALL, wanted(`${i}`));
    assert.equal(status, i < 10 ? 201 : 422);
  }
  assert.equal((await listed(owner)).length, 10);
});

test('strangers learn nothing about keys, and without several aliases there are none', async () => {
  const owner = await severalAliases(after);
  for (const method of ['GET', 'POST', 'DELETE']) {
    const body = method === 'POST' ? wanted('x') : undefined;
    assert.equal((await owner.under.send(method, CALL, body)).status, 404);
  }
  const free = await ownerOf(after);
  assert.equal((await free.call('GET', CALL)).status, 404);
  assert.equal((await free.call('POST', CALL, wanted('x'))).status, 404);
});

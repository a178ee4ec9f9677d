import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { StoreUnavailable } from '#store/errors.ts';
import { authUnderTest } from '#support/auth.ts';
import { signedIn } from '#support/signed-in.ts';

test('the session has the six fields of the specification', async () => {
  const under = await authUnderTest(after);
  const { client } = await signedIn(under);
  const { refresh_token } = (await client.getSession()).data.session ?? {};
  const body = JSON.stringify({ refresh_token });
  const { status, json } = await under.send(
    'POST',
    '/auth/v1/token?grant_type=refresh_token',
    body,
  );
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(json), [
    'access_token',
    'token_type',
    'expires_in',
    'expires_at',
    'refresh_token',
    'user',
  ]);
  const ends = Math.floor(under.time.now / 1000) + 3600;
  assert.deepEqual([json.token_type, json.expires_in, json.expires_at], ['bearer', 3600, ends]);
});

test('the stock client reads its user and refreshes its session', async () => {
  const under = await authUnderTest(after);
  const { client, userId } = await signedIn(under);
  await under.facility.accounts.describe(userId, { name: 'Jane' });
  const { data } = await client.getUser();
  assert.equal(data.user?.id, userId);
  assert.equal(data.user?.email, 'jane@mailbox.test');
  assert.deepEqual(data.user?.app_metadata, { provider: 'email', providers: ['email'] });
  assert.deepEqual(data.user?.user_metadata, { name: 'Jane' });
  assert.equal(data.user?.last_sign_in_at, new Date(under.time.now).toISOString());
  assert.ok(!('factors' in (data.user ?? {})), 'as in GoTrue, absent if there is none');
  const { data: refreshed, error } = await client.refreshSession();
  assert.equal(error, null);
  assert.ok(refreshed.session);
  const claims = await client.getClaims(refreshed.session.access_token);
  assert.equal(claims.data?.claims.sub, userId);
});

test('after a logout the token is refused at once, local, others and global', async () => {
  const under = await authUnderTest(after);
  const browsers = [await signedIn(under), await signedIn(under), await signedIn(under)];
  const [one, two, three] = browsers;
  assert.ok(one && two && three);
  const token = async ({ client }: typeof one) => (await client.getSession()).data.session;
  const kept = await Promise.all(browsers.map(token));
  const asked = async () =>
    Promise.all(
      kept.map(async (session) => {
        const authorization = `Bearer ${session?.access_token}`;
        const { json } = await under.send('GET', '/auth/v1/user', undefined, { authorization });
        return json.error_code ?? 'ok';
      }),
    );
  assert.deepEqual(await asked(), ['ok', 'ok', 'ok']);
  await one.client.signOut({ scope: 'local' });
  assert.deepEqual(await asked(), ['session_not_found', 'ok', 'ok']);
  await two.client.signOut({ scope: 'others' });
  assert.deepEqual(await asked(), ['session_not_found', 'ok', 'session_not_found']);
  const four = await signedIn(under);
  await two.client.signOut();
  assert.deepEqual(await asked(), Array(3).fill('session_not_found'));
  assert.notEqual((await four.client.getUser()).error, null, 'it is global');
});

test('only the key set and the health are read without the public key', async () => {
  const { api } = await authUnderTest(after);
  for (const path of ['settings', 'user', 'nothing']) {
    assert.equal((await api.request(`/auth/v1/${path}`)).status, 401, path);
  }
  assert.equal((await api.request('/auth/v1/health')).status, 200);
  const keys = await api.request('/auth/v1/.well-known/jwks.json');
  assert.equal(keys.status, 200);
  assert.equal(keys.headers.get('cache-control'), 'public, max-age=600');
});

test('unsupported bases of the specification answer with that error', async () => {
  const { send } = await authUnderTest(after);
  for (const base of ['realtime', 'storage']) {
    const { status, json } = await send('GET', `/${base}/v1/anything`);
    assert.deepEqual([status, json.code], [404, 'not_offered']);
    assert.equal((await send('GET', `/${base}/v1/x`, undefined, { apikey: 'x' })).status, 401);
  }
});

test('the stock client refreshes its session once less than 90 s are left of its hour, and a database that was silent signs no one out', async (t) => {
  const now = Date.UTC(2026, 10, 22, 12);
  t.mock.timers.enable({ apis: ['Date'], now });
  const under = await authUnderTest(after, { now: () => Date.now() });
  const { client } = await signedIn(under);
  const token = async () => (await client.getSession()).data.session?.access_token;
  const first = await token();
  t.mock.timers.setTime(now + 3_510_000);
  assert.equal(await token(), first);
  t.mock.timers.setTime(now + 3_510_001);
  const { sessions } = under.facility.store;
  const silent = async () => assert.fail(new StoreUnavailable('silent'));
  const { mock } = t.mock.method(sessions, 'advance', silent, { times: 1 });
  assert.notEqual((await token()) ?? first, first);
  assert.equal(mock.callCount(), 1, 'it was silent once');
});

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test, type TestContext } from 'node:test';
import { ANON_KEY } from '#support/api.ts';
import { authUnderTest, PUBLIC_URL } from '#support/auth.ts';
import { until } from '#support/sending.ts';
import { signedIn } from '#support/signed-in.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { AuthClient } from '@supabase/auth-js';

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
  const state = async () =>
    Promise.all(browsers.map(async ({ client }) => (await client.getUser()).error?.code ?? 'ok'));
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
  assert.deepEqual(await state(), ['ok', 'ok', 'ok']);
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

const NOW = Date.UTC(2026, 10, 22, 12);

/** The stock client on a stopped clock, signed in, and the moments of its refreshes in milliseconds. */
async function clientOnFakeClock(t: TestContext, answering: () => boolean) {
  // The embedded database whatever TEST_DATABASE is: a driver's own timers would stop as well.
  const database = `sqlite:${join(tempFolder(after), 'veilpost.sqlite')}`;
  const under = await authUnderTest(after, { now: () => Date.now(), database });
  t.mock.timers.enable({ apis: ['Date', 'setTimeout', 'setInterval'], now: NOW });
  const refreshes: number[] = [];
  /** Requests that are not answered yet. */
  const asking = new Set<Promise<Response>>();
  const client = new AuthClient({
    url: `${PUBLIC_URL}/auth/v1`,
    headers: { apikey: ANON_KEY },
    autoRefreshToken: false,
    persistSession: false,
    fetch: async (input, init) => {
      const url = input instanceof Request ? input.url : input.toString();
      const isRefresh = url.includes('/token?');
      if (isRefresh) refreshes.push(Date.now() - NOW);
      if (isRefresh && !answering()) {
        return new Response('{"code":503,"error_code":"unexpected_failure"}', { status: 503 });
      }
      const answer = Promise.resolve(under.api.request(input, init));
      asking.add(answer);
      try {
        return await answer;
      } finally {
        asking.delete(answer);
      }
    },
  });
  const user = await under.facility.accounts.findOrMake('jane@mailbox.test');
  const answer = await under.facility.accounts.signIn(user.id, 'otp', true);
  assert.ok(answer);
  const session = { access_token: answer.accessToken, refresh_token: answer.refreshToken };
  assert.equal((await client.setSession(session)).error, null);
  /** Advances the clock in steps, and completes the work that falls due in each. */
  const pass = async (ms: number, step: number) => {
    for (let passed = 0; passed < ms; passed += step) {
      t.mock.timers.tick(step);
      for (let turn = 0; turn < 10; turn++) {
        do await new Promise(setImmediate);
        while (asking.size > 0);
      }
    }
  };
  t.after(() => client.stopAutoRefresh());
  return { client, refreshes, pass };
}

test('the session is checked every 30 s, and refreshed once 90 s or less are left of its hour', async (t) => {
  const { client, refreshes, pass } = await clientOnFakeClock(t, () => true);
  await client.startAutoRefresh();
  await pass(7_200_000, 30_000);
  // 90 s before the end of each hour.
  assert.deepEqual(refreshes, [3_510_000, 7_020_000]);
  assert.ok((await client.getUser()).data.user, 'two hours later the visitor is signed in');
});

test('a server that was silent and responds again signs no one out', async (t) => {
  let silent = true;
  const { client, refreshes, pass } = await clientOnFakeClock(t, () => !silent);
  const refreshed = client.refreshSession();
  await until(() => refreshes.length === 1);
  silent = false;
  await pass(1000, 100);
  assert.equal((await refreshed).error, null);
});

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { AuthClient } from '@supabase/auth-js';
import { ANON_KEY } from '#support/api.ts';
import { authUnderTest, PUBLIC_URL } from '#support/auth.ts';
import { until } from '#support/sending.ts';
import { tempFolder } from '#support/temp-folder.ts';

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
  return { client, refreshes, pass, answer };
}

test('the session is checked every 30 s, and refreshed once 90 s or less are left of its hour', async (t) => {
  const { client, refreshes, pass } = await clientOnFakeClock(t, () => true);
  await client.startAutoRefresh();
  await pass(7_200_000, 30_000);
  // 90 s before the end of each hour.
  assert.deepEqual(refreshes, [3_510_000, 7_020_000]);
  assert.ok((await client.getUser()).data.user, 'two hours later the visitor is signed in');
});

test('while the server is silent the client retries after 200 ms, doubling, within 30 s', async (t) => {
  const { client, refreshes, pass } = await clientOnFakeClock(t, () => false);
  const refreshed = client.refreshSession();
  await until(() => refreshes.length === 1);
  await pass(30_000, 100);
  const { error } = await refreshed;
  assert.equal(error?.status, 503);
  const pauses = refreshes.slice(1).map((at, i) => at - (refreshes[i] ?? 0));
  assert.deepEqual(pauses, [200, 400, 800, 1600, 3200, 6400, 12_800]);
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

for (const [age, warnings] of [
  [119, 0],
  [120, 1],
] as const) {
  test(`a session from the URL is ${warnings ? 'stale' : 'fresh'} ${age} s after it was issued`, async (t) => {
    const { answer } = await clientOnFakeClock(t, () => true);
    const warn = t.mock.method(console, 'warn', () => {});
    const fragment = new URLSearchParams({
      access_token: answer.accessToken,
      refresh_token: answer.refreshToken,
      expires_in: String(answer.expiresIn),
      expires_at: String(answer.expiresAt),
      token_type: 'bearer',
    });
    t.mock.timers.tick(age * 1000);
    // The stock client only reads the URL of a browser's window.
    const hash = `#${fragment.toString()}`;
    const window = { location: { href: `${PUBLIC_URL}/${hash}`, hash } };
    const globals = Object.assign(globalThis, { window, document: {} });
    t.after(() => {
      for (const name of ['window', 'document']) Reflect.deleteProperty(globals, name);
    });
    const client = new AuthClient({
      url: `${PUBLIC_URL}/auth/v1`,
      headers: { apikey: ANON_KEY },
      autoRefreshToken: false,
      persistSession: false,
      detectSessionInUrl: true,
      fetch: async () => new Response('{"id":"x"}', { status: 200 }),
    });
    await client.initialize();
    const stale = warn.mock.calls.filter(({ arguments: [text] }) =>
      /over 120s ago/.test(String(text)),
    );
    assert.equal(stale.length, warnings);
  });
}

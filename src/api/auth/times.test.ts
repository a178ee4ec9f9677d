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

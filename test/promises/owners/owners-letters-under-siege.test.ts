/** Strangers use up every notification that they can, and an owner still gets hers. */

import assert from 'node:assert/strict';
import { AuthClient } from '@supabase/auth-js';
import { after, test } from 'node:test';
import { trustedProxyList } from '#api/limits/client-address.ts';
import { LIMITS } from '#api/limits/limits.ts';
import { limiting } from '#api/limits/limiting.fixture.ts';
import { createHttpServer } from '#app/http/server.ts';
import { ANON_KEY, read } from '#support/api.ts';
import { PUBLIC_URL } from '#support/auth.ts';
import { Authenticator } from '#support/authenticator.ts';
import { confirming, tokenOf } from '#support/confirming.ts';
import { serveOnLoopback } from '#support/loopback.ts';

const JANE = 'jane@company.test';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** 15 clients from six networks, each with its own address. */
const CLIENTS = Array.from({ length: 15 }, (_, i) => `${20 + (i % 6)}.7.${i}.9`);
const HER = '192.0.2.7';
const TARGETS = ['jane@', '"jane"@', 'jane+shop@', 'JANE+', 'invented'];

/** Two nodes with a proxy, whose calls are not limited: here only the limits of emails stop strangers. */
async function siege() {
  const limits = { ...LIMITS, auth_letter: [] };
  const all = await confirming(after, 2, {
    rateLimits: limiting({ limits }),
    trustedProxies: trustedProxyList(['127.0.0.1']),
  });
  const ports = await Promise.all(
    all.nodes.map(({ api }) => serveOnLoopback(createHttpServer(api.fetch), after)),
  );
  /** A call of a browser. @param from its address */
  const call = (path: string, body: object, from: string, cookie = '', node = 0) =>
    fetch(`http://127.0.0.1:${ports[node]}/auth/v1/${path}`, {
      method: 'POST',
      headers: {
        apikey: ANON_KEY,
        'content-type': 'application/json',
        'x-forwarded-for': from,
        ...(cookie !== '' && { cookie }),
      },
      body: JSON.stringify(body),
    });
  let invented = 0;
  /** Every client requests an email to Jane in some spelling, or to someone invented at the same company. */
  const strangers = async () => {
    const code_challenge = 's'.repeat(43);
    const asked = CLIENTS.map((from, i) => {
      invented += 1;
      const target = TARGETS[i % TARGETS.length] ?? '';
      const end = target.endsWith('@') ? 'company.test' : `${invented}@company.test`;
      const body = { email: target + end, code_challenge, code_challenge_method: 's256' };
      return call('otp', body, from, '', i % 2);
    });
    for (const answer of await Promise.all(asked)) await answer.body?.cancel();
  };
  /** The stock client in a separate browser. */
  const browser = () =>
    new AuthClient({
      url: `http://127.0.0.1:${ports[0]}/auth/v1`,
      headers: { apikey: ANON_KEY, Authorization: `Bearer ${ANON_KEY}`, 'x-forwarded-for': HER },
      autoRefreshToken: false,
      persistSession: false,
    });
  return { ...all, call, strangers, browser };
}

/** The link of the latest email to exactly Jane's address. */
async function signIn({ call, posted }: Awaited<ReturnType<typeof siege>>) {
  const letter = posted.findLast(({ to }) => to === JANE);
  const answer = await call('verify', { type: 'email', token_hash: tokenOf(letter) }, HER);
  const { json: session } = await read(answer);
  const cookie = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  return { status: answer.status, cookie, session };
}

test('an owner’s email is sent at once in a browser that was signed in, whatever strangers request; any other browser has a passkey and the next free hour', async () => {
  const world = await siege();
  const { call, strangers, browser, posted, time } = world;
  assert.equal((await call('otp', { email: JANE }, HER)).status, 200);
  const { cookie, session } = await signIn(world);
  const client = browser();
  await client.setSession({
    access_token: String(session.access_token),
    refresh_token: String(session.refresh_token),
  });
  const authenticator = new Authenticator('veilpost.test');
  const { data: begun } = await client.passkey.startRegistration();
  assert.ok(begun);
  const credential = authenticator.create(begun.options, { origin: PUBLIC_URL });
  await client.passkey.verifyRegistration({ challengeId: begun.challenge_id, credential });
  const leaves = async () => {
    posted.length = 0;
    const { status } = await call('otp', { email: JANE }, HER, cookie, 1);
    return [status, posted.map(({ to }) => to)];
  };
  for (let day = 0; day < 2; day++) {
    time.now += DAY;
    // Three an hour, six a day.
    for (let hour = 0; hour < 2; hour++) {
      for (let i = 0; i < 3; i++) {
        await strangers();
        assert.deepEqual(await leaves(), [200, [JANE]], `day ${day}, hour ${hour}, letter ${i}`);
        assert.equal((await signIn(world)).status, 200);
        time.now += MINUTE;
      }
      time.now += HOUR;
    }
    await strangers();
    assert.equal((await leaves())[0], 429, 'her own budget is bounded, too');
  }

  const elsewhere = await call('otp', { email: JANE }, '198.51.100.4');
  assert.equal(elsewhere.status, 429);
  const other = browser();
  const { data } = await other.passkey.startAuthentication();
  assert.ok(data);
  authenticator.counter += 1;
  const { data: signedIn } = await other.passkey.verifyAuthentication({
    challengeId: data.challenge_id,
    credential: authenticator.get(data.options, { origin: PUBLIC_URL }),
  });
  assert.equal(signedIn?.user?.email, JANE);
  time.now += Number(elsewhere.headers.get('retry-after')) * 1000;
  assert.equal((await call('otp', { email: JANE }, '198.51.100.4')).status, 200);
});

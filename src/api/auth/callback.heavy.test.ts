import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { after, test } from 'node:test';
import { PUBLIC_URL } from '#support/auth.ts';
import { CLIENT_ID, CLIENT_SECRET, type Twist } from '#support/fake-provider.ts';
import {
  APP,
  errorOf,
  fragmentOf,
  PROVIDER,
  signIn,
  underProvider,
  wayOf,
} from '#support/with-provider.ts';

test('a successful sign-in ends in a session, in the fragment of the requested page', async () => {
  const under = await underProvider(after);
  under.provider.claims.name = 'Jane';
  const { client, end } = await signIn(under);
  assert.equal(end.origin + end.pathname + end.search, `${APP}/in?a=1`);
  const { access_token = '', refresh_token = '' } = fragmentOf(end);
  const { error } = await client.setSession({ access_token, refresh_token });
  assert.equal(error, null);
  const { user } = (await client.getUser()).data;
  assert.equal(user?.email, 'jane@corp.test');
  assert.ok(user?.email_confirmed_at);
  assert.deepEqual(user?.app_metadata, { provider: PROVIDER, providers: [PROVIDER] });
  assert.deepEqual(user?.user_metadata, { name: 'Jane', full_name: 'Jane' });
  assert.deepEqual(
    user?.identities?.map(({ id, provider }) => [id, provider]),
    [['subject-1', PROVIDER]],
  );
  const { data } = await client.getClaims();
  assert.deepEqual(
    [JSON.stringify(data?.claims.amr).includes('"oauth"'), data?.claims.aal],
    [true, 'aal1'],
  );
  assert.deepEqual(under.faults, []);
});

test('a person who signed in before is the same user, even if the address has changed since', async () => {
  const under = await underProvider(after);
  const first = fragmentOf((await signIn(under)).end).access_token;
  under.provider.claims = { sub: 'subject-1', email: 'other@elsewhere.test' };
  const second = fragmentOf((await signIn(under)).end).access_token;
  const [one, two] = await Promise.all(
    [first, second].map(async (token) => (await under.browser().getUser(token)).data.user),
  );
  assert.ok(one && one.id === two?.id && two.email === 'jane@corp.test');
});

test('the provider receives our own parameters, PKCE and a nonce, and only the scopes from the caller', async () => {
  const under = await underProvider(after);
  const { data } = await under.browser('pkce').signInWithOAuth({
    provider: PROVIDER,
    options: {
      scopes: 'calendar openid',
      queryParams: {
        client_id: 'evil',
        redirect_uri: 'https://evil.test',
        prompt: 'none',
        state: 'x',
      },
    },
  });
  await under.newBrowser().agree(data.url ?? '');
  const query = Object.fromEntries(under.provider.query);
  assert.deepEqual(Object.keys(query).toSorted(), [
    'client_id',
    'code_challenge',
    'code_challenge_method',
    'nonce',
    'redirect_uri',
    'response_type',
    'scope',
    'state',
  ]);
  assert.equal(query.client_id, CLIENT_ID);
  assert.equal(query.redirect_uri, `${PUBLIC_URL}/auth/v1/callback`);
  assert.equal(query.scope, 'openid email profile calendar');
  assert.equal(query.code_challenge_method, 'S256');
  const [asked] = new URL(data.url ?? '').searchParams.getAll('code_challenge');
  assert.notEqual(query.code_challenge, asked, 'the challenge is ours, not the caller’s');
});

const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const long = Math.floor(Date.now() / 1000) - 3600;

const TWISTS: Record<string, Twist> = {
  'a wrong nonce': { claims: { nonce: 'x'.repeat(43) } },
  'no nonce': { claims: { nonce: undefined } },
  'another issuer': { claims: { iss: 'https://evil.test' } },
  'another audience': { claims: { aud: 'another client' } },
  'an expired token': { claims: { iat: long, exp: long + 300 } },
  'no subject': { claims: { sub: undefined } },
  'a subject that is none': { claims: { sub: 'a\u0000b' } },
  'a long subject': { claims: { sub: 'x'.repeat(256) } },
  'a strange key': { key: stranger },
  'no signature': { idToken: (claims) => `${encoded({ alg: 'none' })}.${encoded(claims)}.` },
  'the secret as a key': {
    metadata: { id_token_signing_alg_values_supported: ['HS256', 'ES256'] },
    idToken: (claims) => {
      const head = `${encoded({ alg: 'HS256' })}.${encoded(claims)}`;
      return `${head}.${createHmac('sha256', CLIENT_SECRET).update(head).digest('base64url')}`;
    },
  },
  'no token': { idToken: () => '' },
  'a wrong code': { answer: { code: 'wrong' } },
  'the answer of an issuer that was not asked': { answer: { iss: 'https://evil.test' } },
  'the answer of another issuer': {
    metadata: { authorization_response_iss_parameter_supported: true },
    answer: { iss: 'https://evil.test' },
  },
  'no issuer where the provider tells it always': {
    metadata: { authorization_response_iss_parameter_supported: true },
  },
  'a token endpoint without TLS': { metadata: { token_endpoint: 'http://provider.test/token' } },
};

test('a response that proves nothing signs no one in', async () => {
  for (const [what, twist] of Object.entries(TWISTS)) {
    const under = await underProvider(after);
    under.provider.twist = twist;
    const { end } = await signIn(under);
    assert.equal(errorOf(end), 'bad_oauth_callback', what);
    assert.equal(end.searchParams.get('error_code'), 'bad_oauth_callback', what);
    assert.equal(await under.facility.store.users.byEmail('jane@corp.test'), undefined, what);
    assert.equal(under.faults.length, 1, 'the operator hears of it');
    const reason = /: (?:ClientError OAUTH_[A-Z_]+|invalid_grant|the subject cannot be kept)$/;
    assert.match(String(under.faults[0]), reason, what);
  }
});

test('an unknown, used or old state signs no one in', async () => {
  const under = await underProvider(after);
  const browser = under.newBrowser();
  const callback = await browser.agree(await wayOf(under.browser()));
  const wrong = new URL(callback);
  for (const state of ['', 'x', 'x'.repeat(43)]) {
    wrong.searchParams.set('state', state);
    const end = await browser.finish(wrong.href);
    assert.deepEqual([end.origin, errorOf(end)], [PUBLIC_URL, 'bad_oauth_state'], state);
  }
  wrong.searchParams.delete('state');
  assert.equal(errorOf(await browser.finish(wrong.href)), 'bad_oauth_state');
  assert.ok(fragmentOf(await browser.finish(callback)).access_token);
  const again = await browser.finish(callback);
  assert.deepEqual([again.origin, errorOf(again)], [APP, 'flow_state_already_used']);
  const late = await browser.agree(await wayOf(under.browser()));
  under.time.now += 300_000;
  assert.equal(errorOf(await browser.finish(late)), 'bad_oauth_state');
});

test('of ten answers at once one signs in', async () => {
  const under = await underProvider(after);
  const browser = under.newBrowser();
  const callback = await browser.agree(await wayOf(under.browser()));
  const ends = await Promise.all(Array.from({ length: 10 }, () => browser.finish(callback)));
  assert.equal(ends.filter((end) => fragmentOf(end).access_token).length, 1);
  assert.equal(ends.filter((end) => errorOf(end) === 'flow_state_already_used').length, 9);
});

test('a response to another person’s flow signs no one in, and that person can still use it', async () => {
  const under = await underProvider(after);
  const [attacker, victim] = [under.newBrowser(), under.newBrowser()];
  const callback = await attacker.agree(await wayOf(under.browser()));
  assert.equal(errorOf(await victim.finish(callback)), 'bad_oauth_state');
  // Even if the victim has a flow in progress.
  await victim.agree(await wayOf(under.browser()));
  assert.equal(errorOf(await victim.finish(callback)), 'bad_oauth_state');
  assert.ok(fragmentOf(await attacker.finish(callback)).access_token);
});

test('two tabs of a browser sign in side by side', async () => {
  const under = await underProvider(after);
  const browser = under.newBrowser();
  const first = await browser.agree(await wayOf(under.browser()));
  const second = await browser.agree(await wayOf(under.browser()));
  for (const callback of [second, first]) {
    assert.ok(fragmentOf(await browser.finish(callback)).access_token);
  }
});

test('a refusal at the provider is reported in our words, without the provider’s text', async () => {
  const under = await underProvider(after);
  for (const [error, code] of [
    ['access_denied', 'access_denied'],
    ['server_error', 'bad_oauth_callback'],
    ['<script>', 'bad_oauth_callback'],
  ]) {
    const browser = under.newBrowser();
    const callback = new URL(await browser.agree(await wayOf(under.browser())));
    callback.searchParams.delete('code');
    callback.searchParams.set('error', error ?? '');
    callback.searchParams.set('error_description', 'jane@corp.test <script>');
    const end = await browser.finish(callback.href);
    assert.equal(errorOf(end), code);
    assert.doesNotMatch(decodeURIComponent(end.href), /jane|script>/);
  }
});

test('the sign-in redirects to an allowed origin, or to the site', async () => {
  const under = await underProvider(after);
  // redirects.test.ts has every form.
  for (const wanted of ['https://evil.test/', 'https://app.test:8443/\r\nSet-Cookie: a=b']) {
    for (const flowType of ['implicit', 'pkce'] as const) {
      const way = await wayOf(under.browser(flowType), wanted);
      const end = await under.newBrowser().signIn(way);
      assert.equal(end.origin, PUBLIC_URL, wanted);
      assert.ok(end.searchParams.get('code') ?? fragmentOf(end).access_token);
    }
  }
});

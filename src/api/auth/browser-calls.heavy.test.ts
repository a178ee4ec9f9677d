import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { from, limiting } from '#api/limits/limiting.fixture.ts';
import { ANON_KEY } from '#support/api.ts';
import { httpServer } from '#support/http-server.ts';
import { APP, PROVIDER, underProvider } from '#support/with-provider.ts';

const GOOD = `provider=${PROVIDER}&redirect_to=${encodeURIComponent(`${APP}/`)}`;

test('parameters that are too long, repeated, not UTF-8 or contain control characters are rejected in GoTrue’s format', async () => {
  const { api } = await underProvider(after);
  const send = await httpServer(api, after);
  const challenge = (value: string, method = 's256') =>
    `${GOOD}&code_challenge=${value}&code_challenge_method=${method}`;
  const good = 'c'.repeat(43);
  for (const [path, status] of [
    [`authorize?${GOOD}`, 302],
    [`authorize?${challenge(good)}`, 302],
    [`authorize?${GOOD}&scopes=a+b%20c`, 302],
    [`authorize?provider=${PROVIDER}&redirect_to=${APP}/%0d%0aSet-Cookie:a=b`, 302],
    [`authorize?${GOOD}&anything=%ff&anything=2`, 302],
    ['authorize', 400],
    ['authorize?', 400],
    ['authorize?provider=', 400],
    ['authorize?provider=other', 400],
    ['authorize?provider=email', 400],
    ['authorize?provider=__proto__', 400],
    [`authorize?${GOOD}&provider=${PROVIDER}`, 400],
    [`authorize?${GOOD}&redirect_to=x`, 400],
    [`authorize?${GOOD}&%72edirect_to=x`, 400],
    [`authorize?${GOOD}&scopes`, 302],
    [`authorize?${GOOD}&scopes&scopes`, 400],
    [`authorize?provider=%ff`, 400],
    [`authorize?provider=%E0%A4%A`, 400],
    [`authorize?provider=${PROVIDER}%00`, 400],
    [`authorize?provider=${PROVIDER}%0d%0aLocation:%20x`, 400],
    [`authorize?${GOOD}&scopes=a%0ab`, 400],
    [`authorize?${GOOD}&scopes=%22`, 400],
    [`authorize?${GOOD}&scopes=${'x'.repeat(1025)}`, 400],
    [`authorize?${challenge('c'.repeat(42))}`, 400],
    [`authorize?${challenge('c'.repeat(129))}`, 400],
    [`authorize?${challenge(`${'c'.repeat(42)}%2B`)}`, 400],
    [`authorize?${challenge(good, 'plain')}`, 400],
    [`authorize?${GOOD}&code_challenge=${good}`, 400],
    [`authorize?${GOOD}&code_challenge_method=s256`, 400],
    [`authorize?${challenge(good)}&code_challenge=${good}`, 400],
    [`authorize?${'x'.repeat(4096)}`, 414],
    ['callback', 303],
    ['callback?state=x&code=y', 303],
    ['callback?state=x&state=y', 400],
    ['callback?state=%ff', 400],
    ['callback?state=%00', 400],
    ['callback?state=x&code=%0d%0a', 400],
    ['callback?state=x&error=a%00b', 400],
    [`callback?state=${'x'.repeat(4090)}`, 414],
  ] as const) {
    const answer = await send({ method: 'GET', path: `/auth/v1/${path}` });
    assert.equal(answer.status, status, `${path.slice(0, 80)}: ${answer.text}`);
    if (status < 400) continue;
    const { code, error_code, msg } = JSON.parse(answer.text);
    assert.deepEqual([code, error_code, typeof msg], [status, 'validation_failed', 'string']);
    assert.doesNotMatch(msg, /keycloak|evil|xxx/);
  }
});

test('a browser opens authorize and callback without a key, and nothing else', async () => {
  const { api } = await underProvider(after);
  const status = async (method: string, path: string) =>
    (await api.request(`/auth/v1/${path}`, { method })).status;
  assert.equal(await status('GET', `authorize?${GOOD}`), 302);
  assert.equal(await status('GET', 'callback?state=x'), 303);
  for (const [method, path] of [
    ['POST', 'authorize'],
    ['GET', `user/identities/authorize?${GOOD}`],
    ['DELETE', 'user/identities/x'],
    ['POST', 'token?grant_type=pkce'],
    ['GET', 'settings'],
    ['POST', 'sso'],
  ] as const) {
    assert.equal(await status(method, path), 401, path);
  }
});

test('the cookie of a sign-in is for this site alone, and over https it is bound to our host', async () => {
  const at = async (publicUrl: string) => {
    const { api } = await underProvider(after, { publicUrl });
    const { headers } = await api.request(`/auth/v1/authorize?${GOOD}`);
    return headers.get('set-cookie') ?? '';
  };
  const form = /^veilpost-flow=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/;
  assert.match(await at('http://veilpost.test'), form);
  const secure =
    /^__Host-veilpost-flow=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Lax$/;
  assert.match(await at('https://veilpost.test'), secure);
});

test('a foreign cookie is not accepted', async () => {
  const { api } = await underProvider(after);
  for (const value of ['', 'x', 'x'.repeat(44), '%00', 'é']) {
    const headers = { cookie: `veilpost-flow=${encodeURIComponent(value)}` };
    const response = await api.request(`/auth/v1/authorize?${GOOD}`, { headers });
    assert.match(response.headers.get('set-cookie') ?? '', /^veilpost-flow=[\w-]{43};/);
  }
});

test('sign-ins by a provider have a limit of their own', async () => {
  const { api } = await underProvider(after, { api: { rateLimits: limiting() } });
  const ask = (path: string, headers = {}) =>
    api.request(`/auth/v1/${path}`, { headers }, from('192.0.2.1'));
  for (let i = 0; i < 60; i += 1) assert.equal((await ask('callback?state=x')).status, 303);
  const refused = await ask(`authorize?${GOOD}`);
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('x-sb-error-code'), 'over_request_rate_limit');
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  assert.equal((await ask('settings', { apikey: ANON_KEY })).status, 200);
});

test('the settings name the providers, and what this server does not have', async () => {
  const { send } = await underProvider(after);
  const { json } = await send('GET', '/auth/v1/settings');
  assert.deepEqual(json, {
    external: { [PROVIDER]: true, anonymous_users: false, email: true, phone: false },
    disable_signup: false,
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  });
});

/** Calls of auth/v1 that are rejected, each by its caller. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { factor } from '#store/sessions/auth-rows.fixture.ts';
import { ANON_KEY } from '#support/api.ts';
import { authUnderTest } from '#support/auth.ts';
import { newSession } from '#support/signed-in.ts';

const JANE = 'jane@mailbox.test';
const UUID = randomUUID();
const FACTOR = randomUUID();
const email = 'ann@mailbox.test';
const both = { email, password: 'secret!' };
const code_challenge = 'a'.repeat(43);
const code_verifier = 'v'.repeat(43);
const sms = { type: 'sms', token: '123456' };
const PKCE = 'POST token?grant_type=pkce';
const REFRESH = 'POST token?grant_type=refresh_token';
const big = { x: 'y'.repeat(9000) };

/** @param body a text is sent as it is */
type Refused = [call: string, body: unknown, status: number, code: string, text?: string];

const REFUSED: Record<'stranger' | 'Jane' | 'guest' | 'Jane without her factor', Refused[]> = {
  stranger: [
    ['POST otp', 'x'.repeat(70_000), 413, 'request_too_large'],
    [`POST otp?x=${'y'.repeat(3000)}`, '{}', 414, 'validation_failed'],
    ['POST otp', '{', 400, 'bad_json'],
    ['POST otp', '[]', 400, 'bad_json'],
    ['POST otp', 'null', 400, 'bad_json'],
    ['POST otp', '['.repeat(30_000), 400, 'bad_json'],
    ['POST otp', '{"__proto__":{"email":"a@mailbox.test"}}', 400, 'validation_failed'],
    ['POST otp', { email, data: big }, 400, 'validation_failed'],
    ['POST otp', { email, data: [] }, 400, 'validation_failed'],
    ['POST otp', { email, create_user: 'no' }, 400, 'validation_failed'],
    ['POST otp', { email, code_challenge }, 400, 'validation_failed'],
    [
      'POST otp',
      { email, code_challenge, code_challenge_method: 'plain' },
      400,
      'validation_failed',
    ],
    ['POST otp', { phone: '+4912345' }, 400, 'phone_provider_disabled'],
    ['POST otp', { email: 'alias-1234@a.test' }, 400, 'email_address_invalid'],
    ['POST otp', { email: 'ann@127.0.0.1' }, 400, 'validation_failed'],
    ['POST otp', { email: 'ann' }, 400, 'validation_failed'],
    ['POST otp', { email: `${email}\r\nBcc: x@y.test` }, 400, 'validation_failed'],
    ['POST otp', { email: 7 }, 400, 'validation_failed'],
    ['POST otp', {}, 400, 'validation_failed'],
    ['POST signup', { phone: '+4912345', password: 'secret!' }, 400, 'phone_provider_disabled'],
    ['POST signup', both, 422, 'email_provider_disabled'],
    ['POST signup', { email }, 422, 'email_provider_disabled'],
    ['POST signup', { password: 'secret!' }, 422, 'email_provider_disabled'],
    ['POST signup', {}, 422, 'anonymous_provider_disabled'],
    ['POST verify', { ...sms, phone: '+4912' }, 403, 'otp_expired'],
    ['POST verify', { ...sms, phone: '4912-34' }, 400, 'validation_failed'],
    ['POST token', undefined, 400, 'unsupported_grant_type'],
    ['POST token?grant_type=__proto__', undefined, 400, 'unsupported_grant_type'],
    ['POST token?grant_type=password', both, 400, 'invalid_credentials'],
    [REFRESH, {}, 400, 'invalid_request'],
    [REFRESH, { refresh_token: 'x'.repeat(50) }, 400, 'refresh_token_not_found'],
    [PKCE, {}, 400, 'validation_failed'],
    [PKCE, { auth_code: 'x' }, 400, 'validation_failed'],
    [PKCE, { code_verifier }, 400, 'validation_failed'],
    [PKCE, { auth_code: 7, code_verifier }, 400, 'validation_failed'],
    [PKCE, { auth_code: 'x'.repeat(5000), code_verifier }, 400, 'validation_failed'],
    [PKCE, { auth_code: 'x', code_verifier }, 404, 'flow_state_not_found'],
    [PKCE, { auth_code: 'x'.repeat(43), code_verifier }, 404, 'flow_state_not_found'],
    ['GET user', undefined, 401, 'no_authorization', 'This endpoint requires a Bearer token'],
    ['GET authorize?provider=keycloak', undefined, 400, 'validation_failed'],
    // Applications match on these texts.
    ['POST sso', {}, 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
    ['POST token?grant_type=web3', {}, 422, 'web3_provider_disabled', 'Web3 provider is disabled'],
    ['POST token?grant_type=id_token', {}, 400, 'oauth_provider_not_supported', 'Bad ID token'],
    ['POST admin/users', {}, 404, 'not_found'],
    ['POST oauth/token', {}, 404, 'not_found'],
    ['POST factors/recovery-codes', {}, 404, 'not_found'],
    ['POST invite', {}, 404, 'not_found'],
  ],
  Jane: [
    ['PUT user', { app_metadata: { role: 'admin' } }, 403, 'not_admin'],
    ['PUT user', { data: big }, 400, 'validation_failed'],
    ['PUT user', { email: 'taken@mailbox.test' }, 422, 'email_exists'],
    ['PUT user', { email: 'alias-1234@a.test' }, 400, 'email_address_invalid'],
    ['PUT user', { password: 'secret!' }, 422, 'feature_disabled'],
    ['POST factors', {}, 400, 'validation_failed'],
    ['POST factors', { factor_type: '__proto__' }, 400, 'validation_failed'],
    [
      'POST factors',
      { factor_type: 'phone', phone: '+4915112345678' },
      422,
      'mfa_phone_enroll_not_enabled',
    ],
    ['POST factors/%00/challenge', {}, 404, 'mfa_factor_not_found'],
    [`POST factors/${UUID}/verify`, {}, 400, 'validation_failed'],
    ['GET user/identities/authorize?provider=keycloak', undefined, 404, 'manual_linking_disabled'],
    [`DELETE user/identities/${UUID}`, undefined, 404, 'manual_linking_disabled'],
  ],
  guest: [
    ['POST factors', { factor_type: 'totp' }, 403, 'no_authorization'],
    ['POST passkeys/registration/options', {}, 403, 'no_authorization'],
  ],
  'Jane without her factor': [
    ['POST passkeys/registration/options', {}, 403, 'insufficient_aal'],
    ['POST passkeys/registration/verify', { challenge_id: UUID }, 403, 'insufficient_aal'],
    ['GET passkeys', undefined, 403, 'insufficient_aal'],
    [`PATCH passkeys/${UUID}`, { friendly_name: 'key' }, 403, 'insufficient_aal'],
    [`DELETE passkeys/${UUID}`, undefined, 403, 'insufficient_aal'],
    ['DELETE user', undefined, 403, 'insufficient_aal'],
    ['PUT user', { email: 'new@mailbox.test' }, 401, 'insufficient_aal'],
    ['POST factors', { factor_type: 'totp' }, 403, 'insufficient_aal'],
    [`DELETE factors/${FACTOR}`, undefined, 422, 'insufficient_aal'],
  ],
};

test('each rejected call has its status and its error in GoTrue’s format, and changes nothing', async () => {
  const under = await authUnderTest(after);
  const { accounts, store } = under.facility;
  await newSession(under, 'taken@mailbox.test');
  const guest = await accounts.make(null, {}, null);
  const { userId, token: jane } = await newSession(under, JANE);
  const tokens = {
    stranger: ANON_KEY,
    Jane: jane,
    guest: (await accounts.signIn(guest?.id ?? '', 'anonymous', false))?.accessToken,
    'Jane without her factor': jane,
  };
  for (const [caller, rows] of Object.entries(REFUSED)) {
    if (caller === 'Jane without her factor') {
      await store.factors.insert(factor(userId, { id: FACTOR, verified: true }));
    }
    for (const [call, body, status, code, text] of rows) {
      const [method = '', path = ''] = call.split(' ');
      const sent = typeof body === 'string' ? body : JSON.stringify(body);
      const authorization = `Bearer ${Reflect.get(tokens, caller)}`;
      const { json, ...answer } = await under.send(method, `/auth/v1/${path}`, sent, {
        authorization,
      });
      const what = `${caller}: ${call.slice(0, 80)} ${sent?.slice(0, 80)}`;
      assert.deepEqual([answer.status, json.error ?? json.error_code], [status, code], what);
      if (text !== undefined) assert.equal(json.msg, text);
    }
  }
  assert.deepEqual([under.letters.sent, under.logged], [[], []]);
  assert.equal(await accounts.find(email), undefined);
});

test('a body of another type is rejected, and so is a bad token or key', async () => {
  const { send } = await authUnderTest(after);
  for (const [method, path, headers, status, code] of [
    ['POST', 'otp', { 'content-type': 'text/plain' }, 400, 'bad_json'],
    ['GET', 'user', {}, 401, 'no_authorization'],
    ['GET', 'user', { authorization: 'Bearer x.y.z' }, 403, 'bad_jwt'],
    ['GET', 'user', { apikey: 'wrong' }, 401, 'PGRST301'],
  ] as const) {
    const body = method === 'POST' ? '{}' : undefined;
    const answer = await send(method, `/auth/v1/${path}`, body, headers);
    const { error_code = answer.json.code } = answer.json;
    assert.deepEqual([answer.status, error_code], [status, code]);
  }
});

test('errors have a numeric code, and a name from the version on that the stock client requests', async () => {
  const { send } = await authUnderTest(after);
  const message = 'This endpoint requires a Bearer token';
  const error_code = 'no_authorization';
  const old = await send('GET', '/auth/v1/user');
  assert.deepEqual(old.json, { code: 401, error_code, msg: message });
  const version = { 'x-supabase-api-version': '2024-01-01' };
  const { json, headers } = await send('GET', '/auth/v1/user', undefined, version);
  assert.deepEqual(json, { code: error_code, message });
  assert.equal(headers.get('x-supabase-api-version'), '2024-01-01');
  assert.equal(headers.get('x-sb-error-code'), error_code);
});

test('user metadata are nested 32 levels deep at most, and deeper ones are rejected without a fault', async () => {
  const under = await authUnderTest(after);
  const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  const asked = async (method: string, path: string, levels: number, headers = {}) => {
    const body = `{"email":"${JANE}","data":${nested(levels)}}`;
    const { status, json } = await under.send(method, `/auth/v1/${path}`, body, headers);
    return [status, json.error_code, json.msg];
  };
  const refused = [400, 'validation_failed', 'data is nested more than 32 levels deep.'];
  for (const levels of [33, 1300, 10_900]) {
    assert.deepEqual(await asked('POST', 'otp', levels), refused, `${levels} levels`);
  }
  assert.deepEqual(under.letters.sent, []);
  assert.equal((await asked('POST', 'otp', 32))[0], 200);
  const authorization = `Bearer ${(await newSession(under, JANE)).token}`;
  assert.deepEqual(await asked('PUT', 'user', 33, { authorization }), refused);
  assert.deepEqual(under.logged, []);
});

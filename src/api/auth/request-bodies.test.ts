import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { authUnderTest } from '#support/auth.ts';

const JANE = 'jane@mailbox.test';

test('bodies that are oversized, not UTF-8, not an object, too deep or malicious are rejected in GoTrue’s format', async () => {
  const { send } = await authUnderTest(after);
  const code = async (body: string, headers = {}) => {
    const { status, json } = await send('POST', '/auth/v1/otp', body, headers);
    return [status, json.error_code];
  };
  assert.deepEqual(await code('x'.repeat(70_000)), [413, 'request_too_large']);
  assert.deepEqual(await code('{'), [400, 'bad_json']);
  assert.deepEqual(await code('[]'), [400, 'bad_json']);
  assert.deepEqual(await code('null'), [400, 'bad_json']);
  assert.deepEqual(await code('['.repeat(30_000)), [400, 'bad_json']);
  assert.deepEqual(await code('{}', { 'content-type': 'text/plain' }), [400, 'bad_json']);
  assert.deepEqual(await code('{"__proto__":{"email":"a@mailbox.test"}}'), [
    400,
    'validation_failed',
  ]);
  const email = '"email":"a@mailbox.test"';
  const big = `{${email},"data":{"x":"${'y'.repeat(9000)}"}}`;
  assert.deepEqual(await code(big), [400, 'validation_failed']);
  assert.deepEqual(await code(`{${email},"data":[]}`), [400, 'validation_failed']);
  assert.deepEqual(await code(`{${email},"create_user":"no"}`), [400, 'validation_failed']);
  const challenge = `{${email},"code_challenge":"${'a'.repeat(43)}"`;
  assert.deepEqual(await code(`${challenge}}`), [400, 'validation_failed']);
  assert.deepEqual(await code(`${challenge},"code_challenge_method":"plain"}`), [
    400,
    'validation_failed',
  ]);
  assert.deepEqual(await code('{"phone":"+4912345"}'), [400, 'phone_provider_disabled']);
  const { status } = await send('POST', `/auth/v1/otp?x=${'y'.repeat(3000)}`, '{}');
  assert.equal(status, 414);
});

test('user metadata are nested 32 levels deep at most, and deeper ones are rejected without a fault', async () => {
  const { send, letters, facility, logged } = await authUnderTest(after);
  const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  const asked = async (method: string, path: string, levels: number, headers = {}) => {
    const body = `{"email":"${JANE}","data":${nested(levels)}}`;
    const { status, json } = await send(method, `/auth/v1/${path}`, body, headers);
    return [status, json.error_code, json.msg];
  };
  const refused = [400, 'validation_failed', 'data is nested more than 32 levels deep.'];
  for (const levels of [33, 1300, 10_900]) {
    assert.deepEqual(await asked('POST', 'otp', levels), refused, `${levels} levels`);
  }
  assert.deepEqual(letters.sent, []);
  assert.equal((await asked('POST', 'otp', 32))[0], 200);
  const user = await facility.accounts.find(JANE);
  const answer = user && (await facility.accounts.signIn(user.id, 'otp', true));
  const authorization = `Bearer ${answer?.accessToken}`;
  assert.deepEqual(await asked('PUT', 'user', 33, { authorization }), refused);
  assert.deepEqual(logged, []);
});

test('a call of a disabled feature is rejected with its error code', async () => {
  const { send } = await authUnderTest(after);
  const call = async (path: string, body: object) => {
    const { status, json } = await send('POST', `/auth/v1/${path}`, JSON.stringify(body));
    return [status, json.error_code];
  };
  const both = { email: JANE, password: 'secret!' };
  assert.deepEqual(await call('signup', both), [422, 'email_provider_disabled']);
  assert.deepEqual(await call('signup', {}), [422, 'anonymous_provider_disabled']);
  assert.deepEqual(await call('token?grant_type=password', both), [400, 'invalid_credentials']);
  assert.deepEqual(await call('verify', { type: 'sms', phone: '+4912', token: '123456' }), [
    403,
    'otp_expired',
  ]);
  assert.deepEqual(await call('verify', { type: 'sms', phone: '4912-34', token: '123456' }), [
    400,
    'validation_failed',
  ]);
});

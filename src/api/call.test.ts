import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callOf } from './call.ts';

test('a request counts as the call that it addresses', () => {
  for (const [method, path, expected] of [
    ['GET', '/auth/v1/token', 'auth_token'],
    ['POST', '/auth/v1/verify', 'auth_verify'],
    ['GET', '/auth/v1/verify', 'auth_other'],
    ['GET', '/auth/v1/callback', 'auth_browser'],
    ['POST', '/auth/v1/otp', 'auth_letter'],
    ['POST', '/auth/v1/factors/1/verify', 'auth_factor'],
    ['DELETE', '/auth/v1/passkeys', 'auth_factor'],
    ['GET', '/auth/v1/passkeys', 'auth_other'],
    ['POST', '/auth/v1/passkeysx', 'auth_other'],
    ['POST', '/auth/v1/logout', 'auth_other'],
    ['POST', '/functions/v1/send-test-mail', 'test_mail'],
    ['GET', '/functions/v1/send-test-mail', 'none'],
    ['POST', '/functions/v1/device-code', 'auth_other'],
    ['GET', '/functions/v1/device-code', 'none'],
    ['POST', '/functions/v1/not-me', 'auth_verify'],
    ['GET', '/functions/v1/asked-for', 'none'],
    ['POST', '/functions/v1/asked-for', 'auth_verify'],
    ['HEAD', '/off/x', 'off'],
    ['POST', '/off/x', 'off'],
    ['PUT', '/off/x', 'none'],
    ['HEAD', '/functions/v1/history', 'history'],
    ['PUT', '/functions/v1/history', 'none'],
    ['GET', '/functions/v1/my-data', 'owner'],
    ['POST', '/functions/v1/new-switch-off-link', 'owner'],
    ['GET', '/functions/v1/new-switch-off-link', 'none'],
    ['HEAD', '/rest/v1/alias_states', 'state'],
    ['PATCH', '/rest/v1/alias_states', 'state'],
    ['POST', '/rest/v1/alias_states', 'none'],
    ['DELETE', '/rest/v1/aliases', 'owner'],
    ['POST', '/rest/v1/aliases', 'create'],
    ['PATCH', '/rest/v1/aliases', 'switch'],
    ['GET', '/rest/v1/aliases', 'exists'],
    ['PUT', '/rest/v1/aliases', 'none'],
    ['GET', '/api/nothing', 'key_list'],
    ['OPTIONS', '/api/v1/aliases', 'key_list'],
    ['POST', '/api/v2/aliases', 'key_list'],
    ['POST', '/api/v1/aliases', 'key_create'],
    ['POST', '/api/alias/random/new', 'key_create'],
    ['POST', '/api/v2/alias/custom/new', 'key_create'],
    ['POST', '/api/v3/alias/custom/new', 'key_create'],
    ['POST', '/api/x/v1/aliases', 'key_change'],
    ['PATCH', '/api/v1/aliases', 'key_change'],
    ['DELETE', '/api/v1/aliases', 'key_change'],
    ['POST', '/api/v1/aliases/1', 'key_change'],
  ] as const) {
    assert.equal(callOf(method, path, ''), expected, `${method} ${path}`);
  }
  assert.equal(callOf('GET', '/rest/v1/aliases', 'real_email=eq.x'), 'lookup');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authValues } from './auth-values.ts';

// Wrong values: wrong-values.test.ts.
test('providers, captcha and redirects are taken as they are set', () => {
  const config = authValues({
    AUTH_PROVIDERS:
      'google|https://accounts.google.com/|id.apps|s:1=/, keycloak|https://id.corp.test/realms/a|x|y|Corp.test bücher.example',
    AUTH_REDIRECTS: 'https://app.test:8443/, http://localhost:5173',
    AUTH_CAPTCHA: 'turnstile|a-secret',
  });
  assert.deepEqual(config.providers, [
    {
      name: 'google',
      issuer: 'https://accounts.google.com',
      clientId: 'id.apps',
      clientSecret: 's:1=/',
      domains: [],
    },
    {
      name: 'keycloak',
      issuer: 'https://id.corp.test/realms/a',
      clientId: 'x',
      clientSecret: 'y',
      domains: ['corp.test', 'xn--bcher-kva.example'],
    },
  ]);
  assert.deepEqual(config.redirects, ['https://app.test:8443', 'http://localhost:5173']);
  const { service, address } = config.captcha ?? {};
  assert.deepEqual(
    [service, new URL(address ?? '').host],
    ['turnstile', 'challenges.cloudflare.com'],
  );
  const busy = authValues({ AUTH_CAPTCHA: 'turnstile|a-secret|busy' }).captcha;
  assert.deepEqual(busy, { ...config.captcha, whenBusy: true });
  const both = 'hcaptcha|a|http://127.0.0.1:8000/verify|busy';
  assert.equal(authValues({ AUTH_CAPTCHA: both }).captcha?.whenBusy, true);
  const other = authValues({ AUTH_CAPTCHA: 'hcaptcha|a|http://127.0.0.1:8000/verify' }).captcha;
  assert.deepEqual(other, {
    service: 'hcaptcha',
    secret: 'a',
    address: 'http://127.0.0.1:8000/verify',
  });
});

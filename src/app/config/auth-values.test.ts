import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authValues } from './auth-values.ts';
import { ConfigError } from './fault.ts';

function refusal(env: Record<string, string>): string {
  try {
    authValues(env);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.message;
  }
  return assert.fail(`taken: ${JSON.stringify(env)}`);
}

test('with nothing set there is no provider, no captcha, and no other redirect target', () => {
  assert.deepEqual(authValues({}), {
    on: true,
    switches: { passwords: false, anonymous: false, autoconfirm: false },
    providers: [],
    redirects: [],
    captcha: undefined,
  });
});

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

const GOOD = 'google|https://accounts.google.com|id|topsecret';

/** A variable, and wrong values of it after two blanks each. */
const WRONG = `
AUTH_PROVIDERS  google  topsecret  Google|https://accounts.google.com|id|topsecret
AUTH_PROVIDERS  email|https://accounts.google.com|id|topsecret  |https://accounts.google.com|id|topsecret
AUTH_PROVIDERS  google|http://accounts.google.com|id|topsecret  google|accounts.google.com|id|topsecret
AUTH_PROVIDERS  google|https://a:topsecret@accounts.google.com|id|topsecret
AUTH_PROVIDERS  google|https://accounts.google.com/?topsecret|id|topsecret
AUTH_PROVIDERS  google|https://accounts.google.com|id|  google|https://accounts.google.com||topsecret
AUTH_PROVIDERS  google|https://accounts.google.com|id|top secret
AUTH_PROVIDERS  ${GOOD}|corp.test|topsecret  ${GOOD}|corp_test  ${GOOD},${GOOD}  ${GOOD},topsecret
AUTH_CAPTCHA  topsecret  recaptcha|topsecret  turnstile|  turnstile|top secret  turnstile|topsecret|ftp://x
AUTH_CAPTCHA  turnstile|topsecret|https://x|topsecret  turnstile|topsecret|busy|https://x
AUTH_REDIRECTS  app.test  https://app.test/a  https://*.test/x  app://x`;

test('an unusable value is reported in one sentence that repeats no secret', () => {
  for (const line of WRONG.trim().split('\n')) {
    const [name = '', ...values] = line.split('  ');
    for (const value of values) {
      const message = refusal({ [name]: value });
      assert.match(message, new RegExp(`^${name} must [^\\n]+\\.$`), value);
      assert.doesNotMatch(message, /top ?secret/, value);
    }
  }
});

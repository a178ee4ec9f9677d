import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import { ISSUER, type Twist } from '#support/fake-provider.ts';
import { errorOf } from '#support/identities.ts';
import {
  fragmentOf,
  signIn,
  type UnderProvider,
  underProvider,
  wayOf,
} from '#support/with-provider.ts';

/** A provider that differs from a good one; the time for a response runs out if it sends none. */
async function twisted(t: TestContext, twist: Twist): Promise<UnderProvider> {
  const under = await underProvider(after);
  under.provider.twist = twist;
  // Of two mocks at once one would outlive the test, and reach others of this process.
  t.mock.restoreAll();
  t.mock.method(AbortSignal, 'timeout', () => under.provider.silence);
  return under;
}

test('a silent provider is reported as such; a forbidden address is never contacted', async (t) => {
  const at = async (twist: Twist) => {
    const under = await twisted(t, twist);
    const response = await under.newBrowser().open(await wayOf(under.browser()));
    return [response.status, response.headers.get('x-sb-error-code')];
  };
  const path = '/.well-known/openid-configuration';
  for (const twist of [
    { silent: [path] },
    { status: { [path]: 500 } },
    { redirect: { [path]: `${ISSUER}/elsewhere` } },
    { metadata: { issuer: 'https://evil.test' } },
    { metadata: { authorization_endpoint: 'http://provider.test/authorize' } },
    { metadata: { filler: 'x'.repeat(300_000) } },
  ]) {
    assert.deepEqual(
      await at(twist),
      [503, 'unexpected_failure'],
      JSON.stringify(twist).slice(0, 80),
    );
  }
  for (const twist of [
    { silent: ['/token'] },
    { status: { '/token': 502 } },
    { silent: ['/keys'] },
  ]) {
    const under = await twisted(t, twist);
    const { end } = await signIn(under);
    assert.deepEqual(
      [errorOf(end), fragmentOf(end).error],
      ['unexpected_failure', 'temporarily_unavailable'],
    );
  }
});

test('a provider that was silent is tried again', async () => {
  const under = await underProvider(after);
  under.provider.twist = { status: { '/.well-known/openid-configuration': 500 } };
  const way = await wayOf(under.browser());
  assert.equal((await under.newBrowser().open(way)).status, 503);
  under.provider.twist = {};
  assert.equal((await under.newBrowser().open(way)).status, 302);
});

test('a provider’s metadata are read again after an hour', async () => {
  const under = await underProvider(after);
  const way = await wayOf(under.browser());
  const opened = async () => (await under.newBrowser().open(way)).status;
  assert.equal(await opened(), 302);
  under.provider.twist = { status: { '/.well-known/openid-configuration': 500 } };
  under.time.now += 3_600_000 - 1;
  assert.equal(await opened(), 302);
  under.time.now += 1;
  assert.equal(await opened(), 503);
});

test('a response may name its issuer', async () => {
  const under = await underProvider(after);
  const metadata = { authorization_response_iss_parameter_supported: true };
  under.provider.twist = { metadata, answer: { iss: ISSUER } };
  assert.ok(fragmentOf((await signIn(under)).end).access_token);
});

test('an address that only the userinfo endpoint has is read there', async () => {
  const under = await underProvider(after);
  under.provider.claims = { sub: 'subject-1' };
  const userinfo = { sub: 'subject-1', email: 'jane@corp.test', email_verified: true };
  under.provider.twist = { userinfo };
  const { access_token } = fragmentOf((await signIn(under)).end);
  assert.equal((await under.browser().getUser(access_token)).data.user?.email, 'jane@corp.test');
  const other = await underProvider(after);
  other.provider.claims = { sub: 'subject-1' };
  other.provider.twist = { userinfo: { ...userinfo, sub: 'subject-2' } };
  assert.equal(errorOf((await signIn(other)).end), 'bad_oauth_callback');
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, type TestContext, test } from 'node:test';
import { ISSUER, type Twist } from '#support/fake-provider.ts';
import {
  byLetter,
  byProvider,
  errorOf,
  fragmentOf,
  signIn,
  underProvider,
  type UnderProvider,
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

test('a provider’s metadata are read again after an hour, and until it answers', async () => {
  const under = await underProvider(after);
  const way = await wayOf(under.browser());
  const opened = async () => (await under.newBrowser().open(way)).status;
  assert.equal(await opened(), 302);
  under.provider.twist = { status: { '/.well-known/openid-configuration': 500 } };
  under.time.now += 3_600_000 - 1;
  assert.equal(await opened(), 302);
  under.time.now += 1;
  assert.equal(await opened(), 503);
  under.provider.twist = {};
  assert.equal(await opened(), 302);
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

test('an account at a provider is never joined to a user by its address', async () => {
  const under = await underProvider(after);
  const known = ['jane@mailbox.test', 'jane@corp.test'];
  for (const email of known) await byLetter(under, email);
  for (const claims of [
    { email: 'jane@mailbox.test', email_verified: true },
    { email: 'jane@corp.test', email_verified: false },
    { email: 'jane@corp.test', email_verified: true },
    { email: 'JANE@corp.test ', email_verified: true },
  ]) {
    under.provider.claims = { sub: randomUUID(), ...claims };
    const end = await byProvider(under);
    assert.equal(errorOf(end), 'provider_email_needs_verification', JSON.stringify(claims));
  }
  for (const email of known) {
    const user = await under.facility.store.users.byEmail(email);
    const identities = await under.facility.store.identities.of(user?.id ?? '');
    assert.deepEqual(
      identities.map(({ provider }) => provider),
      ['email'],
    );
  }
});

test('an address that is unverified, or beyond the provider’s domains, creates no user, and reveals nothing', async () => {
  const under = await underProvider(after);
  await byLetter(under, 'known@mailbox.test');
  const ends = new Set<string>();
  for (const claims of [
    { email: 'new@mailbox.test', email_verified: true },
    { email: 'known@mailbox.test', email_verified: true },
    { email: 'new@corp.test', email_verified: false },
    { email: 'new@corp.test' },
    { email: 'new@sub.corp.test', email_verified: true },
    { email: 'new@corp.test@mailbox.test', email_verified: true },
    { email: 'none', email_verified: true },
    { email: 7, email_verified: true },
    {},
  ]) {
    under.provider.claims = { sub: randomUUID(), ...claims };
    const end = await byProvider(under);
    assert.equal(errorOf(end), 'provider_email_needs_verification', JSON.stringify(claims));
    ends.add(end.href);
  }
  assert.equal(ends.size, 1, 'known and unknown are answered alike');
  for (const email of ['new@mailbox.test', 'new@corp.test', 'new@sub.corp.test']) {
    assert.equal(await under.facility.store.users.byEmail(email), undefined);
  }
});

test('an account prepared at an unconfirmed address is deleted when the owner signs in by a provider', async () => {
  const under = await underProvider(after);
  const { accounts, store } = under.facility;
  const planted = await accounts.make('jane@corp.test', { planted: true }, 'scrypt$a$b');
  const end = await byProvider(under);
  const { user } = (await under.browser().getUser(fragmentOf(end).access_token)).data;
  assert.equal(user?.id, planted?.id);
  assert.deepEqual(user?.user_metadata, {});
  assert.equal((await store.users.byId(planted?.id ?? ''))?.password, null);
});

test('a provider sign-in joins no account whose letter is used meanwhile', async (t) => {
  const under = await underProvider(after);
  const { users, identities } = under.facility.store;
  const email = 'jane@corp.test';
  await under.browser().signInWithOtp({ email });
  const { link } = await under.letters.to(email);
  const byEmail = users.byEmail.bind(users);
  const looked = t.mock.method(users, 'byEmail', async (wanted: string) => {
    looked.mock.restore();
    const user = await byEmail(wanted);
    const used = await under.browser().verifyOtp({ type: 'email', token_hash: link });
    assert.equal(used.error, null);
    return user;
  });
  assert.equal(errorOf(await byProvider(under)), 'provider_email_needs_verification');
  assert.equal(looked.mock.callCount(), 1);
  assert.equal(errorOf(await byProvider(under)), 'provider_email_needs_verification');
  const user = await users.byEmail(email);
  const names = (await identities.of(user?.id ?? '')).map(({ provider }) => provider);
  assert.deepEqual(names, ['email']);
});

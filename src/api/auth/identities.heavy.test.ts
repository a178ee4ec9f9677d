import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { factor } from '#store/sessions/auth-rows.fixture.ts';
import { ANON_KEY } from '#support/api.ts';
import { authUnderTest, challengeOf } from '#support/auth.ts';
import {
  APP,
  byLetter,
  byProvider,
  EMAIL,
  errorOf,
  fragmentOf,
  PROVIDER,
  type UnderProvider,
  underProvider,
} from '#support/with-provider.ts';

type Somebody = Awaited<ReturnType<typeof byLetter>>;

/** The browser of a user who goes to the provider to link an account there. */
async function linking(under: UnderProvider, { authorization }: Somebody, more = '') {
  const browser = under.newBrowser();
  const path = `/auth/v1/user/identities/authorize?provider=${PROVIDER}&redirect_to=${APP}/&skip_http_redirect=true${more}`;
  const response = await under.api.request(path, {
    headers: { authorization, apikey: ANON_KEY },
  });
  browser.take(response);
  const { url }: { url: string } = JSON.parse(await response.text());
  return { browser, callback: await under.provider.visit(url) };
}

async function linked(under: UnderProvider, somebody: Somebody): Promise<URL> {
  const { browser, callback } = await linking(under, somebody);
  // Identities are listed in the order of their creation.
  under.time.now += 1000;
  return browser.finish(callback);
}

const identitiesOf = async ({ client }: Somebody) =>
  (await client.getUserIdentities()).data?.identities ?? [];

test('an account is linked to the signed-in user, signs in from then on, and the session continues', async () => {
  const under = await underProvider(after);
  const somebody = await byLetter(under);
  under.provider.claims = { sub: 'subject-7', email: 'x@elsewhere.test', email_verified: true };
  const end = await linked(under, somebody);
  assert.equal(end.origin, APP);
  const before = (await somebody.client.getClaims()).data?.claims.session_id;
  const now = await under.browser().getClaims(fragmentOf(end).access_token);
  assert.equal(now.data?.claims.session_id, before);
  const providers = (await identitiesOf(somebody)).map(({ provider }) => provider);
  assert.deepEqual(providers, ['email', PROVIDER]);
  const { user } = (await under.browser().getUser(fragmentOf(await byProvider(under)).access_token))
    .data;
  assert.deepEqual([user?.id, user?.email], [somebody.userId, EMAIL]);
});

test('the stock client links by the returned address, and gets a code after a challenge', async () => {
  const under = await underProvider(after);
  const somebody = await byLetter(under, EMAIL, 'pkce');
  const { data, error } = await somebody.client.linkIdentity({
    provider: PROVIDER,
    options: { redirectTo: `${APP}/`, skipBrowserRedirect: true },
  });
  assert.equal(error, null);
  assert.equal(new URL(data.url ?? '').origin, 'https://provider.test');
  const verifier = 'v'.repeat(43);
  const challenge = new URLSearchParams(challengeOf(verifier)).toString();
  const { browser, callback } = await linking(under, somebody, `&${challenge}`);
  const code = (await browser.finish(callback)).searchParams.get('code');
  const body = JSON.stringify({ auth_code: code, code_verifier: verifier });
  const answer = await under.send('POST', '/auth/v1/token?grant_type=pkce', body);
  assert.equal(answer.status, 200);
  assert.equal((await identitiesOf(somebody)).length, 2);
});

test('a session that ends while the provider’s answer is checked links no account', async (t) => {
  const under = await underProvider(after);
  const somebody = await byLetter(under);
  const { sessions, identities } = under.store.auth;
  const { facility } = under;
  const reread = facility.sessions.reread.bind(facility.sessions);
  const { browser, callback } = await linking(under, somebody);
  t.mock.method(facility.sessions, 'reread', async (id: string) => {
    const session = await reread(id);
    await sessions.deleteAllOf(somebody.userId);
    return session;
  });
  assert.equal(errorOf(await browser.finish(callback)), 'session_not_found');
  assert.equal((await identities.of(somebody.userId)).length, 1);
});

test('a link from a stranger cannot link the victim’s account to the stranger', async () => {
  const under = await underProvider(after);
  const attacker = await byLetter(under, 'attacker@mailbox.test');
  const challenge = `&code_challenge=${'c'.repeat(43)}&code_challenge_method=s256`;
  for (const more of ['', challenge]) {
    const { callback } = await linking(under, attacker, more);
    const victim = under.newBrowser();
    assert.equal(errorOf(await victim.finish(callback)), 'bad_oauth_state');
  }
  assert.equal((await identitiesOf(attacker)).length, 1);
});

test('a pending link ends with its session, and another user’s account stays theirs', async () => {
  const under = await underProvider(after);
  const [one, other] = [await byLetter(under), await byLetter(under, 'other@mailbox.test')];
  await linked(under, one);
  assert.equal(errorOf(await linked(under, other)), 'identity_already_exists');
  assert.equal(errorOf(await linked(under, one)), 'identity_already_exists');
  under.provider.claims.sub = 'subject-2';
  const { browser, callback } = await linking(under, other);
  await other.client.signOut();
  assert.equal(errorOf(await browser.finish(callback)), 'session_not_found');
});

test('an anonymous user has an address once a provider proves one', async () => {
  const under = await underProvider(after);
  const { accounts } = under.facility;
  const nobody = await accounts.make(null, {}, null);
  const answer = await accounts.signIn(nobody?.id ?? '', 'anonymous', false);
  const client = under.browser();
  const { accessToken: access_token = '', refreshToken: refresh_token = '' } = answer ?? {};
  await client.setSession({ access_token, refresh_token });
  assert.ok(nobody);
  await linked(under, { client, userId: nobody.id, authorization: `Bearer ${access_token}` });
  const { user } = (await client.getUser()).data;
  assert.deepEqual([user?.email, user?.is_anonymous], ['jane@corp.test', false]);
});

test('one of two identities can be removed, the last one cannot', async () => {
  const under = await underProvider(after);
  const somebody = await byLetter(under);
  await linked(under, somebody);
  const [, account] = await identitiesOf(somebody);
  assert.ok(account);
  assert.equal((await somebody.client.unlinkIdentity(account)).error, null);
  const [last, ...more] = await identitiesOf(somebody);
  assert.ok(last && more.length === 0);
  const { error } = await somebody.client.unlinkIdentity(last);
  assert.deepEqual([error?.status, error?.code], [422, 'single_identity_not_deletable']);
  assert.equal(errorOf(await byProvider(under)), undefined, 'the account is free again');
});

test('an identity of another user, or an unknown or invalid one, is not found', async () => {
  const under = await underProvider(after);
  const [one, other] = [await byLetter(under), await byLetter(under, 'other@mailbox.test')];
  await linked(under, one);
  const [, account] = await identitiesOf(one);
  const headers = { authorization: other.authorization };
  const asked = async (id: string, given: Record<string, string> = headers) => {
    const { status, json } = await under.send(
      'DELETE',
      `/auth/v1/user/identities/${id}`,
      undefined,
      given,
    );
    return [status, json.error_code];
  };
  assert.deepEqual(await asked(account?.identity_id ?? ''), [422, 'identity_not_found']);
  assert.deepEqual(await asked(randomUUID()), [422, 'identity_not_found']);
  for (const id of ['x', `${randomUUID()}x`, '%00', '__proto__', 'x'.repeat(500)]) {
    assert.deepEqual(await asked(id), [404, 'validation_failed'], id);
  }
  assert.deepEqual(await asked(randomUUID(), {}), [401, 'no_authorization']);
});

test('removing the identity of the address also removes the address, and fails if no other one has an address', async () => {
  const under = await underProvider(after);
  const somebody = await byLetter(under);
  under.provider.claims = { sub: 'subject-1', email: 'jane@mailbox.test', email_verified: true };
  await linked(under, somebody);
  const [own] = await identitiesOf(somebody);
  assert.ok(own);
  const { error } = await somebody.client.unlinkIdentity(own);
  assert.deepEqual([error?.status, error?.code], [422, 'email_conflict_identity_not_deletable']);
  under.provider.claims = { sub: 'subject-2', email: 'jane@corp.test', email_verified: true };
  await linked(under, somebody);
  const taken = await byLetter(under, 'jane@corp.test');
  assert.equal(
    (await somebody.client.unlinkIdentity(own)).error?.code,
    'email_conflict_identity_not_deletable',
  );
  await under.facility.store.users.delete(taken.userId);
  assert.equal((await somebody.client.unlinkIdentity(own)).error, null);
  assert.equal((await somebody.client.getUser()).data.user?.email, 'jane@corp.test');
});

test('a letter to the removed address is void, and its reader is notified of the change', async () => {
  const under = await underProvider(after);
  const somebody = await byLetter(under);
  under.provider.claims = { sub: 'subject-2', email: 'jane@corp.test', email_verified: true };
  await linked(under, somebody);
  const [own] = await identitiesOf(somebody);
  assert.ok(own);
  await under.browser().signInWithOtp({ email: EMAIL });
  const { link } = await under.letters.to(EMAIL);
  assert.equal((await somebody.client.unlinkIdentity(own)).error, null);
  const { error } = await under.browser().verifyOtp({ type: 'email', token_hash: link });
  assert.equal(error?.code, 'otp_expired');
  const { oneTime } = under.facility.store;
  assert.ok(await oneTime.find(somebody.userId, 'not_me_old'), 'it is sent with a way back');
});

test('if there is a second factor, an identity can be added or removed only with it', async () => {
  const under = await underProvider(after);
  const somebody = await byLetter(under);
  await linked(under, somebody);
  const [, account] = await identitiesOf(somebody);
  await under.facility.store.factors.insert(factor(somebody.userId, { verified: true }));
  assert.ok(account);
  const { error } = await somebody.client.unlinkIdentity(account);
  assert.deepEqual([error?.status, error?.code], [403, 'insufficient_aal']);
  const { error: other } = await somebody.client.linkIdentity({ provider: PROVIDER });
  assert.deepEqual([other?.status, other?.code], [403, 'insufficient_aal']);
  const session = (await somebody.client.getClaims()).data?.claims.session_id ?? '';
  const found = await under.facility.sessions.find(session);
  assert.ok(found);
  await under.facility.sessions.raise(found, 'totp', true);
  assert.equal((await somebody.client.unlinkIdentity(account)).error, null);
});

test('without a provider a callback signs no one in', async () => {
  const under = await authUnderTest(after);
  const callback = await under.api.request('/auth/v1/callback?code=a&state=b');
  assert.equal(callback.status, 303);
  assert.match(callback.headers.get('location') ?? '', /error_code=bad_oauth_state/);
});

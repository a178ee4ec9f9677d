import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import {
  byLetter,
  byProvider,
  EMAIL,
  errorOf,
  identitiesOf,
  linked,
  linking,
} from '#support/identities.ts';
import { APP, fragmentOf, PROVIDER, underProvider } from '#support/with-provider.ts';

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
  assert.deepEqual([user?.id, user?.email], [somebody.user.id, EMAIL]);
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
  const hashed = createHash('sha256').update(verifier).digest('base64url');
  const challenge = `&code_challenge=${hashed}&code_challenge_method=s256`;
  const { browser, callback } = await linking(under, somebody, challenge);
  const code = (await browser.finish(callback)).searchParams.get('code');
  const body = JSON.stringify({ auth_code: code, code_verifier: verifier });
  const answer = await under.send('POST', '/auth/v1/token?grant_type=pkce', body);
  assert.equal(answer.status, 200);
  assert.equal((await identitiesOf(somebody)).length, 2);
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
  await linked(under, { client, user: nobody, authorization: `Bearer ${access_token}` });
  const { user } = (await client.getUser()).data;
  assert.deepEqual([user?.email, user?.is_anonymous], ['jane@corp.test', false]);
});

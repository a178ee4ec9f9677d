import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { factor } from '#store/sessions/auth-rows.fixture.ts';
import { authUnderTest } from '#support/auth.ts';
import { byLetter, byProvider, EMAIL, errorOf, identitiesOf, linked } from '#support/identities.ts';
import { PROVIDER, underProvider } from '#support/with-provider.ts';

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
  await under.facility.store.users.delete(taken.user.id);
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
  assert.ok(await oneTime.find(somebody.user.id, 'not_me_old'), 'it is sent with a way back');
});

test('if there is a second factor, an identity can be added or removed only with it', async () => {
  const under = await underProvider(after);
  const somebody = await byLetter(under);
  await linked(under, somebody);
  const [, account] = await identitiesOf(somebody);
  await under.facility.store.factors.insert(factor(somebody.user.id, { verified: true }));
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

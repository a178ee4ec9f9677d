import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { byLetter, byProvider, errorOf } from '#support/identities.ts';
import { fragmentOf, underProvider } from '#support/with-provider.ts';

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

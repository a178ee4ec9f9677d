import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type AuthUnderTest, authUnderTest } from '#support/auth.ts';
import { signedIn } from '#support/signed-in.ts';

const JANE = 'jane@mailbox.test';
const NEW = 'jane@new.test';

const CREDENTIALS = { email: JANE, password: 'right horse' };

type Browser = ReturnType<AuthUnderTest['browser']>;

const withPasswords = () =>
  authUnderTest(after, { switches: { passwords: true, anonymous: false, autoconfirm: false } });

test('with passwords: sign-up, confirmation, sign-in, change, and all other sessions end', async () => {
  const under = await withPasswords();
  const client = under.browser();
  const weak = await client.signUp({ email: JANE, password: '12345' });
  assert.equal(weak.error?.code, 'weak_password');
  assert.equal((await client.signUp(CREDENTIALS)).data.session, null);
  const early = await client.signInWithPassword(CREDENTIALS);
  assert.equal(early.error?.code, 'email_not_confirmed');
  const again = await client.signUp({ email: JANE, password: 'other horse' });
  assert.equal(again.error, null, 'a known address does not show');
  const { link, kind } = await under.letters.to(JANE);
  assert.equal(kind, 'signup');
  assert.equal((await client.verifyOtp({ type: 'signup', token_hash: link })).error, null);
  for (const wrong of [
    { ...CREDENTIALS, password: 'x' },
    { ...CREDENTIALS, email: 'n@b.test' },
  ]) {
    const { error } = await client.signInWithPassword(wrong);
    assert.deepEqual(
      [error?.code, error?.message],
      ['invalid_credentials', 'Invalid login credentials'],
    );
  }
  const [one, other] = [under.browser(), under.browser()];
  for (const browser of [one, other]) {
    assert.equal((await browser.signInWithPassword(CREDENTIALS)).error, null);
  }
  const same = await one.updateUser({ password: CREDENTIALS.password });
  assert.equal(same.error?.code, 'same_password');
  assert.equal((await one.reauthenticate()).error, null);
  const nonce = (await under.letters.to(JANE)).code;
  const badNonce = await one.updateUser({
    password: 'new horse',
    nonce: nonce === '000000' ? '1' : '000000',
  });
  assert.equal(badNonce.error?.code, 'reauthentication_not_valid');
  assert.equal((await one.updateUser({ password: 'new horse', nonce })).error, null);
  assert.ok((await one.getUser()).data.user);
  assert.equal((await other.getUser()).error?.name, 'AuthSessionMissingError');
  const old = await client.signInWithPassword(CREDENTIALS);
  assert.equal(old.error?.code, 'invalid_credentials');
});

test("a stranger's password opens nothing once the person has confirmed the address by another letter", async () => {
  const under = await withPasswords();
  const password = 'strange horse';
  for (const [email, type, ask] of [
    [JANE, 'magiclink', (client) => client.signInWithOtp({ email: JANE })],
    [NEW, 'recovery', (client) => client.resetPasswordForEmail(NEW)],
  ] satisfies [string, 'magiclink' | 'recovery', (client: Browser) => Promise<unknown>][]) {
    const stranger = under.browser();
    assert.equal((await stranger.signUp({ email, password })).error, null);
    // It is sent after the response.
    await under.letters.to(email);
    under.letters.sent.length = 0;
    await ask(under.browser());
    const { link, kind } = await under.letters.to(email);
    assert.equal(kind, type);
    assert.equal((await under.browser().verifyOtp({ type, token_hash: link })).error, null);
    const { error } = await stranger.signInWithPassword({ email, password });
    assert.equal(error?.code, 'invalid_credentials', type);
  }
});

test('a password that its owner has confirmed outlives later letters', async () => {
  const under = await withPasswords();
  const client = under.browser();
  await client.signUp(CREDENTIALS);
  for (const type of ['signup', 'magiclink'] as const) {
    const { link, kind } = await under.letters.to(JANE);
    assert.equal(kind, type);
    assert.equal((await client.verifyOtp({ type, token_hash: link })).error, null);
    assert.equal((await under.browser().signInWithPassword(CREDENTIALS)).error, null);
    await under.browser().signInWithOtp({ email: JANE });
  }
});

test('a rejected update changes neither password nor metadata, and sends no letter', async () => {
  const under = await withPasswords();
  const client = under.browser();
  await client.signUp(CREDENTIALS);
  const { link } = await under.letters.to(JANE);
  await client.verifyOtp({ type: 'signup', token_hash: link });
  await client.updateUser({ data: { a: 1 } });
  await signedIn(under, 'taken@mailbox.test');
  under.letters.sent.length = 0;
  const change = { password: 'other horse', data: { a: 2 }, email: NEW };
  for (const [fields, code] of [
    [{ data: { x: 'y'.repeat(9000) } }, 'validation_failed'],
    [{ email: 'taken@mailbox.test' }, 'email_exists'],
    [{ password: CREDENTIALS.password }, 'same_password'],
    [{ password: 'short' }, 'weak_password'],
    [{ nonce: '1' }, 'reauthentication_not_valid'],
  ] as const) {
    const { error } = await client.updateUser({ ...change, ...fields });
    assert.equal(error?.code, code);
  }
  assert.equal((await under.browser().signInWithPassword(CREDENTIALS)).error, null);
  const { user } = (await client.getUser()).data;
  assert.deepEqual([user?.user_metadata.a, user?.new_email], [1, undefined]);
  assert.deepEqual(under.letters.sent, []);
  assert.equal((await client.updateUser(change)).error, null);
  const { error } = await client.signInWithPassword({ ...CREDENTIALS, password: 'other horse' });
  assert.equal(error, null);
});

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type AuthUnderTest, authUnderTest } from '#support/auth.ts';
import { codeOf, newSession } from '#support/signed-in.ts';

const JANE = 'jane@mailbox.test';
const NEW = 'jane@new.test';

type Client = ReturnType<AuthUnderTest['browser']>;

async function signedIn(under: AuthUnderTest, email = JANE) {
  const { token, visitor } = await newSession(under, email);
  return { client: (await visitor()).client, authorization: `Bearer ${token}` };
}

/** Agrees for an address: the old one by its link, the new one by the code that is typed. */
async function agreed(under: AuthUnderTest, client: Client, email: string) {
  const { link, code } = await under.letters.to(email);
  const proof = email === JANE ? { token_hash: link } : { email, token: code };
  return client.verifyOtp({ type: 'email_change', ...proof });
}

test("a code typed to confirm one's own alias agrees to no stranger's address change", async () => {
  const under = await authUnderTest(after);
  const { client } = await signedIn(under);
  await client.updateUser({ email: NEW });
  for (const to of [JANE, NEW]) {
    const { code, link } = await under.letters.to(to);
    for (const proof of [{ email: to, token: code }, { token_hash: link }]) {
      const { error } = await under.browser().verifyOtp({ type: 'email', ...proof });
      assert.equal(error?.code, 'otp_expired');
    }
  }
  assert.equal((await under.facility.store.users.byEmail(JANE))?.newEmailStep, 0);
});

/** A change to `to` in the state of a process that was killed, or called again, before it had made the letters. */
async function pendingWithoutLetters({ facility }: AuthUnderTest, to: string) {
  const { users } = facility.store;
  const user = await users.byEmail(JANE);
  assert.ok(user);
  await users.update(user.id, { newEmail: to, newEmailStep: 0 }, Date.now());
}

for (const by of ['link', 'code'] as const) {
  test(`letters of an earlier change prove no other address, the old one's by ${by}`, async () => {
    const under = await authUnderTest(after);
    const { client } = await signedIn(under);
    await client.updateUser({ email: NEW });
    const letters = [await under.letters.to(NEW), await under.letters.to(JANE)];
    await pendingWithoutLetters(under, 'victim@elsewhere.test');
    for (const { to, link, code } of letters) {
      const byLink = by === 'link' && to === JANE;
      const proof = byLink ? { token_hash: link } : { email: to, token: code };
      const { data, error } = await client.verifyOtp({ type: 'email_change', ...proof });
      assert.deepEqual([data.session, error?.code], [null, 'otp_expired']);
    }
    assert.equal((await client.getUser()).data.user?.email, JANE);
    const { usedBy } = under.letters;
    assert.ok(!usedBy.includes('victim@elsewhere.test'), 'the victim has used no letter');
  });
}

test('if another change begins while a letter is used, an address that did not agree keeps user and alias', async (t) => {
  const under = await authUnderTest(after);
  const { facility, store } = under;
  const { client } = await signedIn(under);
  const [mine, theirs] = ['alias-1000@a.test', 'alias-1001@a.test'];
  await store.insertAlias(
    { real_email: JANE, alias_email: mine },
    { confirmedAt: 1, ticket: null },
  );
  await store.insertAlias({ real_email: NEW, alias_email: theirs });
  const victim = await facility.accounts.findOrMake(NEW);
  await client.updateUser({ email: NEW });
  const { link } = await under.letters.to(JANE);
  const { users } = facility.store;
  const confirmStep = users.confirmStep.bind(users);
  t.mock.method(users, 'confirmStep', async (...step: Parameters<typeof confirmStep>) => {
    await pendingWithoutLetters(under, 'other@elsewhere.test');
    return confirmStep(...step);
  });
  const { error } = await client.verifyOtp({ type: 'email_change', token_hash: link });
  assert.equal(error?.code, 'otp_expired');
  assert.equal((await users.byEmail(NEW))?.id, victim.id);
  const placeOf = async (alias: string) => (await store.aliasByAddress(alias))?.alias.real_email;
  assert.deepEqual([await placeOf(mine), await placeOf(theirs)], [JANE, NEW]);
});

test('the codes of a change belong to their recipients, and work although someone requested a sign-in letter', async () => {
  const under = await authUnderTest(after);
  const { client } = await signedIn(under);
  await under.browser().signInWithOtp({ email: NEW });
  await client.updateUser({ email: NEW });
  const [old, fresh] = [await under.letters.to(JANE), await under.letters.to(NEW)];
  const verify = async (email: string, token: string) =>
    codeOf(await client.verifyOtp({ type: 'email_change', email, token }));
  assert.equal(await verify(NEW, old.code === fresh.code ? '0' : old.code), 'otp_expired');
  assert.equal(await verify(JANE, old.code), 'ok');
  assert.equal(await verify(JANE, old.code), 'otp_expired', 'once');
  assert.equal((await client.getUser()).data.user?.email, JANE, 'one letter is not enough');
  assert.equal(await verify(NEW, fresh.code), 'ok');
  assert.equal((await client.getUser()).data.user?.email, NEW);
});

test('two letters to the old address are not the consent of the new one', async () => {
  const under = await authUnderTest(after);
  const { client } = await signedIn(under);
  for (const time of [1, 2]) {
    await client.updateUser({ email: NEW });
    const { link } = await under.letters.to(JANE);
    if (time === 2) await stepOfTheFirst(under);
    const { data } = await client.verifyOtp({ type: 'email_change', token_hash: link });
    assert.equal(data.session, null);
  }
  assert.equal((await client.getUser()).data.user?.email, JANE);
  assert.equal((await agreed(under, client, NEW)).error, null);
  assert.equal((await client.getUser()).data.user?.email, NEW);
});

/** The first letter was used while the second call ran. */
async function stepOfTheFirst({ facility }: AuthUnderTest) {
  const { users } = facility.store;
  const user = await users.byEmail(JANE);
  assert.ok(user);
  await users.update(user.id, { newEmailStep: 1 }, Date.now());
}

test('a deleted person’s address stays in no change that another one has requested', async () => {
  const under = await authUnderTest(after);
  await signedIn(under);
  await pendingWithoutLetters(under, NEW);
  const { authorization } = await signedIn(under, NEW);
  const { status } = await under.send('DELETE', '/auth/v1/user', undefined, { authorization });
  assert.equal(status, 204);
  assert.equal((await under.facility.store.users.byEmail(JANE))?.newEmail, null);
});

test('an empty password is none, and user metadata are merged', async () => {
  const under = await authUnderTest(after);
  const { client, authorization } = await signedIn(under);
  for (const password of [null, '']) {
    const body = JSON.stringify({ password });
    assert.equal((await under.send('PUT', '/auth/v1/user', body, { authorization })).status, 200);
  }
  const { data } = await client.updateUser({ data: { a: 1, b: 2 } });
  assert.deepEqual(data.user?.user_metadata, { a: 1, b: 2 });
  const changed = await client.updateUser({ data: { b: null } });
  assert.deepEqual(changed.data.user?.user_metadata, { a: 1 });
});

test('with auto-confirm and anonymous users no sign-up waits for a letter', async () => {
  const switches = { passwords: true, anonymous: true, autoconfirm: true };
  const under = await authUnderTest(after, { switches });
  const client = under.browser();
  const { data } = await client.signUp({ email: JANE, password: 'right horse' });
  assert.ok(data.session && data.user?.email_confirmed_at);
  const again = await client.signUp({ email: JANE, password: 'right horse' });
  assert.equal(again.error?.code, 'user_already_exists');
  const otp = await client.signInWithOtp({
    email: 'x@y.test',
    options: { shouldCreateUser: false },
  });
  assert.equal(otp.error?.code, 'otp_disabled');
  const guest = under.browser();
  const { data: anonymous } = await guest.signInAnonymously();
  assert.equal(anonymous.user?.is_anonymous, true);
  assert.deepEqual(under.letters.sent, []);
});

test('with auto-confirm an address that someone uses is still changed by letters only', async () => {
  const switches = { passwords: true, anonymous: true, autoconfirm: true };
  const under = await authUnderTest(after, { switches });
  const client = under.browser();
  await client.signUp({ email: JANE, password: 'right horse' });
  const { data } = await client.updateUser({ email: NEW });
  assert.deepEqual([data.user?.email, data.user?.new_email], [JANE, NEW]);
  const letters = await Promise.all([under.letters.to(JANE), under.letters.to(NEW)]);
  assert.deepEqual(letters.map(({ kind }) => kind).toSorted(), [
    'email_change_current',
    'email_change_new',
  ]);
  assert.equal((await client.getUser()).data.user?.email, JANE);
});

for (const autoconfirm of [true, false]) {
  test(`an anonymous user who proves an address is no longer anonymous, ${autoconfirm ? 'without a' : 'by'} letter`, async () => {
    const switches = { passwords: false, anonymous: true, autoconfirm };
    const under = await authUnderTest(after, { switches });
    const guest = under.browser();
    const { data: before } = await guest.signInAnonymously();
    const { user: first } = before;
    assert.deepEqual([first?.is_anonymous, first?.email_confirmed_at], [true, undefined]);
    assert.equal((await guest.updateUser({ email: JANE })).error, null);
    if (!autoconfirm) {
      const { code: token } = await under.letters.to(JANE);
      const { error } = await guest.verifyOtp({ type: 'email_change', email: JANE, token });
      assert.equal(error, null);
    }
    const { user } = (await guest.getUser()).data;
    assert.deepEqual(
      [user?.id, user?.email, user?.is_anonymous, user?.app_metadata.providers],
      [before.user?.id, JANE, false, ['email']],
    );
  });
}

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { SignInLetter } from '#auth/letters/letter-port.ts';
import { type AuthUnderTest, authUnderTest } from '#support/auth.ts';
import { codeOf, signedIn } from '#support/signed-in.ts';

const JANE = 'jane@mailbox.test';
const NEW = 'jane@new.test';
const CHANGE = ['email_change_current', 'email_change_new'] as const;

/** Jane in two browsers; in the first one she has requested another address. */
async function changing() {
  const under = await authUnderTest(after);
  const [asking, other] = [await signedIn(under, JANE), await signedIn(under, JANE)];
  const { user } = (await asking.client.updateUser({ email: NEW })).data;
  assert.deepEqual([user?.email, user?.new_email], [JANE, NEW]);
  const [old, fresh] = [await under.letters.to(JANE), await under.letters.to(NEW)];
  return { under, asking, other, old, fresh };
}

type Client = ReturnType<AuthUnderTest['browser']>;

/** Types the code of the letter to the new address, with the access token of this client's session. */
async function typedIn({ send }: AuthUnderTest, client: Client, token: string) {
  const authorization = `Bearer ${(await client.getSession()).data.session?.access_token}`;
  const body = JSON.stringify({ type: 'email_change', email: NEW, token });
  return send('POST', '/auth/v1/verify', body, { authorization });
}

const isSignedIn = async (client: Client) => (await client.getUser()).error === null;

test('if the code is last, its response is the one session, and all earlier ones have ended', async () => {
  const { under, asking, other, old, fresh } = await changing();
  await under.browser().verifyOtp({ type: 'email_change', token_hash: old.link });
  const { json } = await typedIn(under, asking.client, fresh.code);
  for (const { client } of [asking, other]) assert.equal(await isSignedIn(client), false);
  const { user } = (await under.browser().getUser(String(json.access_token))).data;
  assert.deepEqual([user?.email, user?.new_email], [NEW, undefined]);
  const { oneTime } = under.facility.store;
  assert.ok(await oneTime.find(asking.userId, 'not_me_old'), 'the notice to the earlier address');
});

for (const by of ['link', 'code'] as const) {
  test(`the old address’s ${by} last: the session in which the code was typed stays, and no other; none begins`, async () => {
    const { under, asking, other, old, fresh } = await changing();
    assert.equal((await typedIn(under, asking.client, fresh.code)).json.code, '200');
    const proof = by === 'link' ? { token_hash: old.link } : { email: JANE, token: old.code };
    const last = await other.client.verifyOtp({ type: 'email_change', ...proof });
    assert.deepEqual([codeOf(last), last.data.session], ['ok', null]);
    assert.equal(await isSignedIn(other.client), false);
    assert.equal((await asking.client.getUser()).data.user?.email, NEW);
  });
}

test('a code that was typed without the session, or in a stranger’s, leaves none of the sessions', async () => {
  for (const stranger of [false, true]) {
    const { under, asking, other, old, fresh } = await changing();
    const { client } = stranger
      ? await signedIn(under, 's@evil.test')
      : { client: under.browser() };
    await typedIn(under, client, fresh.code);
    await under.browser().verifyOtp({ type: 'email_change', token_hash: old.link });
    for (const one of [asking, other]) assert.equal(await isSignedIn(one.client), false);
    assert.equal(await isSignedIn(client), stranger);
  }
});

test('letters that are sent again keep the session in which the code was typed', async () => {
  const { under, asking, fresh } = await changing();
  await typedIn(under, asking.client, fresh.code);
  under.letters.sent.length = 0;
  const code_challenge = 'c'.repeat(43);
  const body = { type: 'email_change', email: JANE, code_challenge, code_challenge_method: 's256' };
  await under.send('POST', '/auth/v1/resend', JSON.stringify(body));
  const { link } = await under.letters.to(JANE);
  // They do not count as sign-in letters of the new address, whoever requests them.
  assert.deepEqual(under.letters.requestedBy.at(-1)?.change, { to: NEW });
  await under.browser().verifyOtp({ type: 'email_change', token_hash: link });
  assert.equal((await asking.client.getUser()).data.user?.email, NEW);
});

test('the typed code is found among all users with that pending address', async () => {
  const { under, asking, old, fresh } = await changing();
  const stranger = await signedIn(under, 's@evil.test');
  assert.equal(codeOf(await stranger.client.updateUser({ email: NEW })), 'ok');
  const jane = under.browser();
  const half = await jane.verifyOtp({ type: 'email_change', email: NEW, token: fresh.code });
  assert.equal(codeOf(half), 'ok');
  await jane.verifyOtp({ type: 'email_change', token_hash: old.link });
  const { users } = under.facility.store;
  assert.equal((await users.byEmail(NEW))?.id, asking.userId);
  assert.equal((await users.byId(stranger.userId))?.email, 's@evil.test');
});

test('five wrong codes of an address block lock that block, and twenty in all void the code', async () => {
  const { under, fresh } = await changing();
  const { redeeming, store } = under.facility;
  const wrong = fresh.code === '000000' ? '000001' : '000000';
  const typed = async (requester: string, code: string) =>
    (await redeeming.code(NEW, code, CHANGE, { requester, session: undefined })).kind;
  for (let n = 1; n <= 5; n++) assert.equal(await typed(`192.0.2.${n}`, wrong), 'expired');
  assert.equal(await typed('192.0.2.99', fresh.code), 'expired', 'this block is locked');
  for (let n = 0; n < 14; n++) await typed(`198.51.${n}.1`, wrong);
  assert.equal(await typed('203.0.113.7', fresh.code), 'half', 'the twentieth try');
  const user = await store.users.byEmail(JANE);
  assert.ok(user);
  await store.users.update(user.id, { newEmail: null }, under.time.now);
  const { client } = await signedIn(under, JANE);
  await client.updateUser({ email: NEW });
  const { code } = await under.letters.to(NEW);
  const other = code === wrong ? '000002' : wrong;
  for (let n = 0; n < 20; n++) await typed(`198.51.${n}.1`, other);
  assert.equal(await typed('203.0.113.7', code), 'expired', 'the code is dead');
});

test('of twenty codes of one block at the same moment five are tried', async () => {
  const { under, fresh } = await changing();
  const { redeeming, store } = under.facility;
  const wrong = fresh.code === '000000' ? '000001' : '000000';
  const typist = { requester: '192.0.2.1', session: undefined };
  await Promise.all(Array.from({ length: 20 }, () => redeeming.code(NEW, wrong, CHANGE, typist)));
  const user = await store.users.byEmail(JANE);
  assert.equal((await store.oneTime.find(user?.id ?? '', 'email_change_new'))?.tries, 5);
});

test('the code to the new address works for 24 hours', async () => {
  const { under, fresh } = await changing();
  const verified = () =>
    under.browser().verifyOtp({ type: 'email_change', email: NEW, token: fresh.code });
  under.time.now += 86_400_000 - 1;
  assert.equal(codeOf(await verified()), 'ok');
  const late = await changing();
  late.under.time.now += 86_400_000;
  const proof = { email: NEW, token: late.fresh.code };
  const { error } = await late.under.browser().verifyOtp({ type: 'email_change', ...proof });
  assert.equal(error?.code, 'otp_expired');
});

test('a change, and its letters once more, get a response within ten seconds although the old mailbox’s server is silent', async (t) => {
  const under = await authUnderTest(after);
  const { client } = await signedIn(under, JANE);
  const { data } = await client.getSession();
  const authorization = `Bearer ${data.session?.access_token}`;
  const send = under.letters.send.bind(under.letters);
  t.mock.method(under.letters, 'send', async (letter: SignInLetter) => {
    const verdict = await send(letter);
    return letter.to === JANE ? new Promise<never>(() => {}) : verdict;
  });
  // The ten seconds pass at once.
  const { setTimeout: real } = globalThis;
  type Run = (...given: unknown[]) => void;
  t.mock.method(globalThis, 'setTimeout', (run: Run, ms = 0, ...given: unknown[]) =>
    real(run, ms === 10_000 ? 0 : ms, ...given),
  );
  for (const [method, path, body] of [
    ['PUT', 'user', { email: NEW }],
    ['POST', 'resend', { type: 'email_change', email: JANE }],
  ] as const) {
    under.letters.sent.length = 0;
    const sent = JSON.stringify(body);
    const { status } = await under.send(method, `/auth/v1/${path}`, sent, { authorization });
    assert.equal(status, 200);
    for (const to of [JANE, NEW]) await under.letters.to(to);
  }
});

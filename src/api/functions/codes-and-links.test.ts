import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type AuthUnderTest, authUnderTest } from '#support/auth.ts';
import { codeOf, newSession, signedIn } from '#support/signed-in.ts';

const JANE = 'jane@mailbox.test';
const MINUTE = 60_000;
const ROW = { real_email: JANE, alias_email: 'alias-1000@a.test' };

const shownIn = ({ send }: AuthUnderTest, token: string) =>
  send('POST', '/functions/v1/device-code', '{}', { authorization: `Bearer ${token}` });

test('a code from one browser signs in another one, once; no letter is needed, and a notice reports it', async () => {
  const under = await authUnderTest(after);
  const { userId, token, visitor } = await newSession(under, JANE);
  const { status, json } = await shownIn(under, token);
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(json), ['code', 'expires_in']);
  assert.match(String(json.code), /^\d{6}$/);
  assert.equal(json.expires_in, 600);
  const other = under.browser();
  const verify = () => other.verifyOtp({ type: 'email', email: JANE, token: String(json.code) });
  assert.equal((await verify()).data.user?.id, userId);
  assert.equal(codeOf(await verify()), 'otp_expired');
  assert.deepEqual([under.letters.sent, under.letters.usedBy], [[], []]);
  assert.deepEqual(under.letters.notices, [{ notice: 'session-by-code', to: JANE }]);
  const { client } = await visitor();
  assert.equal((await client.getUser()).error, null, 'the first one stays signed in');
});

test('a code for another browser is valid for ten minutes and five tries, and the next one voids it', async () => {
  const under = await authUnderTest(after);
  const session = await newSession(under, JANE);
  const show = async () => String((await shownIn(under, session.token)).json.code);
  const type = async (token: string) =>
    codeOf(await under.browser().verifyOtp({ type: 'email', email: JANE, token }));
  const late = await show();
  under.time.now += 10 * MINUTE;
  assert.equal(await type(late), 'otp_expired');
  const tried = await show();
  const wrong = tried === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 5; tries++) assert.equal(await type(wrong), 'otp_expired');
  assert.equal(await type(tried), 'otp_expired');
  const [first, second] = [await show(), await show()];
  if (first !== second) assert.equal(await type(first), 'otp_expired');
  under.time.now += 10 * MINUTE - 1;
  assert.equal(await type(second), 'ok');
});

test('a code for another browser ends with the session that shows it: by a sign-out there, or as its token was copied', async () => {
  for (const end of ['sign-out', 'misuse'] as const) {
    const under = await authUnderTest(after);
    const { token, visitor } = await newSession(under, JANE);
    const { client } = await visitor();
    const { refresh_token } = (await client.getSession()).data.session ?? {};
    const code = String((await shownIn(under, token)).json.code);
    if (end === 'sign-out') await client.signOut({ scope: 'local' });
    else {
      for (let times = 0; times < 2; times += 1) await client.refreshSession();
      under.time.now += 10_000;
      const body = JSON.stringify({ refresh_token });
      const again = await under.send('POST', '/auth/v1/token?grant_type=refresh_token', body);
      assert.equal(again.json.error_code, 'refresh_token_already_used');
    }
    const typed = await under.browser().verifyOtp({ type: 'email', email: JANE, token: code });
    assert.equal(codeOf(typed), 'otp_expired', end);
  }
});

test('sessions that end while their code is typed take the one that it begins with them', async (t) => {
  const under = await authUnderTest(after);
  const { userId, token } = await newSession(under, JANE);
  const code = String((await shownIn(under, token)).json.code);
  const { sessions, users } = under.store.auth;
  const signedInAs = users.signedIn.bind(users);
  t.mock.method(users, 'signedIn', async (...by: Parameters<typeof users.signedIn>) => {
    await sessions.deleteAllOf(userId);
    return signedInAs(...by);
  });
  const typed = await under.browser().verifyOtp({ type: 'email', email: JANE, token: code });
  assert.equal(codeOf(typed), 'otp_expired');
  assert.deepEqual([await sessions.of(userId), under.letters.notices], [[], []]);
});

test('without a session, after its end, and for an anonymous user there is no code for another browser', async () => {
  const switches = { passwords: false, anonymous: true, autoconfirm: true };
  const under = await authUnderTest(after, { switches });
  const none = await under.send('POST', '/functions/v1/device-code', '{}');
  assert.deepEqual([none.status, none.json.code], [401, 'PGRST301']);
  const { userId, token } = await newSession(under, JANE);
  await under.facility.sessions.endOf(userId);
  const ended = await shownIn(under, token);
  assert.deepEqual([ended.status, ended.json.code], [401, 'PGRST301']);
  const { data } = await under.browser().signInAnonymously();
  assert.equal((await shownIn(under, data.session?.access_token ?? '')).status, 401);
  const { status } = await under.api.request('/functions/v1/device-code', { method: 'POST' });
  assert.equal(status, 401, 'without the public key');
});

/** An installation with confirmed addresses, and a stranger's request for an alias and a letter. */
async function asked() {
  const under = await authUnderTest(after, { ownership: { mode: 'confirmed', since: 0 } });
  await under.store.insertAlias(ROW);
  await under.browser().signInWithOtp({ email: JANE });
  return { ...under, letter: await under.letters.to(JANE) };
}

const notMe = ({ send }: AuthUnderTest, token_hash: unknown) =>
  send('POST', '/functions/v1/not-me', JSON.stringify({ token_hash }));

test('the reader of an unwanted letter declines by its link: row and user are deleted, letters stop, and the link is used up', async () => {
  const under = await asked();
  const { status, text } = await notMe(under, under.letter.link);
  assert.deepEqual([status, text], [200, '{}']);
  assert.deepEqual(await under.store.aliasesOf(JANE), []);
  assert.equal(await under.store.auth.users.byEmail(JANE), undefined);
  assert.deepEqual(under.letters.declinedBy, [{ address: JANE, isOwner: false }]);
  assert.deepEqual(
    under.switched.map(({ alias_email }) => alias_email),
    [ROW.alias_email],
  );
  const again = await notMe(under, under.letter.link);
  assert.deepEqual([again.status, again.json.code], [403, 'otp_expired']);
  const yes = await under.browser().verifyOtp({ type: 'email', token_hash: under.letter.link });
  assert.equal(codeOf(yes), 'otp_expired');
});

test("a letter's link reveals what it would confirm, with a masked address, and stays unused; a wrong, late or used one reveals nothing", async () => {
  const under = await asked();
  const about = (token_hash: string) =>
    under.send('POST', '/functions/v1/asked-for', JSON.stringify({ token_hash }));
  const { link } = under.letter;
  for (let times = 0; times < 2; times += 1) {
    const { status, json } = await about(link);
    assert.deepEqual(
      [status, json],
      [200, { address: 'j***@mailbox.test', alias: ROW.alias_email }],
    );
  }
  for (const token of [`${link.slice(1)}A`, 'x', under.letter.code]) {
    const { status, json } = await about(token);
    assert.deepEqual([status, json.code], [403, 'otp_expired'], token);
  }
  await under.browser().verifyOtp({ type: 'email', token_hash: link });
  assert.equal((await about(link)).status, 403);
  // The next letter signs its owner in, and names no alias.
  under.letters.sent.length = 0;
  await under.browser().signInWithOtp({ email: JANE });
  const next = (await under.letters.to(JANE)).link;
  assert.deepEqual((await about(next)).json, { address: 'j***@mailbox.test', alias: null });
  under.time.now += 86_400_000;
  assert.equal((await about(next)).status, 403);
});

test('a wrong, late, used or invalid link declines nothing', async () => {
  const under = await asked();
  for (const token of [`${under.letter.link.slice(1)}A`, 'x', under.letter.code]) {
    const { status, json } = await notMe(under, token);
    assert.deepEqual([status, json.code], [403, 'otp_expired'], token);
  }
  for (const token of [undefined, 7, '', 'x'.repeat(257), '\0']) {
    assert.equal((await notMe(under, token)).status, 400);
  }
  under.time.now += 86_400_000;
  assert.equal((await notMe(under, under.letter.link)).status, 403);
  assert.equal((await under.store.aliasesOf(JANE)).length, 1);
});

test('an owner who declines a letter keeps the alias and the account', async () => {
  const under = await asked();
  await under.browser().verifyOtp({ type: 'email', token_hash: under.letter.link });
  under.letters.sent.length = 0;
  await under.browser().signInWithOtp({ email: JANE });
  const { link } = await under.letters.to(JANE);
  assert.equal((await notMe(under, link)).status, 200);
  assert.equal((await under.store.aliasesOf(JANE)).length, 1);
  assert.ok(await under.store.auth.users.byEmail(JANE));
  assert.deepEqual(under.letters.declinedBy, [{ address: JANE, isOwner: true }]);
});

test('a letter of an address change, and a code for another browser, cannot be declined', async () => {
  const under = await asked();
  const { client } = await signedIn(under, 'ann@mailbox.test');
  await client.updateUser({ email: 'new@mailbox.test' });
  for (const to of ['ann@mailbox.test', 'new@mailbox.test']) {
    assert.equal((await notMe(under, (await under.letters.to(to)).link)).status, 403);
  }
});

test('bodies that are oversized, not UTF-8, not an object, too deep or malicious are rejected in the format of a function', async () => {
  const { send, api } = await authUnderTest(after);
  const refused = async (body: string, headers = {}) => {
    const { status, json } = await send('POST', '/functions/v1/not-me', body, headers);
    assert.equal(typeof json.message, 'string');
    return [status, json.code];
  };
  assert.deepEqual(await refused('x'.repeat(70_000)), [413, 'PGRST102']);
  for (const body of ['{', '['.repeat(30_000)]) {
    assert.deepEqual(await refused(body), [400, 'PGRST102']);
  }
  for (const body of ['[]', 'null', '7']) assert.deepEqual(await refused(body), [400, 'bad_json']);
  assert.deepEqual(await refused('{"__proto__":{"token_hash":"x"}}'), [400, 'validation_failed']);
  assert.deepEqual(await refused('{}', { 'content-type': 'text/plain' }), [415, 'PGRST107']);
  assert.deepEqual(await refused('{}', { apikey: 'x' }), [401, 'PGRST301']);
  const { status } = await api.request('/functions/v1/not-me', { method: 'POST' });
  assert.equal(status, 401);
});

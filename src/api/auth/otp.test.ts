import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { limiting } from '#api/limits/limiting.fixture.ts';
import { asked, type AuthUnderTest, authUnderTest } from '#support/auth.ts';

const JANE = 'jane@mailbox.test';

/** Jane's letters, and what she does with them, without the stock client. */
function calls({ send, letters }: AuthUnderTest) {
  /** Requests a letter, and waits for it. */
  const ask = async (path = 'otp', headers: Record<string, string> = {}) => {
    letters.sent.length = 0;
    await send('POST', `/auth/v1/${path}`, JSON.stringify({ email: JANE }), headers);
    return letters.to(JANE);
  };
  /** @returns the status of the answer */
  const redeem = async (proof: object) =>
    (await send('POST', '/auth/v1/verify', JSON.stringify({ type: 'email', ...proof }))).status;
  const byCode = (token: string) => redeem({ email: JANE, token });
  const byLink = (token_hash: string) => redeem({ token_hash });
  return { ask, redeem, byCode, byLink };
}

test('a code from the letter signs in, and confirms the address', async () => {
  const { browser, letters } = await authUnderTest(after);
  const client = browser();
  const { error } = await client.signInWithOtp({ email: JANE });
  assert.equal(error, null);
  const { code, kind } = await letters.to(JANE);
  assert.equal(kind, 'magiclink');
  const { data } = await client.verifyOtp({ type: 'email', email: JANE, token: code });
  assert.equal(data.user?.email, JANE);
  assert.ok(data.user.email_confirmed_at);
  assert.ok(data.session);
  assert.deepEqual(letters.usedBy, [JANE]);
});

test('a link signs in once, as its own kind or as email', async () => {
  const { ask, redeem } = calls(await authUnderTest(after));
  const { link: token_hash } = await ask();
  assert.equal(await redeem({ type: 'recovery', token_hash }), 403);
  assert.equal(await redeem({ token_hash: `${token_hash.slice(1)}A` }), 403);
  assert.equal(await redeem({ token_hash }), 200);
  assert.equal(await redeem({ type: 'magiclink', token_hash }), 403);
  const { link, kind } = await ask('recover');
  assert.equal(kind, 'recovery');
  assert.equal(await redeem({ type: 'recovery', token_hash: link }), 200);
});

test('a link and a code have expired if their user is deleted while they are read', async (t) => {
  for (const by of ['link', 'code'] as const) {
    const under = await authUnderTest(after, { ownership: { mode: 'confirmed', since: 0 } });
    const { ask, byCode, byLink } = calls(under);
    const letter = await ask();
    const { users } = under.store.auth;
    t.mock.method(users, 'byId', async (id: string) => {
      await users.delete(id);
      return undefined;
    });
    assert.equal(await (by === 'link' ? byLink(letter.link) : byCode(letter.code)), 403, by);
  }
});

test('a later letter voids the earlier one, and a link lives a day, a code 15 minutes', async () => {
  const under = await authUnderTest(after);
  const { ask, byCode, byLink } = calls(under);
  const [first, second] = [await ask(), await ask()];
  assert.equal(await byLink(first.link), 403);
  under.time.now += 15 * 60_000;
  assert.equal(await byCode(second.code), 403);
  under.time.now += 24 * 3_600_000 - 15 * 60_000 - 1;
  assert.equal(await byLink(second.link), 200);
  const third = await ask();
  under.time.now += 24 * 3_600_000;
  assert.equal(await byLink(third.link), 403);
});

for (const path of ['otp', 'recover'] as const) {
  test(`a stranger’s ${path} leaves the link and the code that the owner’s browser has requested`, async () => {
    const under = await authUnderTest(after);
    await under.facility.accounts.findOrMake(JANE);
    const { ask, byCode, byLink } = calls(under);
    const own = { cookie: `veilpost-device=${under.facility.browsers.cookieOf(JANE)}` };
    const [first, second] = [await ask(path, own), await ask(path, own)];
    const [third, fourth] = [await ask(path), await ask(path)];
    assert.equal(second.kind, fourth.kind, 'the letters look alike');
    assert.equal(await byLink(first.link), 403, 'a later one of the owner voids it');
    assert.equal(await byLink(third.link), 403);
    assert.equal(await byLink(second.link), 200);
    assert.equal(await byCode(second.code), 200);
    assert.equal(await byCode(fourth.code), 200);
    assert.equal(await byLink(fourth.link), 403, 'a used code voids its link');
  });
}

test('a robot that presses the button of the link leaves the code to its reader, for its 15 minutes and once', async () => {
  const under = await authUnderTest(after);
  const { ask, byCode, byLink } = calls(under);
  const first = await ask();
  assert.deepEqual([await byLink(first.link), await byLink(first.link)], [200, 403]);
  under.time.now += 15 * 60_000 - 1;
  assert.deepEqual([await byCode(first.code), await byCode(first.code)], [200, 403]);
  const late = await ask();
  assert.equal(await byLink(late.link), 200);
  under.time.now += 15 * 60_000;
  assert.equal(await byCode(late.code), 403);
  const declined = await ask();
  assert.equal(await under.facility.redeeming.decline(declined.link), 'declined');
  assert.equal(await byCode(declined.code), 403, '‘not me’ voids both');
});

test('recover, and otp without create_user, answer alike for known and unknown users', async () => {
  const { send, facility, letters } = await authUnderTest(after);
  await facility.accounts.findOrMake(JANE);
  for (const [path, more] of [
    ['recover', {}],
    ['otp', { create_user: false }],
  ] as const) {
    const ask = (email: string) =>
      send('POST', `/auth/v1/${path}`, JSON.stringify({ email, ...more }));
    const [known, unknown] = [await ask(JANE), await ask('nobody@mailbox.test')];
    assert.deepEqual([known.status, known.text], [200, '{}']);
    assert.deepEqual([unknown.status, unknown.text], [200, '{}']);
    await letters.to(JANE);
    assert.ok(letters.sent.every(({ to }) => to === JANE));
    letters.sent.length = 0;
  }
  assert.equal(await facility.accounts.find('nobody@mailbox.test'), undefined);
});

test('an address that the remote server rejects is reported, and a deferred one is not', async () => {
  const { browser, letters } = await authUnderTest(after);
  letters.verdict = 'refused';
  const refused = await browser().signInWithOtp({ email: JANE });
  assert.deepEqual([refused.error?.status, refused.error?.code], [400, 'email_address_invalid']);
  letters.verdict = 'deferred';
  assert.equal((await browser().signInWithOtp({ email: JANE })).error, null);
});

test('a letter too soon is rejected with the seconds to wait, and creates no user', async () => {
  const { send, facility, letters } = await authUnderTest(after);
  letters.wait = { seconds: 42, limit: 'letters' };
  const otp = (email: string) => send('POST', '/auth/v1/otp', JSON.stringify({ email }));
  const { status, json, headers } = await otp(JANE);
  assert.deepEqual([status, json.error_code], [429, 'over_email_send_rate_limit']);
  assert.equal(json.msg, 'For security purposes, you can only request this after 42 seconds.');
  assert.equal(headers.get('retry-after'), '42');
  letters.wait = { seconds: 7, limit: 'block' };
  assert.equal((await otp(JANE)).json.error_code, 'over_request_rate_limit');
  assert.equal(await facility.accounts.find(JANE), undefined);
  const recover = await send('POST', '/auth/v1/recover', JSON.stringify({ email: JANE }));
  assert.equal(recover.status, 200);
});

test('a letter is counted for the address of its requester, unless no block has a limit', async () => {
  for (const [api, requester] of [
    [{ rateLimits: limiting() }, { address: '2001:db8::7', browser: '' }],
    [{}, { browser: '' }],
  ] as const) {
    const under = await authUnderTest(after, { api });
    assert.equal((await asked(under, { from: '2001:db8::7' }, JANE)).status, 200);
    assert.deepEqual(under.letters.requestedBy, [requester]);
  }
});

test('a letter is in the language of the requesting page, and later ones are too; a stranger does not change it', async () => {
  const { send, browser, letters } = await authUnderTest(after);
  const ask = async (language: unknown) => {
    letters.sent.length = 0;
    await send('POST', '/auth/v1/otp', JSON.stringify({ email: JANE, data: { language } }));
    return letters.to(JANE);
  };
  assert.equal((await ask(undefined)).language, undefined);
  for (const unknown of ['../de', 'xx', 7, null]) {
    assert.equal((await ask(unknown)).language, undefined);
  }
  const { code, language } = await ask('de');
  assert.equal(language, 'de');
  const { data } = await browser().verifyOtp({ type: 'email', email: JANE, token: code });
  assert.equal(data.user?.app_metadata.language, 'de');
  assert.equal((await ask(undefined)).language, 'de');
  // Someone else requests one on a page in Japanese: that letter is in Japanese, and the account's language stays.
  assert.equal((await ask('ja')).language, 'ja');
  assert.equal((await ask(undefined)).language, 'de');
});

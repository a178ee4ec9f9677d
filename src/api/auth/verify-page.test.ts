import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  type AuthUnderTest,
  authUnderTest,
  challengeOf,
  pressed,
  PUBLIC_URL,
} from '#support/auth.ts';
import { newSession, signedIn } from '#support/signed-in.ts';

const JANE = 'jane@mailbox.test';

async function letter({ browser, letters }: AuthUnderTest): Promise<string> {
  await browser().signInWithOtp({ email: JANE });
  return (await letters.to(JANE)).link;
}

/** A click on the page's button, in a browser. @returns the address that it redirects to */
const press = async (under: AuthUnderTest, token: string, fields?: Record<string, string>) =>
  new URL((await pressed(under, token, fields)).headers.get('location') ?? '');

test('scanners may open the link any number of times: only the button signs in, once', async () => {
  const under = await authUnderTest(after);
  const token = await letter(under);
  const link = `/auth/v1/verify?type=magiclink&token=${token}`;
  for (let i = 0; i < 10; i++) {
    const opened = await under.api.request(link);
    assert.equal(opened.status, 200);
    assert.match(await opened.text(), /<button>Yes, sign me in<\/button>/);
    assert.equal((await under.api.request(link, { method: 'HEAD' })).status, 200);
  }
  assert.equal((await under.facility.accounts.find(JANE))?.confirmedAt, null);
  const location = await press(under, token);
  assert.equal(location.origin, PUBLIC_URL);
  const session = new URLSearchParams(location.hash.slice(1));
  const { error } = await under.browser().setSession({
    access_token: session.get('access_token') ?? '',
    refresh_token: session.get('refresh_token') ?? '',
  });
  assert.equal(error, null);
  const again = await press(under, token);
  assert.equal(new URLSearchParams(again.hash.slice(1)).get('error_code'), 'otp_expired');
});

test('a form on a foreign page signs no one in, and the link stays valid', async () => {
  const under = await authUnderTest(after);
  const token = await letter(under);
  for (const site of ['cross-site', 'same-site', 'none', '']) {
    const answer = await pressed(under, token, {}, site);
    assert.equal(answer.status, 403, site);
    assert.match(await answer.text(), /<button>/);
  }
  assert.equal((await pressed(under, token)).status, 303);
});

test('a link redirects to the address of its request, and nowhere else', async () => {
  const under = await authUnderTest(after, { redirects: ['https://app.test'] });
  for (const [wanted, origin] of [
    ['https://app.test/welcome', 'https://app.test'],
    ['https://evil.test/', PUBLIC_URL],
    ['//evil.test', PUBLIC_URL],
    ['javascript:alert(1)', PUBLIC_URL],
  ] as const) {
    under.letters.sent.length = 0;
    await under.browser().signInWithOtp({ email: JANE, options: { emailRedirectTo: wanted } });
    const { link } = await under.letters.to(JANE);
    const page = await under.api.request(`/auth/v1/verify?type=magiclink&token=${link}`);
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.ok(policy.includes(`form-action 'self' ${origin};`), policy);
    assert.equal((await press(under, link)).origin, origin);
  }
});

test('a link requested with a code challenge and an address to return to ends in a code for its verifier', async () => {
  const under = await authUnderTest(after);
  const verifier = 'v'.repeat(43);
  const asked = { email: JANE, ...challengeOf(verifier) };
  await under.send('POST', `/auth/v1/otp?redirect_to=${PUBLIC_URL}/in`, JSON.stringify(asked));
  const { link } = await under.letters.to(JANE);
  const location = await press(under, link);
  const exchange = () =>
    under.send(
      'POST',
      '/auth/v1/token?grant_type=pkce',
      JSON.stringify({ auth_code: location.searchParams.get('code'), code_verifier: verifier }),
    );
  assert.equal(location.hash, '');
  const { json } = await exchange();
  const { data } = await under.browser().getClaims(String(json.access_token));
  assert.deepEqual(
    [data?.claims.email, data?.claims.amr],
    [JANE, [{ method: 'otp', timestamp: Math.floor(under.time.now / 1000) }]],
  );
  assert.equal((await exchange()).json.error_code, 'flow_state_not_found');
});

test("a stranger's code challenge does not keep the owner's link from signing in", async () => {
  for (const query of ['', '?redirect_to=https://evil.test/']) {
    const under = await authUnderTest(after);
    const asked = { email: JANE, ...challengeOf('s'.repeat(43)) };
    await under.send('POST', `/auth/v1/otp${query}`, JSON.stringify(asked));
    const { link, elsewhere } = await under.letters.to(JANE);
    assert.equal(elsewhere, false, 'the screen asks in its dialog');
    const location = await press(under, link);
    assert.match(location.hash, /^#access_token=/);
    assert.equal(location.search, '');
  }
});

test('the link to the old address of a change begins no session, nor does a code challenge with it', async () => {
  const under = await authUnderTest(after);
  const session = await newSession(under, JANE);
  const { client } = await session.visitor();
  const authorization = `Bearer ${session.token}`;
  const email = 'jane@new.test';
  const asked = { email, ...challengeOf('v'.repeat(43)) };
  const agreed = async () => {
    const { link } = await under.letters.to(JANE);
    return (await press(under, link, { type: 'email_change' })).href;
  };
  const typed = async () => {
    const { code: token } = await under.letters.to(email);
    return client.verifyOtp({ type: 'email_change', email, token });
  };
  const put = () => under.send('PUT', '/auth/v1/user', JSON.stringify(asked), { authorization });
  await put();
  assert.match(await agreed(), /^http:\/\/veilpost\.test\/#message=Confirmation\+link/);
  await put();
  assert.equal((await typed()).data.session, null);
  assert.equal(await agreed(), 'http://veilpost.test/#message=Email+address+changed');
  assert.equal((await under.facility.store.users.byEmail(email))?.newEmail, null);
});

test('the letter to the new address of a change confirms nothing as a link, only with its code', async () => {
  const under = await authUnderTest(after);
  const { client, userId } = await signedIn(under, JANE);
  await client.updateUser({ email: 'jane@new.test' });
  const { link } = await under.letters.to('jane@new.test');
  const { href } = await press(under, link, { type: 'email_change' });
  assert.match(href, /error_code=otp_expired/);
  const { error } = await client.verifyOtp({ type: 'email_change', token_hash: link });
  assert.equal(error?.code, 'otp_expired');
  assert.equal((await under.facility.store.users.byId(userId))?.newEmailStep, 0);
});

test('the page runs no script, cannot be framed, escapes all markup, and loads only a style of our own, without a key', async () => {
  const { api } = await authUnderTest(after);
  const hostile = encodeURIComponent('"><script>alert(1)</script>');
  const answer = await api.request(`/auth/v1/verify?type=${hostile}&token=${hostile}`);
  const policy = answer.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /form-action 'self' http:\/\/veilpost\.test;/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.match(policy, /style-src 'self';/);
  assert.doesNotMatch(policy, /unsafe/);
  const text = await answer.text();
  assert.doesNotMatch(text, /<script|<style|style=/);
  const [, path = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec(text) ?? [];
  const style = await api.request(path);
  assert.equal(style.status, 200);
  assert.match(style.headers.get('content-type') ?? '', /^text\/css/);
  assert.match(await style.text(), /button:focus-visible/);
});

test('a link with an unknown kind of letter, or the name of a property of every object, opens the page', async () => {
  const under = await authUnderTest(after);
  for (const type of ['__proto__', 'constructor', 'toString', 'unknown', '']) {
    const page = await under.api.request(`/auth/v1/verify?type=${type}&token=${'t'.repeat(43)}`);
    assert.equal(page.status, 200, type);
    assert.match(
      await page.text(),
      /<h1>Sign in to <span translate="no">veilpost\.test<\/span>\?<\/h1>/,
      type,
    );
  }
});

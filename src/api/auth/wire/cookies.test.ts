import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  type AuthUnderTest,
  authUnderTest,
  type AuthUnderTestOptions,
  pressed,
} from '#support/auth.ts';

const JANE = 'jane@mailbox.test';
const YEAR = 365 * 86_400_000;

/** An installation, and a session that Jane has begun by the code of her letter. */
async function signedInBrowser(options: AuthUnderTestOptions = {}, fields: object = {}) {
  const under = await authUnderTest(after, options);
  await under.browser().signInWithOtp({ email: JANE });
  const { code } = await under.letters.to(JANE);
  const body = JSON.stringify({ type: 'email', email: JANE, token: code, ...fields });
  const { headers, json } = await under.send('POST', '/auth/v1/verify', body);
  const set = headers.get('set-cookie');
  const cookie = /=([^;]*)/.exec(set ?? '')?.[1];
  return { under, set, cookie, authorization: `Bearer ${String(json.access_token)}` };
}

const knows = ({ facility }: AuthUnderTest, cookie: string | undefined, address = JANE) =>
  facility.browsers.knows(cookie, address);

const GONE = /^veilpost-device=; Max-Age=0; Path=\/$/;

test('a browser in which someone signed in keeps a cookie for our site only, for a year, that no script can read', async () => {
  const form =
    /^veilpost-device=\d{13}\.[0-9a-f]{32}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Strict$/;
  assert.match((await signedInBrowser()).set ?? '', form);
  const { set, under, cookie } = await signedInBrowser({ publicUrl: 'https://veilpost.test' });
  assert.match(set ?? '', /^__Host-veilpost-device=.*; HttpOnly; Secure; SameSite=Strict$/);
  assert.ok(await knows(under, cookie));
});

test('the button of a letter’s page sets the same cookie', async () => {
  const under = await authUnderTest(after);
  await under.browser().signInWithOtp({ email: JANE });
  const { link } = await under.letters.to(JANE);
  const { headers } = await pressed(under, link);
  assert.match(headers.get('set-cookie') ?? '', /^veilpost-device=\d{13}\.[0-9a-f]{32};/);
});

test("'Do not keep me signed in here' and a wrong code leave no cookie", async () => {
  assert.equal((await signedInBrowser({}, { remember: false })).set, null);
  const wrong = await signedInBrowser({}, { token: 'x' });
  assert.equal(wrong.set, null);
  const { under, set } = await signedInBrowser({}, { remember: 'no' });
  assert.equal(set, null);
  const { code } = await under.letters.to(JANE);
  const again = JSON.stringify({ type: 'email', email: JANE, token: code });
  assert.equal((await under.send('POST', '/auth/v1/verify', again)).status, 200, 'not used up');
});

test('a cookie is valid for its own address, for a year, and no other text is', async () => {
  const { under, cookie = '' } = await signedInBrowser();
  assert.ok(await knows(under, cookie));
  const [until = '', mac = ''] = cookie.split('.');
  for (const other of [
    undefined,
    '',
    mac,
    `${until}.`,
    `${Number(until) + 1}.${mac}`,
    `${until}.${mac.slice(1)}0`,
    `${until}.${mac}0`,
    `${until}.${'é'.repeat(32)}`,
    'x'.repeat(9000),
  ]) {
    assert.ok(!(await knows(under, other)), other);
  }
  assert.ok(!(await knows(under, cookie, 'jane+x@mailbox.test')));
  assert.ok(!(await knows(under, cookie, 'ann@mailbox.test')));
  under.time.now += YEAR - 1;
  assert.ok(await knows(under, cookie));
  under.time.now += 1;
  assert.ok(!(await knows(under, cookie)));
});

test("'Sign out here' clears the cookie, even if the session had already ended", async () => {
  const { under, authorization, cookie } = await signedInBrowser();
  for (const status of [204, 403]) {
    const path = '/auth/v1/logout?scope=local';
    const answer = await under.send('POST', path, undefined, { authorization });
    assert.equal(answer.status, status);
    assert.match(answer.headers.get('set-cookie') ?? '', GONE);
  }
  assert.ok(await knows(under, cookie), 'of other browsers it says nothing');
});

test("'Sign out everywhere' voids the cookies of all browsers, and a later sign-in makes a valid one", async () => {
  const { under, authorization, cookie } = await signedInBrowser();
  under.time.now += 1;
  const answer = await under.send('POST', '/auth/v1/logout', undefined, { authorization });
  assert.match(answer.headers.get('set-cookie') ?? '', GONE);
  assert.ok(!(await knows(under, cookie)));
  under.time.now += 1;
  assert.ok(await knows(under, under.facility.browsers.cookieOf(JANE)));
});

test("'Delete everything about me' clears the cookie", async () => {
  const { under, authorization } = await signedInBrowser();
  const answer = await under.send('DELETE', '/auth/v1/user', undefined, { authorization });
  assert.equal(answer.status, 204);
  assert.match(answer.headers.get('set-cookie') ?? '', GONE);
});

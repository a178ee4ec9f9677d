import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Call } from '#api/call.ts';
import { limiting } from '#api/limits/limiting.fixture.ts';
import { LIMITS } from '#api/limits/limits.ts';
import { asked, type AuthUnderTest, authUnderTest, post } from '#support/auth.ts';
import { newSession } from '#support/signed-in.ts';

const JANE = 'jane@mailbox.test';

/** The limit of all callers together for these calls is used up by others. */
async function usedUp(...calls: Call[]): Promise<AuthUnderTest & { use: () => Promise<void> }> {
  let all = 1000;
  const limits = { ...LIMITS };
  for (const call of calls) {
    limits[call] = [{ seconds: 300, block: 30, scarce: 5, all: () => all, tenths: true }];
  }
  const rateLimits = limiting({ limits });
  const under = await authUnderTest(after, { api: { rateLimits } });
  const use = async () => {
    for (const call of calls) rateLimits.take(call, '192.0.2.1');
    all = 0;
  };
  return { ...under, use };
}

const redeemed = (under: AuthUnderTest, fields: object, headers: Record<string, string> = {}) =>
  post(under, '/auth/v1/verify', { headers, body: JSON.stringify(fields) });

/** Jane has signed in with the code of a letter. @returns the cookie of her browser */
async function browserOf(under: AuthUnderTest, email = JANE): Promise<string> {
  await asked(under, {}, email);
  const { code } = await under.letters.to(email);
  under.letters.sent.length = 0;
  return (await redeemed(under, { type: 'email', email, token: code })).cookie;
}

test('while the limit of all callers is used up, a browser that was signed in still gets its letter, and signs in by the code', async () => {
  const under = await usedUp('auth_letter', 'auth_verify');
  const cookie = await browserOf(under);
  await under.use();
  assert.equal((await asked(under)).status, 429);
  assert.equal((await asked(under, { headers: { cookie } })).status, 200);
  const { code } = await under.letters.to(JANE);
  const fields = { type: 'email', email: JANE, token: code };
  assert.equal((await redeemed(under, fields)).status, 429);
  assert.equal((await redeemed(under, fields, { cookie })).status, 200);
});

test('a cookie is valid for its own address alone, and for no more requests than its block has', async () => {
  const under = await usedUp('auth_letter');
  const cookie = await browserOf(under, 'someone@mailbox.test');
  await under.use();
  assert.equal((await asked(under, { headers: { cookie } })).status, 429);
  const own = () => asked(under, { headers: { cookie } }, 'someone@mailbox.test');
  const answers = [];
  for (let i = 0; i < 32; i += 1) answers.push((await own()).status);
  assert.equal(answers.filter((status) => status === 200).length, 29, 'one was used before');
});

test('the link of a letter works while the limit of all callers is used up, in the page and in the screen; an invented one does not', async () => {
  const under = await usedUp('auth_verify');
  const links: string[] = [];
  for (const email of [JANE, 'joe@mailbox.test', 'jim@mailbox.test']) {
    await asked(under, {}, email);
    links.push((await under.letters.to(email)).link);
  }
  const [first = '', second = '', third = ''] = links;
  await under.use();
  const invented = { type: 'email', token_hash: 'x'.repeat(43) };
  assert.equal((await redeemed(under, invented)).status, 429);
  assert.equal((await redeemed(under, { type: 'email', token_hash: first })).status, 200);
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'same-origin',
  };
  const body = new URLSearchParams({ token: second, type: 'magiclink' }).toString();
  assert.equal((await post(under, '/auth/v1/verify', { body, headers })).status, 303);
  const declined = { body: JSON.stringify({ token_hash: third }) };
  assert.equal((await post(under, '/functions/v1/not-me', declined)).status, 200);
});

test('a person who is signed in reaches the second factor while the limit of all callers is used up', async () => {
  const under = await usedUp('auth_factor');
  const cookie = await browserOf(under);
  const authorization = `Bearer ${(await newSession(under, JANE)).token}`;
  await under.use();
  const enrolled = async (headers: Record<string, string>) => {
    const body = JSON.stringify({ factor_type: 'totp' });
    return (await post(under, '/auth/v1/factors', { body, headers })).status;
  };
  assert.equal(await enrolled({ authorization }), 429);
  assert.equal(await enrolled({ cookie }), 429);
  assert.equal(await enrolled({ authorization, cookie }), 200);
});

/** `data` of a request for a letter, which anyone may send for any address. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  type AuthUnderTest,
  authUnderTest,
  challengeOf,
  pressed,
  PUBLIC_URL,
} from '#support/auth.ts';

const JANE = 'jane@mailbox.test';
/** A request with a code challenge, whose link leads back to the application. */
const RETURNING = `otp?redirect_to=${PUBLIC_URL}/in`;
const LETTERS = { passwords: true, anonymous: false, autoconfirm: false };

async function ask({ send }: AuthUnderTest, path: string, fields: object) {
  const body = JSON.stringify({ email: JANE, ...fields });
  const { status, json } = await send('POST', `/auth/v1/${path}`, body);
  assert.equal(status, 200);
  return json;
}

/** The button after the link of the latest letter. @returns the code for the requesting application */
async function pressedLatest(under: AuthUnderTest): Promise<string> {
  const { link, kind: type } = await under.letters.to(JANE);
  const answer = await pressed(under, link, { type });
  under.letters.sent.length = 0;
  return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
}

const kept = async ({ facility }: AuthUnderTest) => (await facility.accounts.find(JANE))?.meta;

/** A stranger's request, and the proof of the person, who is not described by any data. */
const STRANGERS: Record<string, [path: string, fields: object, proof: 'code' | 'link']> = {
  'a letter, and the code is typed': ['otp', {}, 'code'],
  'a letter with a code challenge, and the code is typed': [RETURNING, challengeOf('s'), 'code'],
  'a letter with a code challenge, and the button is pressed': [
    RETURNING,
    challengeOf('s'),
    'link',
  ],
  'a sign-up, and the button is pressed': ['signup', { password: 'right horse' }, 'link'],
};

for (const [title, [path, fields, proof]] of Object.entries(STRANGERS)) {
  test(`a stranger’s data about a person is dropped when the person confirms: ${title}`, async () => {
    const under = await authUnderTest(after, { switches: LETTERS });
    await ask(under, path, { ...fields, data: { name: 'Mallory' } });
    if (proof === 'link') await pressedLatest(under);
    else {
      const { code: token } = await under.letters.to(JANE);
      const { data } = await under.browser().verifyOtp({ type: 'email', email: JANE, token });
      assert.deepEqual(data.user?.user_metadata, {});
    }
    assert.ok((await under.facility.accounts.find(JANE))?.confirmedAt);
    assert.equal(await kept(under), '{}');
  });
}

test('a browser’s data about a new person counts once it has proven itself by its code challenge', async () => {
  const under = await authUnderTest(after, { switches: LETTERS });
  const { letters } = under;
  await ask(under, RETURNING, {
    ...challengeOf('s'.repeat(43)),
    data: { name: 'Mallory', age: 9 },
  });
  letters.sent.length = 0;
  const code_verifier = 'j'.repeat(43);
  await ask(under, RETURNING, { ...challengeOf(code_verifier), data: { name: 'Jane' } });
  const auth_code = await pressedLatest(under);
  assert.equal(await kept(under), '{}');
  const json = await ask(under, 'token?grant_type=pkce', { auth_code, code_verifier });
  const { data } = await under.browser().getUser(String(json.access_token));
  assert.deepEqual(data.user?.user_metadata, { name: 'Jane' });
});

test('a browser’s data about a person with a confirmed address changes nothing', async () => {
  const under = await authUnderTest(after, { switches: LETTERS });
  const { letters } = under;
  const verifiers = ['a'.repeat(43), 'b'.repeat(43)];
  for (const [i, code_verifier] of verifiers.entries()) {
    await ask(under, RETURNING, { ...challengeOf(code_verifier), data: { name: `Jane ${i}` } });
    const auth_code = await pressedLatest(under);
    await ask(under, 'token?grant_type=pkce', { auth_code, code_verifier });
    letters.sent.length = 0;
  }
  assert.equal(await kept(under), '{"name":"Jane 0"}');
});

test('a sign-up by letter answers with its caller’s data, and keeps none of it', async () => {
  const under = await authUnderTest(after, { switches: LETTERS });
  const fields = { password: 'right horse', data: { name: 'Jane' } };
  for (const time of ['first', 'second']) {
    const made = await ask(under, 'signup', fields);
    assert.deepEqual(made.user_metadata, { name: 'Jane' }, time);
    assert.ok(!('last_sign_in_at' in made), 'nobody has signed in');
  }
  assert.equal(await kept(under), '{}');
});

test('a sign-up without a letter keeps its data', async () => {
  const switches = { ...LETTERS, autoconfirm: true };
  const under = await authUnderTest(after, { switches });
  const options = { data: { name: 'Jane' } };
  const { data } = await under.browser().signUp({ email: JANE, password: 'right horse', options });
  assert.deepEqual(data.user?.user_metadata, { name: 'Jane' });
});

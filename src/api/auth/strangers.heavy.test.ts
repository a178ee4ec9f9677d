/** A stranger's requests for any address: no response reveals whether it has an account, and no `data` of them stays. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { LetterWait } from '#auth/letters/letter-port.ts';
import {
  authUnderTest,
  type AuthUnderTest,
  challengeOf,
  pressed,
  PUBLIC_URL,
} from '#support/auth.ts';
import { confirming } from '#support/confirming.ts';
import { codeOf, signedIn } from '#support/signed-in.ts';

const UNKNOWN = 'nobody@mailbox.test';

test('a letter is requested again with one response, whether the address is unknown, unconfirmed, confirmed or changing', async () => {
  const under = await authUnderTest(after);
  const { facility, letters, send } = under;
  const { users, oneTime } = facility.store;
  await facility.accounts.findOrMake('unconfirmed@mailbox.test');
  await signedIn(under, 'confirmed@mailbox.test');
  const { userId } = await signedIn(under, 'changing@mailbox.test');
  await users.update(userId, { newEmail: 'new@mailbox.test', newEmailStep: 0 }, under.time.now);
  const where = { redirectTo: null, challenge: null };
  await facility.codes.issue(userId, 'email_change_new', where, { subject: 'new@mailbox.test' });
  const pending = await oneTime.find(userId, 'email_change_new');
  const states: [wait: LetterWait | undefined, verdict: typeof letters.verdict][] = [
    [undefined, 'accepted'],
    [undefined, 'refused'],
    [{ seconds: 60, limit: 'letters' }, 'accepted'],
    [{ seconds: 60, limit: 'block' }, 'accepted'],
  ];
  for (const [i, [wait, verdict]] of states.entries()) {
    Object.assign(letters, { wait, verdict });
    letters.sent.length = 0;
    for (const type of ['signup', 'email_change']) {
      for (const name of ['nobody', 'unconfirmed', 'confirmed', 'changing']) {
        const body = JSON.stringify({ type, email: `${name}@mailbox.test` });
        const { status, text } = await send('POST', '/auth/v1/resend', body);
        assert.deepEqual([status, text], [200, '{}'], `${type} ${name} ${verdict} ${wait?.limit}`);
      }
    }
    // The work continues after the responses.
    while (letters.requestedBy.length < 2 * (i + 1)) await new Promise(setImmediate);
    if (wait !== undefined) continue;
    assert.equal((await letters.to('unconfirmed@mailbox.test')).kind, 'signup');
    assert.equal((await letters.to('new@mailbox.test')).kind, 'email_change_new');
    assert.equal(letters.sent.length, 2);
  }
  assert.notEqual((await oneTime.find(userId, 'email_change_new'))?.link, pending?.link);
  assert.deepEqual(letters.sent, [], 'none leaves beyond the budget');
});

test('a sign-up answers at once with a user of the same form, whether or not the address is known', async () => {
  const switches = { passwords: true, anonymous: false, autoconfirm: false };
  const under = await authUnderTest(after, { switches });
  await signedIn(under);
  const signUp = async (email: string) => {
    const body = JSON.stringify({ email, password: 'right horse', data: { a: 1 } });
    const { status, json } = await under.send('POST', '/auth/v1/signup', body);
    return [status, form(json, email)];
  };
  for (const verdict of ['accepted', 'refused'] as const) {
    under.letters.verdict = verdict;
    const unknown = await signUp(`${verdict}@mailbox.test`);
    assert.deepEqual(await signUp('jane@mailbox.test'), unknown);
    assert.equal(unknown[0], 200);
  }
});

/** A user's JSON, without what differs between users. */
function form(json: Record<string, unknown>, email: string): string {
  const id = String(json.id);
  const text = JSON.stringify(json).replaceAll(id, 'ID').replaceAll(email, 'ADDRESS');
  return text
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'UUID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
}

test('whether a new address is taken is revealed no faster than letters are sent, and uses up none of its own', async () => {
  const { under, posted, time } = await confirming(after);
  const taken = 'jane@elsewhere.test';
  await signedIn(under, taken);
  const { client } = await signedIn(under);
  const change = async (email: string) => codeOf(await client.updateUser({ email }));
  assert.equal(await change(taken), 'email_exists');
  for (const email of [taken, UNKNOWN])
    assert.equal(await change(email), 'over_email_send_rate_limit');
  assert.deepEqual(posted, []);
  assert.equal(codeOf(await under.browser().signInWithOtp({ email: taken })), 'ok');
  assert.equal(posted.length, 1);
  await under.facility.letters.used('jane@mailbox.test');
  time.now += 60_000;
  assert.equal(await change(UNKNOWN), 'ok');
});

test('a wrong code is looked up and counted alike, whether the address is known or not', async () => {
  const under = await authUnderTest(after);
  const { codes, store } = under.facility;
  const { userId } = await signedIn(under);
  await codes.issue(userId, 'magiclink', { redirectTo: null, challenge: null });
  const asked: string[] = [];
  const heard = <Part extends object>(part: Part, name: string): Part =>
    new Proxy(part, {
      get: (target, member, self) => {
        asked.push(`${name}.${String(member)}`);
        return Reflect.get(target, member, self);
      },
    });
  store.users = heard(store.users, 'users');
  store.sessions = heard(store.sessions, 'sessions');
  const redeemCode = store.oneTime.redeemCode.bind(store.oneTime);
  store.oneTime.redeemCode = (...args) => {
    asked.push('oneTime.redeemCode');
    return redeemCode(...args);
  };
  const tried = async (email: string) => {
    asked.length = 0;
    const body = JSON.stringify({ type: 'email', email, token: '000000' });
    const { status, text } = await under.send('POST', '/auth/v1/verify', body);
    return { status, text, asked: [...asked] };
  };
  const known = await tried('jane@mailbox.test');
  assert.equal(known.status, 403);
  assert.ok(known.asked.includes('oneTime.redeemCode'));
  assert.deepEqual(await tried(UNKNOWN), known);
});

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

/** Wrong codes of a second factor lock out the sessions that typed them, and no one else. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { generateSync } from 'otplib';
import { type AuthUnderTest, authUnderTest } from '#support/auth.ts';
import { codeOf, signedIn, type Visitor } from '#support/signed-in.ts';

const JANE = 'jane@mailbox.test';
const WRONG = 'mfa_verification_failed';
const LOCKED = 'over_request_rate_limit';

/** Jane with a verified authenticator app. */
async function withApp() {
  const under = await authUnderTest(after);
  const owner = await signedIn(under);
  const { data } = await owner.client.mfa.enroll({ factorType: 'totp', friendlyName: 'app' });
  assert.ok(data);
  const factorId = data.id;
  const right = () =>
    generateSync({ secret: data.totp.secret, epoch: Math.floor(under.time.now / 1000) });
  const wrong = () => (right() === '000000' ? '000001' : '000000');
  const tried = ({ client }: Pick<Visitor, 'client'>, code: string) =>
    client.mfa.challengeAndVerify({ factorId, code });
  assert.equal(codeOf(await tried(owner, right())), 'ok');
  under.time.now += 60_000;
  const guessed = async (visitor: Pick<Visitor, 'client'>, times: number) => {
    for (let n = 0; n < times; n++) assert.equal(codeOf(await tried(visitor, wrong())), WRONG);
  };
  return { under, factorId, right, wrong, tried, guessed };
}

/** A second browser, by a code that the first one shows. */
async function byDeviceCode({ send, browser }: AuthUnderTest, { client }: Pick<Visitor, 'client'>) {
  const authorization = `Bearer ${(await client.getSession()).data.session?.access_token}`;
  const { json } = await send('POST', '/functions/v1/device-code', '{}', { authorization });
  const other = browser();
  const token = String(json.code);
  assert.equal(codeOf(await other.verifyOtp({ type: 'email', email: JANE, token })), 'ok');
  return { client: other };
}

test('five wrong codes lock a session that has only the mailbox out for fifteen minutes, and leave the owner’s session its tries', async () => {
  const { under, right, tried, guessed } = await withApp();
  const thief = await signedIn(under);
  await guessed(thief, 5);
  // The sweeper does not delete a lock.
  await under.facility.store.sweep(under.time.now);
  const refused = await tried(thief, right());
  assert.deepEqual([refused.error?.status, codeOf(refused)], [429, LOCKED]);
  const owner = await signedIn(under);
  assert.equal(codeOf(await tried(owner, right())), 'ok');
  under.time.now += 899_000;
  assert.equal(codeOf(await tried(thief, right())), LOCKED, 'it stays locked');
  under.time.now += 1000;
  assert.equal(codeOf(await tried(thief, right())), 'ok');
});

test('wrong codes in sessions that a session’s device codes began count as its own', async () => {
  const { under, right, tried, guessed } = await withApp();
  const thief = await signedIn(under);
  await guessed(thief, 3);
  const second = await byDeviceCode(under, thief);
  await guessed(second, 2);
  const third = await byDeviceCode(under, second);
  for (const one of [thief, second, third]) {
    assert.equal(codeOf(await tried(one, right())), LOCKED);
  }
});

test('copies of the right code at the same moment, and the same one again, are not wrong codes', async () => {
  const { under, factorId, right, tried } = await withApp();
  const owner = await signedIn(under);
  const { data } = await owner.client.mfa.challenge({ factorId });
  const answer = { factorId, challengeId: data?.id ?? '', code: right() };
  const copies = await Promise.all(
    Array.from({ length: 6 }, () => owner.client.mfa.verify(answer)),
  );
  assert.equal(copies.filter(({ error }) => error === null).length, 1);
  for (const { error } of copies) assert.notEqual(error?.code, LOCKED);
  for (let n = 0; n < 6; n++) assert.equal(codeOf(await tried(owner, right())), WRONG);
  under.time.now += 30_000;
  assert.equal(codeOf(await tried(owner, right())), 'ok');
});

test('past twenty wrong codes in fifteen minutes one is left in 45 seconds, and a new session has its first at once', async () => {
  const { under, right, wrong, tried, guessed } = await withApp();
  const waiting = await signedIn(under);
  await guessed(waiting, 1);
  for (const times of [5, 5, 5, 4]) await guessed(await signedIn(under), times);
  await under.facility.store.sweep(under.time.now);
  const { error } = await tried(waiting, right());
  assert.deepEqual([error?.code, error?.message], [LOCKED, 'Please wait 45 seconds.']);
  under.time.now += 44_000;
  assert.equal(codeOf(await tried(waiting, right())), LOCKED);
  under.time.now += 1000;
  assert.equal(codeOf(await tried(waiting, wrong())), WRONG);
  assert.equal(codeOf(await tried(waiting, right())), LOCKED);
  const owner = await signedIn(under);
  assert.equal(codeOf(await tried(owner, right())), 'ok');
  under.time.now += 45_000;
  assert.equal(codeOf(await tried(waiting, right())), 'ok', 'nobody is locked out');
});

test('of a hundred wrong codes of one session at the same moment five are compared', async () => {
  const { under, factorId, wrong } = await withApp();
  const { client } = await signedIn(under);
  const { data } = await client.mfa.challenge({ factorId });
  const answer = { factorId, challengeId: data?.id ?? '', code: wrong() };
  const all = await Promise.all(Array.from({ length: 100 }, () => client.mfa.verify(answer)));
  assert.equal(all.filter(({ error }) => error?.code === WRONG).length, 5);
});

/** This many wrong codes of the mailbox's readers, each in a new session. */
async function guessedByMany(
  { under, factorId, wrong }: Awaited<ReturnType<typeof withApp>>,
  times: number,
) {
  const { id } = await under.facility.accounts.findOrMake(JANE);
  for (let n = 0; n < times; n++) {
    const session = await under.facility.accounts.signIn(id, 'otp', true);
    const authorization = `Bearer ${session?.accessToken}`;
    const post = async (path: string, body: object) => {
      const text = JSON.stringify(body);
      return (await under.send('POST', `/auth/v1/${path}`, text, { authorization })).json;
    };
    const { id: challenge_id } = await post(`factors/${factorId}/challenge`, {});
    const answer = { challenge_id, code: wrong() };
    assert.equal((await post(`factors/${factorId}/verify`, answer)).error_code, WRONG);
    // The user's other sessions would end with the hundred-and-first.
    await post('logout?scope=local', {});
  }
}

test('at 25 wrong codes without a right one the owner gets a notice, once', async () => {
  const all = await withApp();
  const { under, right, tried } = all;
  const notices = () =>
    under.letters.notices.filter(({ notice }) => notice === 'factor-guessed').map(({ to }) => to);
  await guessedByMany(all, 24);
  assert.deepEqual(notices(), []);
  assert.equal(codeOf(await tried(await signedIn(under), right())), 'ok');
  await guessedByMany(all, 24);
  assert.deepEqual(notices(), [], 'a right code ends the count');
  await guessedByMany(all, 30);
  assert.deepEqual(notices(), [JANE]);
});

test('at 100 wrong codes a session that came by letter alone has one try a day until a right one; the owner is never locked out', async () => {
  const all = await withApp();
  const { under, right, wrong, tried } = all;
  const [thief, passkey, shown] = [
    await signedIn(under),
    await signedIn(under),
    await signedIn(under),
  ];
  assert.equal(codeOf(await tried(shown, right())), 'ok');
  const { session_id = '' } = (await passkey.client.getClaims()).data?.claims ?? {};
  await under.store.auth.sessions.setMethods(
    session_id,
    { aal: 1, amr: JSON.stringify([{ method: 'passkey', timestamp: 0 }]) },
    under.time.now,
  );
  await passkey.client.refreshSession();
  await guessedByMany(all, 99);
  assert.equal(codeOf(await tried(thief, wrong())), WRONG, 'the hundredth');
  under.time.now += 60_000;
  assert.equal(codeOf(await tried(thief, right())), LOCKED);
  for (const one of [passkey, shown, passkey, shown]) {
    under.time.now += 45_000;
    assert.equal(codeOf(await tried(one, wrong())), WRONG);
  }
  under.time.now += 86_400_000 - 60_000 - 4 * 45_000 - 1;
  await thief.client.refreshSession();
  assert.equal(codeOf(await tried(thief, wrong())), LOCKED);
  under.time.now += 1;
  assert.equal(codeOf(await tried(thief, wrong())), WRONG);
  const owner = await signedIn(under);
  assert.equal(codeOf(await tried(owner, right())), 'ok', 'the first of a new session');
  assert.equal(codeOf(await tried(thief, wrong())), WRONG, 'as before the first wrong one');
});

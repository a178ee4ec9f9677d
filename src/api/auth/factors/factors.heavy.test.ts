import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { generateSync } from 'otplib';
import { forgetFactorsOf } from '#auth/factors/forgetting-factors.ts';
import { factor } from '#store/sessions/auth-rows.fixture.ts';
import { type AuthUnderTest, authUnderTest } from '#support/auth.ts';
import { codeOf, signedIn, type Visitor } from '#support/signed-in.ts';

/** An authenticator app with the test's clock. */
const app = (secret: string, time: { now: number }) => (steps: number) =>
  generateSync({ secret, epoch: Math.floor(time.now / 1000) + 30 * steps });

async function enrolled({ client }: Visitor, friendlyName = 'app') {
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName });
  assert.equal(error, null);
  assert.ok(data);
  return data;
}

/** A user with a verified app. @param given the session that enrols it; absent: a new one of Jane's */
async function withApp(under: AuthUnderTest, given?: Visitor) {
  const visitor = given ?? (await signedIn(under));
  const { id: factorId, totp } = await enrolled(visitor, `${under.time.now}`);
  const codeAt = app(totp.secret, under.time);
  const tried = async (code: string, { client }: Pick<Visitor, 'client'> = visitor) =>
    codeOf(await client.mfa.challengeAndVerify({ factorId, code }));
  /** Verifies it in another session. A code counts once. */
  const showIn = async (other: Visitor) => {
    assert.equal(await tried(codeAt(0), other), 'ok');
    under.time.now += 60_000;
  };
  await showIn(visitor);
  return { ...visitor, factorId, codeAt, tried, showIn };
}

test('a session that ends while the code of its first factor is checked verifies none', async (t) => {
  const under = await authUnderTest(after);
  const visitor = await signedIn(under);
  const { id: factorId, totp } = await enrolled(visitor);
  const { factors, sessions } = under.store.auth;
  const find = factors.findChallenge.bind(factors);
  t.mock.method(factors, 'findChallenge', async (id: string) => {
    await sessions.deleteAllOf(visitor.userId);
    return find(id);
  });
  const code = app(totp.secret, under.time)(0);
  const result = await visitor.client.mfa.challengeAndVerify({ factorId, code });
  assert.notEqual(codeOf(result), 'ok');
  assert.equal((await factors.find(factorId))?.verified, false);
  assert.deepEqual(under.letters.notices, []);
});

test('a TOTP code of the present step, or of one beside it, leads to aal2, once; an earlier step no longer counts', async () => {
  const under = await authUnderTest(after);
  const { client, codeAt, tried, factorId } = await withApp(under);
  const { data: level } = await client.mfa.getAuthenticatorAssuranceLevel();
  assert.equal(level?.currentLevel, 'aal2');
  const { data: claims } = await client.getClaims();
  assert.equal(claims?.claims.aal, 'aal2');
  assert.deepEqual(
    claims?.claims.amr?.map((one) => (typeof one === 'string' ? one : one.method)),
    ['totp', 'otp'],
  );
  for (const [steps, outcome] of [
    [-2, 'mfa_verification_failed'],
    [2, 'mfa_verification_failed'],
    [-1, 'ok'],
    [0, 'ok'],
    [0, 'mfa_verification_failed'],
    [-1, 'mfa_verification_failed'],
    [1, 'ok'],
  ] as const) {
    assert.equal(await tried(codeAt(steps)), outcome, `${steps}`);
  }
  const { data: listed } = await client.mfa.listFactors();
  assert.deepEqual(
    listed?.totp.map(({ id, status }) => [id, status]),
    [[factorId, 'verified']],
  );
});

test('a new factor is shown with its secret, address and QR code, and never again', async () => {
  const under = await authUnderTest(after);
  const visitor = await signedIn(under);
  const { totp, type, friendly_name } = await enrolled(visitor, 'my phone');
  assert.deepEqual([type, friendly_name], ['totp', 'my phone']);
  assert.match(totp.secret, /^[A-Z2-7]{32}$/);
  assert.equal(
    totp.uri,
    `otpauth://totp/veilpost.test:jane%40mailbox.test?secret=${totp.secret}&issuer=veilpost.test`,
  );
  // A raw SVG in a data: address must not contain a number sign.
  assert.match(totp.qr_code, /^data:image\/svg\+xml;utf-8,<svg [^#]+<\/svg>$/);
  const { data } = await visitor.client.getUser();
  assert.ok(!JSON.stringify(data).includes(totp.secret));
  const [stored] = await under.facility.store.factors.of(visitor.userId);
  assert.ok(!JSON.stringify(stored).includes(totp.secret));
});

test('a factor that was enrolled at aal1 before the first one was verified cannot be verified after it', async () => {
  const under = await authUnderTest(after);
  const thief = await signedIn(under);
  const theirs = await enrolled(thief, 'a thief has this one');
  const { userId } = await withApp(under);
  assert.equal(codeOf(await thief.client.getUser()), 'AuthSessionMissingError');
  const again = await signedIn(under);
  assert.equal(again.userId, userId);
  const code = app(theirs.totp.secret, under.time)(0);
  const { client } = again;
  const challenged = await client.mfa.challenge({ factorId: theirs.id });
  assert.equal(codeOf(challenged), 'insufficient_aal');
  const verified = await client.mfa.verify({
    factorId: theirs.id,
    challengeId: crypto.randomUUID(),
    code,
  });
  assert.equal(codeOf(verified), 'insufficient_aal');
});

test('a challenge may be answered from another address, but from no other session', async () => {
  const under = await authUnderTest(after);
  const { client, factorId, codeAt } = await withApp(under);
  const other = await signedIn(under);
  const { data } = await client.mfa.challenge({ factorId });
  assert.ok(data);
  const answer = { factorId, challengeId: data.id, code: codeAt(0) };
  assert.equal(codeOf(await other.client.mfa.verify(answer)), 'mfa_factor_not_found');
  const { data: kept } = await client.getSession();
  const { status } = await under.send(
    'POST',
    `/auth/v1/factors/${factorId}/verify`,
    JSON.stringify({ challenge_id: data.id, code: codeAt(0) }),
    {
      authorization: `Bearer ${kept.session?.access_token}`,
      'x-forwarded-for': '2001:db8:ffff::9',
    },
  );
  assert.equal(status, 200);
  const again = await client.mfa.verify({ ...answer, code: codeAt(1) });
  assert.equal(codeOf(again), 'mfa_factor_not_found', 'it is answered once');
});

test('a challenge ends after five minutes, and so does an unverified factor', async () => {
  const under = await authUnderTest(after);
  const { client, factorId, codeAt } = await withApp(under);
  const { data } = await client.mfa.challenge({ factorId });
  assert.ok(data);
  assert.equal(data.expires_at, Math.floor((under.time.now + 300_000) / 1000));
  const answered = async (challengeId = '') =>
    codeOf(await client.mfa.verify({ factorId, challengeId, code: codeAt(0) }));
  under.time.now += 299_999;
  assert.equal(await answered(data.id), 'ok');
  const late = await client.mfa.challenge({ factorId });
  under.time.now += 300_000;
  assert.equal(await answered(late.data?.id), 'mfa_challenge_expired');
  const pending = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'new' });
  assert.ok(pending.data);
  under.time.now += 300_000;
  const gone = await client.mfa.challenge({ factorId: pending.data.id });
  assert.deepEqual([gone.error?.status, codeOf(gone)], [404, 'mfa_factor_not_found']);
  const { data: listed } = await client.mfa.listFactors();
  assert.equal(listed?.all.length, 1);
  assert.equal(codeOf(await client.mfa.enroll({ factorType: 'totp', friendlyName: 'new' })), 'ok');
});

test('the first verification ends the other sessions below aal2; without factors a session falls at its refresh', async () => {
  const under = await authUnderTest(after);
  const below = await signedIn(under);
  const { client, factorId } = await withApp(under);
  assert.equal(codeOf(await below.client.getUser()), 'AuthSessionMissingError');
  assert.equal(codeOf(await client.mfa.unenroll({ factorId })), 'ok');
  const { data } = await client.refreshSession();
  const { data: claims } = await client.getClaims(data.session?.access_token);
  assert.equal(claims?.claims.aal, 'aal1');
  assert.deepEqual(under.letters.notices, [
    { notice: 'factor-added', to: 'jane@mailbox.test' },
    { notice: 'factor-removed', to: 'jane@mailbox.test' },
  ]);
});

test('names are unique, and a user has ten factors at most, even after many concurrent enrolments', async () => {
  const under = await authUnderTest(after);
  const { client } = await signedIn(under);
  const enrol = async (friendlyName: string) =>
    codeOf(await client.mfa.enroll({ factorType: 'totp', friendlyName }));
  assert.equal(await enrol('one'), 'ok');
  assert.equal(await enrol('one'), 'mfa_factor_name_conflict');
  for (let i = 2; i <= 9; i++) assert.equal(await enrol(`number ${i}`), 'ok');
  const many = await Promise.all(Array.from({ length: 5 }, (_, i) => enrol(`more ${i}`)));
  assert.ok(many.filter((code) => code === 'ok').length <= 1);
  const last = await enrol('ten, if there is room');
  assert.equal(last, many.includes('ok') ? 'too_many_enrolled_mfa_factors' : 'ok');
  assert.equal(await enrol('eleven'), 'too_many_enrolled_mfa_factors');
  const { data } = await client.mfa.listFactors();
  assert.equal(data?.all.length, 10);
});

test('the factors of others are not found', async () => {
  const under = await authUnderTest(after);
  const { factorId, codeAt } = await withApp(under);
  const { mfa } = (await signedIn(under, 'mallory@mailbox.test')).client;
  const answer = { factorId, challengeId: crypto.randomUUID(), code: codeAt(0) };
  for (const [refused, status] of [
    [await mfa.challenge({ factorId }), 404],
    [await mfa.unenroll({ factorId }), 404],
    [await mfa.verify(answer), 422],
  ] as const) {
    assert.deepEqual([refused.error?.status, codeOf(refused)], [status, 'mfa_factor_not_found']);
  }
});

/** The level and the methods in the token of the next refresh. */
async function refreshed({ client }: Visitor) {
  const { data } = await client.refreshSession();
  const { aal, amr } = (await client.getClaims(data.session?.access_token)).data?.claims ?? {};
  return [aal, amr?.map((one) => (typeof one === 'string' ? one : one.method))];
}

test('a session falls at once when the factor that it has shown is removed, though another factor is left', async () => {
  const under = await authUnderTest(after);
  const mine = await signedIn(under);
  const { factorId, showIn } = await withApp(under, mine);
  const others = [await signedIn(under), await signedIn(under)];
  for (const visitor of others) await showIn(visitor);
  const left = factor(mine.userId, { type: 'webauthn', verified: true, credential: '{}' });
  await under.facility.store.factors.insert(left);
  assert.equal(codeOf(await mine.client.mfa.unenroll({ factorId })), 'ok');
  for (const visitor of [mine, ...others]) {
    const { error } = await visitor.client.mfa.unenroll({ factorId: left.id });
    assert.equal(error?.code, 'insufficient_aal');
    assert.deepEqual(await refreshed(visitor), ['aal1', ['otp']]);
  }
});

for (const [how, remove] of [
  ['its owner', ({ client }, _, factorId) => client.mfa.unenroll({ factorId })],
  [
    'the operator',
    ({ userId }, { facility, time }) => forgetFactorsOf(facility.store, userId, time.now),
  ],
] satisfies [
  string,
  (mine: Visitor, under: AuthUnderTest, factorId: string) => Promise<unknown>,
][]) {
  test(`a session that has shown a factor that ${how} removed does not count as having shown the next one`, async () => {
    const under = await authUnderTest(after);
    const mine = await signedIn(under);
    const { factorId, showIn } = await withApp(under, mine);
    const copied = await signedIn(under);
    await showIn(copied);
    await remove(mine, under, factorId);
    const fresh = await signedIn(under);
    await withApp(under, fresh);
    assert.equal(codeOf(await copied.client.getUser()), 'AuthSessionMissingError');
    assert.ok((await fresh.client.getUser()).data.user);
  });
}

test('a session raised while its factor was being removed falls at its next refresh', async () => {
  const under = await authUnderTest(after);
  const mine = await signedIn(under);
  const { session_id: id = '' } = (await mine.client.getClaims()).data?.claims ?? {};
  const { sessions } = under.facility;
  const session = await sessions.find(id);
  assert.equal((session && (await sessions.raise(session, 'totp', false)))?.aal, 2);
  assert.deepEqual(await refreshed(mine), ['aal1', ['otp']]);
});

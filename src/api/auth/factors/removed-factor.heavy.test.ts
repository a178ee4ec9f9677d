import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { generateSync } from 'otplib';
import { forgetFactorsOf } from '#auth/factors/forgetting-factors.ts';
import { factor } from '#store/sessions/auth-rows.fixture.ts';
import { type AuthUnderTest, authUnderTest } from '#support/auth.ts';
import { codeOf, signedIn, type Visitor } from '#support/signed-in.ts';

/** Enrols an app, and verifies it in this session. @returns its id, and its verification in another session */
async function withApp({ time }: AuthUnderTest, { client }: Visitor) {
  const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: `${time.now}` });
  assert.ok(data);
  const { id: factorId, totp } = data;
  const showIn = async (visitor: Visitor) => {
    // A code counts once.
    time.now += 30_000;
    const code = generateSync({ secret: totp.secret, epoch: Math.floor(time.now / 1000) });
    assert.equal(codeOf(await visitor.client.mfa.challengeAndVerify({ factorId, code })), 'ok');
  };
  await showIn({ client, userId: '' });
  return { factorId, showIn };
}

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

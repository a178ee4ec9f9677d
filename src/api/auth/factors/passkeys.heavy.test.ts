import assert from 'node:assert/strict';
import { createPrivateKey, sign, X509Certificate } from 'node:crypto';
import { after, test } from 'node:test';
import { type AuthUnderTest, authUnderTest, PUBLIC_URL } from '#support/auth.ts';
import { Authenticator, type Attest, type Browser } from '#support/authenticator.ts';
import { selfSignedCertificate } from '#support/certificate.ts';
import { codeOf, signedIn, type Visitor } from '#support/signed-in.ts';

const RP_ID = 'veilpost.test';
const HERE: Browser = { origin: PUBLIC_URL };

async function registered(
  { client }: Visitor,
  authenticator: Authenticator,
  browser = HERE,
  attest?: Attest,
) {
  const { data, error } = await client.passkey.startRegistration();
  if (!data) return { data: null, error };
  const credential = authenticator.create(data.options, browser, attest);
  return client.passkey.verifyRegistration({ challengeId: data.challenge_id, credential });
}

async function withPasskey(under: AuthUnderTest) {
  const visitor = await signedIn(under);
  const authenticator = new Authenticator(RP_ID);
  const { data, error } = await registered(visitor, authenticator);
  assert.equal(error, null);
  assert.ok(data);
  return { ...visitor, authenticator, passkey: data };
}

type Assertion = ReturnType<Authenticator['get']>;

/** A browser without a session. */
async function challenged({ browser }: AuthUnderTest) {
  const client = browser();
  const { data } = await client.passkey.startAuthentication();
  assert.ok(data);
  const { challenge_id: challengeId, options, expires_at } = data;
  type Credential = Parameters<typeof client.passkey.verifyAuthentication>[0]['credential'];
  const verify = (credential: Credential) =>
    client.passkey.verifyAuthentication({ challengeId, credential });
  return { client, options, expiresAt: expires_at, verify };
}

test('a passkey signs in without an address, and the session names the method', async () => {
  const under = await authUnderTest(after);
  const { authenticator, userId, passkey } = await withPasskey(under);
  const { options, verify, client, expiresAt } = await challenged(under);
  assert.deepEqual([options.rpId, options.userVerification], [RP_ID, 'required']);
  assert.deepEqual(options.allowCredentials, []);
  assert.equal(expiresAt, Math.floor((under.time.now + 300_000) / 1000));
  authenticator.counter = 1;
  const { data, error } = await verify(authenticator.get(options, HERE));
  assert.equal(error, null);
  assert.equal(data?.user?.id, userId);
  const { data: claims } = await client.getClaims();
  assert.equal(claims?.claims.aal, 'aal1');
  assert.deepEqual(
    claims?.claims.amr?.map((one) => (typeof one === 'string' ? one : one.method)),
    ['passkey'],
  );
  const { data: listed } = await client.passkey.list();
  assert.deepEqual(
    listed?.map(({ id, last_used_at }) => [id, last_used_at]),
    [[passkey.id, new Date(under.time.now).toISOString()]],
  );
  assert.deepEqual(under.letters.notices, [{ notice: 'passkey-added', to: 'jane@mailbox.test' }]);
});

test('a passkey is registered under the id that its authenticator attests, and under no other', async () => {
  const under = await authUnderTest(after);
  const { client } = await signedIn(under);
  const { data } = await client.passkey.startRegistration();
  assert.ok(data);
  const attested = new Authenticator(RP_ID).create(data.options, HERE);
  const { id } = new Authenticator(RP_ID).create(data.options, HERE);
  const credential = { ...attested, id, rawId: id };
  const answer = { challengeId: data.challenge_id, credential };
  const result = await client.passkey.verifyRegistration(answer);
  assert.equal(codeOf(result), 'webauthn_verification_failed');
  assert.deepEqual((await client.passkey.list()).data, []);
});

test('a session that ends while its new passkey is checked adds none', async (t) => {
  const under = await authUnderTest(after);
  const visitor = await signedIn(under);
  const { factors, passkeys, sessions } = under.store.auth;
  const take = factors.takeChallenge.bind(factors);
  t.mock.method(factors, 'takeChallenge', async (id: string) => {
    await sessions.deleteAllOf(visitor.userId);
    return take(id);
  });
  const result = await registered(visitor, new Authenticator(RP_ID));
  assert.equal(codeOf(result), 'AuthSessionMissingError');
  assert.deepEqual(await passkeys.of(visitor.userId), []);
  assert.deepEqual(under.letters.notices, []);
});

test('a passkey that is removed while it signs in begins no session', async (t) => {
  const under = await authUnderTest(after);
  const { authenticator, userId, passkey } = await withPasskey(under);
  const { options, verify } = await challenged(under);
  const { users, passkeys, sessions } = under.store.auth;
  const before = await sessions.of(userId);
  const signedInAs = users.signedIn.bind(users);
  t.mock.method(users, 'signedIn', async (...by: Parameters<typeof users.signedIn>) => {
    assert.ok(await passkeys.delete(passkey.id, userId));
    return signedInAs(...by);
  });
  assert.notEqual((await verify(authenticator.get(options, HERE))).error, null);
  assert.deepEqual(await sessions.of(userId), before);
});

test('an answer for another site, to another challenge, or without verification of the person is rejected', async () => {
  const under = await authUnderTest(after);
  const { authenticator } = await withPasskey(under);
  const refused = async (answer: (options: { challenge: string }) => Assertion) => {
    const { options, verify } = await challenged(under);
    const result = await verify(answer(options));
    return [result.error && 'status' in result.error && result.error.status, codeOf(result)];
  };
  const failed = [400, 'webauthn_verification_failed'];
  const elsewhere = { origin: 'https://evil.test' };
  assert.deepEqual(await refused((options) => authenticator.get(options, elsewhere)), failed);
  assert.deepEqual(await refused(() => authenticator.get({ challenge: 'AAAA' }, HERE)), failed);
  assert.deepEqual(
    await refused((options) => authenticator.get(options, { ...HERE, flags: 1 })),
    failed,
  );
  const unknown = new Authenticator(RP_ID);
  assert.deepEqual(await refused((options) => unknown.get(options, HERE)), failed);
  const nameless = await refused((options) => {
    const credential = authenticator.get(options, HERE);
    return { ...credential, response: { ...credential.response, userHandle: '' } };
  });
  assert.deepEqual(nameless, failed);
});

test('an answer is accepted once, and not after five minutes', async () => {
  const under = await authUnderTest(after);
  const { authenticator } = await withPasskey(under);
  const { options, verify } = await challenged(under);
  const credential = authenticator.get(options, HERE);
  assert.equal(codeOf(await verify(credential)), 'ok');
  assert.equal(codeOf(await verify(credential)), 'webauthn_challenge_not_found');
  const fresh = await challenged(under);
  assert.equal(codeOf(await fresh.verify(credential)), 'webauthn_verification_failed');
  const late = await challenged(under);
  under.time.now += 300_000;
  const answer = authenticator.get(late.options, HERE);
  assert.equal(codeOf(await late.verify(answer)), 'webauthn_challenge_expired');
});

test('a counter that goes back, or stays, is rejected', async () => {
  const under = await authUnderTest(after);
  const { authenticator } = await withPasskey(under);
  const used = async (counter: number) => {
    authenticator.counter = counter;
    const { options, verify } = await challenged(under);
    return codeOf(await verify(authenticator.get(options, HERE)));
  };
  assert.equal(await used(0), 'ok');
  assert.equal(await used(5), 'ok');
  assert.equal(await used(5), 'webauthn_verification_failed');
  assert.equal(await used(4), 'webauthn_verification_failed');
  assert.equal(await used(0), 'webauthn_verification_failed');
  assert.equal(await used(6), 'ok');
  const both = await Promise.all([used(7), used(7)]);
  assert.equal(both.filter((code) => code === 'ok').length, 1, 'a copy at the same moment');
});

test('a passkey that several devices share is accepted, whatever its counter; a copy of one device’s cannot pass for it', async () => {
  const under = await authUnderTest(after);
  const synced = { ...HERE, flags: 1 | 4 | 8 | 16 };
  for (const [made, used, code] of [
    [synced, synced, 'ok'],
    [synced, HERE, 'webauthn_verification_failed'],
    [HERE, synced, 'webauthn_verification_failed'],
  ] as const) {
    const authenticator = new Authenticator(RP_ID);
    authenticator.counter = 7;
    assert.equal(codeOf(await registered(await signedIn(under), authenticator, made)), 'ok');
    for (const counter of [7, 3, 0, 0]) {
      authenticator.counter = counter;
      const { options, verify } = await challenged(under);
      assert.equal(codeOf(await verify(authenticator.get(options, used))), code);
    }
  }
});

test('a registration for another site, without verification, or answered twice creates no passkey', async () => {
  const under = await authUnderTest(after);
  const visitor = await signedIn(under);
  const made = async (browser: Browser, attest?: Attest) =>
    codeOf(await registered(visitor, new Authenticator(RP_ID), browser, attest));
  const failed = 'webauthn_verification_failed';
  assert.equal(await made({ origin: 'https://evil.test' }), failed);
  assert.equal(await made({ ...HERE, flags: 1 }), failed);
  // A certificate names addresses that a verifier would fetch: even a valid statement is rejected.
  assert.equal(await made(HERE, u2fAttestation), failed);
  const { data } = await visitor.client.passkey.startRegistration();
  assert.ok(data);
  const other = await signedIn(under, 'mallory@mailbox.test');
  const answer = {
    challengeId: data.challenge_id,
    credential: new Authenticator(RP_ID).create(data.options, HERE),
  };
  const notTheirs = await other.client.passkey.verifyRegistration(answer);
  assert.equal(codeOf(notTheirs), 'webauthn_challenge_not_found');
  assert.deepEqual((await visitor.client.passkey.list()).data, []);
});

/** WebAuthn section 8.6, with a valid signature. */
const u2fAttestation: Attest = ({ rpIdHash, clientDataHash, id, point }) => {
  const { key, cert } = selfSignedCertificate('x.test');
  const signed = Buffer.concat([Buffer.of(0), rpIdHash, clientDataHash, id, point]);
  const statement = new Map<string, Buffer | Buffer[]>([
    ['sig', sign('sha256', signed, createPrivateKey(key))],
    ['x5c', [new X509Certificate(cert).raw]],
  ]);
  return ['fido-u2f', statement];
};

test('a passkey is discoverable, is registered once, and is renamed and removed by its owner alone', async () => {
  const under = await authUnderTest(after);
  const { client, authenticator, passkey, userId } = await withPasskey(under);
  const { data } = await client.passkey.startRegistration();
  assert.ok(data);
  const { options } = data;
  assert.deepEqual(options.authenticatorSelection?.residentKey, 'required');
  assert.deepEqual(options.authenticatorSelection?.userVerification, 'required');
  assert.equal(options.attestation, 'none');
  assert.equal(Buffer.from(options.user.id, 'base64url').toString(), userId);
  assert.deepEqual(
    options.excludeCredentials?.map(({ id }) => id),
    [authenticator.id.toString('base64url')],
  );
  const other = await signedIn(under, 'mallory@mailbox.test');
  assert.equal(codeOf(await registered(other, authenticator)), 'webauthn_credential_exists');

  const named = { passkeyId: passkey.id, friendlyName: 'l'.repeat(120) };
  const theirs = await other.client.passkey.update(named);
  assert.equal(codeOf(theirs), 'validation_failed');
  const removed = await other.client.passkey.delete({ passkeyId: passkey.id });
  assert.equal(codeOf(removed), 'validation_failed');
  assert.equal((await client.passkey.update(named)).data?.friendly_name, named.friendlyName);
  assert.equal(codeOf(await client.passkey.update({ ...named, friendlyName: '' })), BAD);
  const long = { ...named, friendlyName: 'x'.repeat(121) };
  assert.equal(codeOf(await client.passkey.update(long)), BAD);
  assert.equal(codeOf(await client.passkey.delete({ passkeyId: passkey.id })), 'ok');
  assert.deepEqual((await client.passkey.list()).data, []);
  assert.equal(under.letters.notices.at(-1)?.notice, 'passkey-removed');
  const { options: request, verify } = await challenged(under);
  assert.equal(
    codeOf(await verify(authenticator.get(request, HERE))),
    'webauthn_verification_failed',
  );
});

const BAD = 'validation_failed';

test('a user has ten passkeys at most', async () => {
  const under = await authUnderTest(after);
  const visitor = await signedIn(under);
  const made = async () => codeOf(await registered(visitor, new Authenticator(RP_ID)));
  for (let i = 0; i < 9; i++) assert.equal(await made(), 'ok');
  const last = await Promise.all([made(), made()]);
  assert.ok(last.includes('too_many_passkeys'), String(last));
  const { data } = await visitor.client.passkey.list();
  assert.ok(data && data.length <= 10);
});

test('on an IP address there is neither a passkey nor WebAuthn', async () => {
  for (const publicUrl of ['http://192.0.2.1:3000', 'http://[2001:db8::1]']) {
    const under = await authUnderTest(after, { publicUrl });
    const { client } = await signedIn(under);
    assert.equal(codeOf(await client.passkey.startAuthentication()), 'feature_disabled');
    assert.equal(codeOf(await client.passkey.startRegistration()), 'feature_disabled');
    assert.equal(codeOf(await client.passkey.list()), 'feature_disabled');
    const enrolled = await client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'key' });
    assert.equal(codeOf(enrolled), 'mfa_webauthn_enroll_not_enabled');
  }
});

test('a text that is not an authenticator’s answer is a bad request', async () => {
  const under = await authUnderTest(after);
  const { options, client } = await challenged(under);
  assert.ok(options && client);
  const verify = async (credential: unknown) => {
    const body = JSON.stringify({ challenge_id: crypto.randomUUID(), credential });
    const { status } = await under.send('POST', '/auth/v1/passkeys/authentication/verify', body);
    return status;
  };
  const good = new Authenticator(RP_ID).get(options, HERE);
  for (const credential of [
    undefined,
    null,
    7,
    [],
    {},
    { ...good, type: 'password' },
    { ...good, id: 7 },
    { ...good, id: 'x'.repeat(2049) },
    { ...good, response: 'x' },
    { ...good, response: { ...good.response, signature: ['x'] } },
    { ...good, response: { ...good.response, userHandle: '\u0000' } },
    good,
  ]) {
    assert.equal(await verify(credential), 400, JSON.stringify(credential)?.slice(0, 60));
  }
});

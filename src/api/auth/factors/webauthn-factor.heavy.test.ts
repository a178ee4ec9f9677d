import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isObject } from '../../body.ts';
import { authUnderTest, PUBLIC_URL } from '#support/auth.ts';
import { Authenticator, type Browser } from '#support/authenticator.ts';
import { signedIn } from '#support/signed-in.ts';

const RP_ID = 'veilpost.test';
const HERE: Browser = { origin: PUBLIC_URL };

for (const [name, backup, stays] of [
  ['of one device: refused once its counter stays or goes back', 0, 'mfa_verification_failed'],
  ['that several devices share: accepted, whatever its counter', 8, 'ok'],
] as const) {
  test(`WebAuthn as second factor, registered and verified again; one ${name}`, async () => {
    const under = await authUnderTest(after);
    const visitor = await signedIn(under);
    const { mfa } = visitor.client;
    const { data: factor } = await mfa.enroll({ factorType: 'webauthn', friendlyName: 'key' });
    assert.ok(factor);
    const authenticator = new Authenticator(RP_ID);
    const post = async (path: string, body: object) => {
      const { data } = await visitor.client.getSession();
      const authorization = `Bearer ${data.session?.access_token}`;
      return under.send('POST', `/auth/v1/factors/${factor.id}/${path}`, JSON.stringify(body), {
        authorization,
      });
    };
    let allowed: unknown;
    /** The stock client's way in a browser: it parses the options with a function that only browsers have. */
    const step = async (
      answer: (options: { challenge: string; user: { id: string } }) => object,
    ) => {
      const { json } = await post('challenge', { webauthn: { rpId: RP_ID, rpOrigins: [] } });
      const { type, credential_options } = object(json.webauthn);
      const { challenge, user, allowCredentials } = object(object(credential_options).publicKey);
      allowed = allowCredentials;
      const id = isObject(user) ? String(user.id) : '';
      const options = { challenge: String(challenge), user: { id } };
      const { json: token } = await post('verify', {
        challenge_id: json.id,
        webauthn: { type, rpId: RP_ID, rpOrigins: [], credential_response: answer(options) },
      });
      return { type, code: token.error_code ?? 'ok', token };
    };
    const wrong = await step((options) =>
      authenticator.create(options, { origin: 'https://evil.test' }),
    );
    assert.deepEqual([wrong.type, wrong.code], ['create', 'mfa_verification_failed']);
    authenticator.counter = 3;
    // Presence is enough for a second factor.
    const made = await step((options) =>
      authenticator.create(options, { ...HERE, flags: 1 | backup }),
    );
    assert.equal(made.code, 'ok');
    const [access_token, refresh_token] = [made.token.access_token, made.token.refresh_token].map(
      String,
    );
    assert.ok(access_token && refresh_token);
    await visitor.client.setSession({ access_token, refresh_token });
    const { data: claims } = await visitor.client.getClaims();
    assert.equal(claims?.claims.aal, 'aal2');
    const again = async (counter: number) => {
      authenticator.counter = counter;
      const { type, code } = await step((options) =>
        authenticator.get(options, { ...HERE, flags: 1 | backup }),
      );
      return [type, code];
    };
    assert.deepEqual(await again(4), ['request', 'ok']);
    const id = authenticator.id.toString('base64url');
    assert.deepEqual(allowed, [{ id, transports: ['internal'], type: 'public-key' }]);
    assert.deepEqual(await again(4), ['request', stays]);
    assert.deepEqual(await again(2), ['request', stays]);
    assert.deepEqual(await again(5), ['request', 'ok']);
  });
}

function object(value: unknown): Record<string, unknown> {
  assert.ok(isObject(value));
  return value;
}

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import { type AuthUnderTest, authUnderTest, challengeOf as asked } from '#support/auth.ts';

const newVerifier = () => randomBytes(56).toString('hex');
const challengeOf = (verifier: string) => asked(verifier).code_challenge;

/** The code from a letter's link that was requested with a challenge. */
async function issued(under: AuthUnderTest) {
  const verifier = newVerifier();
  const user = await under.facility.accounts.findOrMake('jane@mailbox.test');
  const { exchangeCodes } = under.facility;
  const code = await exchangeCodes.issue(user.id, challengeOf(verifier), 'otp');
  return { verifier, code };
}

async function exchanged(under: AuthUnderTest, body: object) {
  const path = '/auth/v1/token?grant_type=pkce';
  const { status, json } = await under.send('POST', path, JSON.stringify(body));
  return [status, json.error_code ?? (json.access_token ? 'ok' : undefined)];
}

test('a wrong verifier, as is the challenge itself, is rejected, and the code is used up', async () => {
  const under = await authUnderTest(after);
  for (const wrong of [newVerifier, challengeOf]) {
    const { verifier, code } = await issued(under);
    const tried = (code_verifier: string) => exchanged(under, { auth_code: code, code_verifier });
    assert.deepEqual(await tried(wrong(verifier)), [400, 'bad_code_verifier']);
    assert.deepEqual(await tried(verifier), [404, 'flow_state_not_found']);
  }
});

test('a code lives for 300 seconds', async () => {
  const under = await authUnderTest(after);
  const [early, late] = [await issued(under), await issued(under)];
  under.time.now += 299_999;
  const body = ({ code, verifier }: typeof early) => ({ auth_code: code, code_verifier: verifier });
  assert.deepEqual(await exchanged(under, body(early)), [200, 'ok']);
  under.time.now += 1;
  assert.deepEqual(await exchanged(under, body(late)), [422, 'flow_state_expired']);
});

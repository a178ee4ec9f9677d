import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import type { SignInLetter } from '#auth/letters/letter-port.ts';
import { authUnderTest } from '#support/auth.ts';
import { signedIn } from '#support/signed-in.ts';

const JANE = 'jane@mailbox.test';
const NEW = 'jane@new.test';

/**
 * Jane, whose old mailbox's server never gives a verdict on a letter. The ten seconds that a response waits pass at
 * once.
 */
async function jane(t: TestContext) {
  const under = await authUnderTest(after);
  const { client } = await signedIn(under, JANE);
  const { data } = await client.getSession();
  const authorization = `Bearer ${data.session?.access_token}`;
  const send = under.letters.send.bind(under.letters);
  t.mock.method(under.letters, 'send', async (letter: SignInLetter) => {
    const verdict = await send(letter);
    return letter.to === JANE ? new Promise<never>(() => {}) : verdict;
  });
  const { setTimeout: real } = globalThis;
  type Run = (...given: unknown[]) => void;
  t.mock.method(globalThis, 'setTimeout', (run: Run, ms = 0, ...given: unknown[]) =>
    real(run, ms === 10_000 ? 0 : ms, ...given),
  );
  const asked = async (method: string, path: string, body: object) => {
    under.letters.sent.length = 0;
    const headers = { authorization };
    const { status } = await under.send(method, `/auth/v1/${path}`, JSON.stringify(body), headers);
    for (const to of [JANE, NEW]) await under.letters.to(to);
    return status;
  };
  return { asked };
}

test('an address change gets a response within ten seconds although the old mailbox’s server is silent', async (t) => {
  const { asked } = await jane(t);
  assert.equal(await asked('PUT', 'user', { email: NEW }), 200);
});

test('letters of an address change that are requested again do not wait for each other', async (t) => {
  const { asked } = await jane(t);
  await asked('PUT', 'user', { email: NEW });
  assert.equal(await asked('POST', 'resend', { type: 'email_change', email: JANE }), 200);
});

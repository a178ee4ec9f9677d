import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Call } from '#api/call.ts';
import { limiting } from '#api/limits/limiting.fixture.ts';
import { LIMITS } from '#api/limits/limits.ts';
import { asked, authUnderTest, post } from '#support/auth.ts';

const JANE = 'jane@mailbox.test';

/** The limits of all callers together divided by ten, for a tenth of the flood: its requests take seconds of CPU. */
const tenth = { ...LIMITS };
for (const call of ['auth_letter', 'auth_verify'] satisfies Call[]) {
  tenth[call] = LIMITS[call].map((limit) => ({ ...limit, all: (all) => limit.all(all) / 10 }));
}

/** Ten addresses of each network. */
const flood = (networks: number) =>
  Array.from(
    { length: 10 * networks },
    (_, i) => `${20 + (i % networks)}.7.${Math.floor(i / networks)}.1`,
  );

const WRONG = JSON.stringify({ type: 'email', email: JANE, token: '000000' });
const UNSENT = JSON.stringify({ email: 'no@mailbox.test' });

for (const [name, path, body] of [
  ['empty bodies', 'otp', ''],
  ['empty bodies', 'verify', ''],
  ['wrong codes', 'verify', WRONG],
  ['letters that never leave', 'recover', UNSENT],
] as const) {
  const from = flood(7);
  test(`in a flood of ${name} to ${path} from ${from.length} addresses everyone else still gets letters and codes`, async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 });
    const rateLimits = limiting({ limits: tenth });
    const under = await authUnderTest(after, { api: { rateLimits } });
    const requests = from.length * (path === 'verify' ? 10 : 5);
    for (let i = 0; i < requests; i += 1) {
      await post(under, `/auth/v1/${path}`, { body, from: from[i % from.length] ?? '' });
    }
    assert.equal((await asked(under, {}, 'new@mailbox.test')).status, 200);
    const { code } = await under.letters.to('new@mailbox.test');
    const typed = JSON.stringify({ type: 'email', email: 'new@mailbox.test', token: code });
    assert.equal((await post(under, '/auth/v1/verify', { body: typed })).status, 200);
  });
}

test('a call that fails counts for a tenth, and one that is answered as a whole', async (t) => {
  const rateLimits = limiting();
  const didLittle = t.mock.method(rateLimits, 'didLittle');
  const under = await authUnderTest(after, { api: { rateLimits } });
  assert.equal((await asked(under, {}, 'new@mailbox.test')).status, 200);
  assert.equal(didLittle.mock.callCount(), 0);
  await post(under, '/auth/v1/otp', { body: '', from: '20.7.0.1' });
  assert.deepEqual(
    didLittle.mock.calls.map((call) => call.arguments),
    [['auth_letter']],
  );
});

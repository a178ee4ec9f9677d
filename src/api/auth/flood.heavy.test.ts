import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Call } from '#api/call.ts';
import { LIMITS } from '#api/limits/limits.ts';
import { RateLimits } from '#api/limits/rate-limits.ts';
import { asked, authUnderTest, post, redeemed } from '#support/auth.ts';
import { SILENT } from '#support/silent-log.ts';

const JANE = 'jane@mailbox.test';
const names = () => ({ left: 9000, total: 9000 });

/** The limits of all callers together divided by ten, for a tenth of the flood: its requests take seconds of CPU. */
const limits = { ...LIMITS };
for (const call of ['auth_letter', 'auth_verify'] satisfies Call[]) {
  limits[call] = LIMITS[call].map((limit) => ({ ...limit, all: (all) => limit.all(all) / 10 }));
}

/** Ten addresses of each of seven networks. */
const FLOOD = Array.from({ length: 70 }, (_, i) => `${20 + (i % 7)}.7.${Math.floor(i / 7)}.1`);

for (const [name, path, body, requests] of [
  ['empty bodies', 'otp', '', 350],
  ['empty bodies', 'verify', '', 700],
  ['wrong codes', 'verify', JSON.stringify({ type: 'email', email: JANE, token: '000000' }), 700],
  ['letters that never leave', 'recover', JSON.stringify({ email: 'no@mailbox.test' }), 350],
] as const) {
  test(`in a flood of ${name} to ${path} from seventy addresses everyone else still gets letters and codes`, async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 });
    const rateLimits = new RateLimits({ now: () => Date.now(), log: SILENT, names, limits });
    const under = await authUnderTest(after, { api: { rateLimits } });
    for (let i = 0; i < requests; i += 1) {
      await post(under, `/auth/v1/${path}`, { body, from: FLOOD[i % FLOOD.length] ?? '' });
    }
    assert.equal((await asked(under, {}, 'new@mailbox.test')).status, 200);
    const { code } = await under.letters.to('new@mailbox.test');
    const fields = { type: 'email', email: 'new@mailbox.test', token: code };
    assert.equal((await redeemed(under, fields)).status, 200);
  });
}

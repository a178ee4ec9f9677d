/**
 * A phone as second factor, from the call to the hook, over real sockets. Its wrong and late codes count as those of an app:
 * src/api/auth/factors.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createLog } from '#app/observe/log.ts';
import { type SmsHookOptions, smsHook } from '#app/config/sms-hook.ts';
import { authUnderTest } from '#support/auth.ts';
import { HookServer } from '#support/http-server.ts';
import { codeOf, signedIn } from '#support/signed-in.ts';

const PHONE = '+4915112345678';
const KEY = Buffer.alloc(32, 7);
const MINUTE = 60_000;

async function withHook(change: SmsHookOptions['surroundings'] = {}, phoneCountries?: string[]) {
  const hook = new HookServer();
  const url = await hook.listen(after);
  const logged: string[] = [];
  const log = createLog({ write: (line) => void logged.push(line) }, false);
  const surroundings = { ...hook.surroundings, timeoutMs: 600_000, ...change };
  const now = Date.now;
  const sendMessage = smsHook({ url, key: KEY, now, log, surroundings });
  const under = await authUnderTest(after, {
    sendMessage,
    ...(phoneCountries && { phoneCountries }),
  });
  const { client, userId } = await signedIn(under);
  const enrolled = await client.mfa.enroll({ factorType: 'phone', phone: PHONE });
  assert.equal(codeOf(enrolled), 'ok');
  const factorId = enrolled.data?.id ?? '';
  const challenge = (channel?: 'sms' | 'whatsapp') =>
    client.mfa.challenge(channel ? { factorId, channel } : { factorId });
  const sms = () => JSON.parse(hook.taken.at(-1)?.body ?? '{}').sms;
  const verify = async (challengeId: string | undefined, code: string) =>
    codeOf(await client.mfa.verify({ factorId, challengeId: challengeId ?? '', code }));
  return { ...under, hook, logged, client, userId, enrolled, challenge, sms, verify };
}

test('a code goes to the phone by SMS or WhatsApp, works once, and leads to aal2', async () => {
  const { client, enrolled, challenge, sms, verify, time, letters, facility, userId } =
    await withHook();
  assert.deepEqual([enrolled.data?.type, enrolled.data?.phone], ['phone', PHONE]);
  const { data: first } = await challenge();
  assert.equal(first?.expires_at, Math.floor((time.now + 300_000) / 1000));
  const { otp, ...rest } = sms();
  assert.deepEqual(rest, { phone: PHONE, channel: 'sms' });
  assert.match(otp, /^\d{6}$/);
  const [stored] = await facility.store.factors.of(userId);
  assert.ok(stored && !JSON.stringify(stored).includes(PHONE.slice(1)));
  assert.ok(!(await facility.store.factors.findChallenge(first?.id ?? ''))?.value.includes(otp));
  const wrong = otp === '000000' ? '000001' : '000000';
  assert.equal(await verify(first?.id, wrong), 'mfa_verification_failed');
  assert.equal(await verify(first?.id, otp), 'ok');
  assert.equal(await verify(first?.id, otp), 'mfa_factor_not_found');
  const { data: claims } = await client.getClaims();
  assert.deepEqual(
    [claims?.claims.aal, claims?.claims.amr?.[0]],
    ['aal2', { method: 'mfa/phone', timestamp: Math.floor(time.now / 1000) }],
  );
  assert.deepEqual(letters.notices, [{ notice: 'factor-added', to: 'jane@mailbox.test' }]);
  time.now += MINUTE;
  const { data: second } = await challenge('whatsapp');
  assert.equal(sms().channel, 'whatsapp');
  assert.equal(await verify(second?.id, sms().otp), 'ok');
});

test('a number gets one message a minute, whichever user requests it, and the answer names the wait', async () => {
  const under = await withHook();
  const { challenge, hook, time } = under;
  assert.equal(codeOf(await challenge()), 'ok');
  const mallory = await signedIn(under, 'mallory@mailbox.test');
  const enrolled = await mallory.client.mfa.enroll({ factorType: 'phone', phone: PHONE });
  const again = await mallory.client.mfa.challenge({ factorId: enrolled.data?.id ?? '' });
  assert.deepEqual([again.error?.status, codeOf(again)], [429, 'over_sms_send_rate_limit']);
  assert.match(again.error?.message ?? '', /after 60 seconds/);
  time.now += MINUTE;
  const later = await mallory.client.mfa.challenge({ factorId: enrolled.data?.id ?? '' });
  assert.equal(codeOf(later), 'ok');
  assert.equal(hook.taken.length, 2);
});

test('without a hook there is no phone; with one, only numbers of E.164 and the two channels', async () => {
  const without = await authUnderTest(after);
  const { client } = await signedIn(without);
  const off = await client.mfa.enroll({ factorType: 'phone', phone: PHONE });
  assert.deepEqual([off.error?.status, codeOf(off)], [422, 'mfa_phone_enroll_not_enabled']);
  const under = await withHook();
  for (const phone of [
    '',
    '015112345678',
    '+0151',
    '+49 151',
    `+${'1'.repeat(16)}`,
    '+1234a67890',
  ]) {
    const enrolled = await under.client.mfa.enroll({ factorType: 'phone', phone });
    assert.equal(codeOf(enrolled), 'validation_failed', phone);
  }
  const { data } = await under.client.getSession();
  const authorization = `Bearer ${data.session?.access_token}`;
  const path = `/auth/v1/factors/${under.enrolled.data?.id}/challenge`;
  const body = JSON.stringify({ channel: 'pigeon' });
  const { json } = await under.send('POST', path, body, { authorization });
  assert.equal(json.error_code, 'validation_failed');
  assert.deepEqual(under.hook.taken, []);
});

test('a number of another country than those of the operator gets no message, and does not use one up', async () => {
  const { challenge, hook, time } = await withHook({}, ['+43', '+1']);
  for (let i = 0; i < 2; i++) {
    const { error } = await challenge();
    assert.deepEqual([error?.status, error?.code], [422, 'sms_send_failed']);
  }
  assert.equal(hook.taken.length, 0);
  time.now += MINUTE;
  const served = await withHook({}, ['+43', '+49']);
  assert.equal(codeOf(await served.challenge()), 'ok');
  assert.equal(codeOf(await served.challenge()), 'over_sms_send_rate_limit');
});

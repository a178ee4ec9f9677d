/** A second factor in the try-out, on the whole service: sign-in, a simulated phone, and its loss. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { AuthClient } from '@supabase/auth-js';
import { testDatabase } from '#support/database.ts';
import { addressesOf, nodeInProcess } from '#support/service-in-process.ts';
import { latestMail } from '#support/service-process.ts';
import { codeOf } from '#support/signed-in.ts';
import { veilpostHere } from '#support/veilpost-command.ts';

const PHONE = '+4915112345678';
const EMAIL = 'jane@mailbox.test';

test('in the try-out email and SMS arrive in the mailbox; an operator helps after a loss of the phone', async (t) => {
  const DATABASE_URL = await testDatabase(after);
  const { running } = await nodeInProcess(t, { DATABASE_URL });
  t.after(() => running.close());
  const addresses = addressesOf(running);
  const { http } = addresses;
  const page = await (await fetch(http)).text();
  const apikey = /"key":"([^"]+)"/.exec(page)?.[1] ?? assert.fail(page);
  const client = new AuthClient({
    url: `${http}/auth/v1`,
    headers: { apikey, Authorization: `Bearer ${apikey}` },
    autoRefreshToken: false,
    persistSession: false,
  });
  const newest = async (to: string) => {
    const mail = await latestMail(addresses, to);
    return /(?:Your code is|asked for it:) (\d{6})/.exec(mail)?.[1] ?? assert.fail(mail);
  };
  const level = async () => (await client.getClaims()).data?.claims.aal;

  assert.equal(codeOf(await client.signInWithOtp({ email: EMAIL })), 'ok');
  const token = await newest(EMAIL);
  assert.equal(codeOf(await client.verifyOtp({ type: 'email', email: EMAIL, token })), 'ok');
  assert.equal(await level(), 'aal1');

  const { data: factor } = await client.mfa.enroll({ factorType: 'phone', phone: PHONE });
  const { data: challenge } = await client.mfa.challenge({ factorId: factor?.id ?? '' });
  const code = await newest(PHONE);
  const answer = { factorId: factor?.id ?? '', challengeId: challenge?.id ?? '', code };
  assert.equal(codeOf(await client.mfa.verify(answer)), 'ok');
  assert.equal(await level(), 'aal2');

  const { out } = await veilpostHere('.', ['forget', EMAIL, '--factors'], { DATABASE_URL });
  assert.equal(out, '1 second factor is gone. The service notifies the user by a letter.\n');
  assert.equal(codeOf(await client.refreshSession()), 'ok');
  assert.equal(await level(), 'aal1');
});

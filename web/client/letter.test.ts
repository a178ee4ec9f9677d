import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuthAnswer } from './auth-call.ts';
import { sendLetter } from './letter.ts';

const JANE = 'jane@home.example';

const outcome = (answer: Partial<AuthAnswer>) =>
  sendLetter(() => Promise.resolve({ status: 200, text: '{}', wait: Number.NaN, ...answer }), JANE);

test('a letter is requested with the address alone', async () => {
  const asked: unknown[] = [];
  await sendLetter((...call) => {
    asked.push(call);
    return Promise.resolve({ status: 200, text: '{}', wait: Number.NaN });
  }, JANE);
  assert.deepEqual(asked, [['otp', { email: JANE, create_user: true }]]);
});

test('each answer has its own outcome', async () => {
  assert.equal(await outcome({}), 'sent');
  assert.deepEqual(await outcome({ status: 429, wait: 1 }), { wait: 1 });
  assert.deepEqual(await outcome({ status: 429, wait: 60 }), { wait: 60 });
  assert.equal(await outcome({ status: 429, wait: 61 }), 'usedUp');
  assert.equal(await outcome({ status: 429 }), 'usedUp');
  const code = (error_code: string) => JSON.stringify({ code: 400, error_code });
  assert.equal(await outcome({ status: 400, text: code('email_address_invalid') }), 'refused');
  assert.equal(await outcome({ status: 400, text: code('validation_failed') }), 'failed');
  assert.equal(await outcome({ status: 503, text: '' }), 'unreachable');
  assert.equal(await sendLetter(() => Promise.reject(new Error('offline')), JANE), 'unreachable');
});

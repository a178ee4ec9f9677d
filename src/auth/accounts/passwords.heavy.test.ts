import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, isPassword } from './passwords.ts';

const PASSWORD = 'pässphrase, schön';

test('a password matches in every Unicode form, and no other one does', async () => {
  const stored = await hashPassword(PASSWORD);
  assert.ok(await isPassword(PASSWORD.normalize('NFD'), stored));
  assert.ok(!(await isPassword(PASSWORD.replace('ä', 'a'), stored)));
  assert.notEqual(await hashPassword(PASSWORD), stored);
  // So many letters in a row do not occur in random ones.
  assert.ok(!stored.includes('ssphrase'));
});

test('a password that was never set matches nothing', async () => {
  for (const stored of [null, '', 'scrypt$YQ$']) {
    assert.ok(!(await isPassword('', stored)), String(stored));
  }
});

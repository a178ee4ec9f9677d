import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, isPassword } from './passwords.ts';

test('a password matches in every Unicode form, and no other one does', async () => {
  const stored = await hashPassword('pässwörd');
  assert.ok(await isPassword('pässwörd'.normalize('NFD'), stored));
  assert.ok(!(await isPassword('passwörd', stored)));
  assert.notEqual(await hashPassword('pässwörd'), stored);
  assert.ok(!stored.includes('ssw'));
});

test('a password that was never set matches nothing', async () => {
  for (const stored of [null, '', 'scrypt$YQ$']) {
    assert.ok(!(await isPassword('', stored)), String(stored));
  }
});

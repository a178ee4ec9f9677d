import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, isPassword } from './passwords.ts';

test('a password is known again, in whatever form it is typed, and no other one is', async () => {
  const stored = await hashPassword('pässwörd');
  assert.ok(await isPassword('pässwörd'.normalize('NFD'), stored));
  assert.ok(!(await isPassword('passwörd', stored)));
  assert.notEqual(await hashPassword('pässwörd'), stored);
  assert.ok(!stored.includes('ssw'));
});

test('nobody has a password that was never set', async () => {
  for (const stored of [null, undefined, '', 'scrypt$$', 'scrypt$YQ$']) {
    assert.ok(!(await isPassword('', stored)), String(stored));
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountOf } from './provider-account.ts';

const settings = (issuer: string, ...domains: string[]) => ({
  name: 'one',
  issuer,
  clientId: 'id',
  clientSecret: 'secret',
  domains,
});
const GOOGLE = settings('https://accounts.google.com');
const OTHER = settings('https://id.corp.test', 'corp.test');

const account = (given: ReturnType<typeof settings>, claims: object) =>
  accountOf(given, { sub: 'a', ...claims }, (text) => (text.includes('@') ? text : undefined));

test('Google proves addresses of gmail.com and of the organizations that it hosts', () => {
  const proven = (claims: object) => account(GOOGLE, { email_verified: true, ...claims })?.proven;
  assert.equal(proven({ email: 'jane@gmail.com' }), true);
  assert.equal(proven({ email: 'jane@corp.test', hd: 'corp.test' }), true);
  assert.equal(proven({ email: 'jane@corp.test' }), false);
  assert.equal(proven({ email: 'jane@corp.test', hd: '' }), false);
  assert.equal(proven({ email: 'jane@corp.test', hd: true }), false);
  assert.equal(proven({ email: 'jane@gmail.com', email_verified: false }), false);
  assert.equal(proven({ email: 'jane@gmail.com.evil.test' }), false);
});

test('any other provider proves addresses of the domains that the operator names, and no others', () => {
  const proven = (claims: object) => account(OTHER, { email_verified: true, ...claims })?.proven;
  assert.equal(proven({ email: 'jane@corp.test' }), true);
  assert.equal(proven({ email: 'jane@corp.test', email_verified: 'true' }), true);
  for (const verified of [false, 'false', 1, 'yes', null, undefined]) {
    assert.equal(proven({ email: 'jane@corp.test', email_verified: verified }), false);
  }
  assert.equal(proven({ email: 'jane@gmail.com' }), false);
  assert.equal(proven({ email: 'jane@mailbox.test', hd: 'mailbox.test' }), false);
  assert.equal(proven({ email: 'jane@a.corp.test' }), false);
});

test('claims that cannot be stored or displayed are left out', () => {
  const claims = { name: 'a\u0000b', picture: 'javascript:alert(1)', email: 'none', other: 1 };
  assert.deepEqual(account(OTHER, claims)?.claims, {
    iss: 'https://id.corp.test',
    sub: 'a',
    provider_id: 'a',
    email_verified: false,
    phone_verified: false,
  });
  assert.equal(account(OTHER, { name: 'x'.repeat(1024) })?.claims.name, 'x'.repeat(1024));
  const long = account(OTHER, { name: 'x'.repeat(1025), picture: 'https://p.test/a b' })?.claims;
  assert.deepEqual([long?.name, long?.picture], [undefined, 'https://p.test/a%20b']);
  for (const sub of [undefined, 7, '', 'é', 'x'.repeat(256), 'a\nb']) {
    assert.equal(account(OTHER, { sub }), undefined);
  }
});

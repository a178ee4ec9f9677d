import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalAddress, domainOf, isDeliverable, isEmail, maskedAddress } from './address.ts';

test('the visitor may type any text, an at sign, text, a dot and text', () => {
  for (const text of ['a@b.c', '"oddname"@b.c', 'ü@ö.ä', 'a+b@c.d.e', 'a@@b.c', 'x@y..z']) {
    assert.ok(isEmail(text), text);
  }
  for (const text of ['', 'a', 'a@b', '@b.c', 'a@.', 'a b@c.d', 'a@b.c ', ' a@b.c', 'a@b. c']) {
    assert.ok(!isEmail(text), text);
  }
});

test('a pasted text of 200,000 at signs and dots is judged at once', () => {
  assert.ok(isEmail('@.'.repeat(100_000)));
  for (const text of ['@', '@.', '@.a', '@ .']) assert.ok(!isEmail(`${text.repeat(100_000)} `));
});

test('a mail server only gets what RFC 5321 and 6531 call a mailbox', () => {
  for (const address of [
    'a@b.c',
    'first.last+tag@mail.example.org',
    '"john \\" doe"@example.org',
    'jörg@münchen.example',
    '用户@例子.公司',
    `${'a'.repeat(64)}@example.org`,
  ]) {
    assert.ok(isDeliverable(address), address);
  }
  for (const address of [
    ...'a@b a@@b.c a..b@c.d .a@c.d a@c..d a@-c.d a>@c.d a@[127.0.0.1] a@127.0.0.1'.split(' '),
    ...'a@example.123 a@0x7f.0X1'.split(' '),
    'a@c.d\r\nRCPT TO:<x@y.z>',
    'a\u0000@c.d',
    `${'a'.repeat(65)}@example.org`,
    `a@${'b'.repeat(62)}.${'c'.repeat(62)}.${'d'.repeat(62)}.${'e'.repeat(62)}.org`,
    '"a\nb"@c.d',
  ]) {
    assert.ok(!isDeliverable(address), address);
  }
});

test('one address has one spelling', () => {
  assert.equal(canonicalAddress('  Jane.Doe@Example.ORG '), 'jane.doe@example.org');
  assert.equal(domainOf('"a@b"@Example.org'), 'example.org');
});

test('a local part has 64 octets and an address 254 at most, counted in UTF-8', () => {
  const domain = (length: number) => 'd.'.repeat(100).slice(0, length - 4) + '.org';
  const local = 'a'.repeat(64);
  assert.equal(domain(189).length, 189);
  assert.ok(isDeliverable(`${local}@${domain(189)}`), '254');
  assert.ok(!isDeliverable(`${local}@${domain(191)}`), '256');
  assert.ok(!isDeliverable(`${local}@e${domain(189)}`), '255');
  assert.ok(isDeliverable(`${'\u00fc'.repeat(32)}@example.org`));
  assert.ok(!isDeliverable(`${'\u00fc'.repeat(32)}a@example.org`));
});

test('an address is shown by its first letter and its domain', () => {
  for (const [email, shown] of [
    ['stranger@evil.test', 's***@evil.test'],
    ['s@evil.test', 's***@evil.test'],
    ['7up@evil.test', '7***@evil.test'],
    ['.x@evil.test', '***@evil.test'],
    ['é@evil.test', '***@evil.test'],
  ] as const) {
    assert.equal(maskedAddress(email), shown);
  }
});

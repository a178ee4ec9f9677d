import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePath } from './path.ts';

function mailbox(text: string) {
  const parsed = parsePath(text);
  assert.equal(parsed.kind, 'path', text);
  return parsed.kind === 'path' ? parsed.mailbox : undefined;
}

test('quoted local parts, address literals and source routes are parsed', () => {
  assert.equal(mailbox('<"a b>@c"@d.test>')?.local, '"a b>@c"');
  assert.equal(mailbox('<x@[IPv6:2001:db8::1]>')?.domain, '[ipv6:2001:db8::1]');
  assert.equal(mailbox('<x@[192.0.2.1]>')?.domain, '[192.0.2.1]');
  assert.equal(mailbox('<@one.test,@two.test:x@D.test>')?.address, 'x@D.test');
  assert.equal(mailbox('<>'), null);
  assert.equal(mailbox('<Postmaster>')?.domain, '');
  assert.equal(mailbox('<jörg@münchen.test>')?.domain, 'xn--mnchen-3ya.test');
});

test('the text after the path is returned as parameters', () => {
  const parsed = parsePath('<a@b.test> SIZE=10  BODY=8BITMIME');
  assert.equal(parsed.kind === 'path' && parsed.rest, 'SIZE=10  BODY=8BITMIME');
});

test('a path that other servers accept is accepted as written', () => {
  for (const [path, domain] of [
    [`${'a'.repeat(65)}@b.test`, 'b.test'],
    [`${'a'.repeat(400)}@b.test`, 'b.test'],
    ['a..b@c.test', 'c.test'],
    ['.a@c.test', 'c.test'],
    ['a.@c.test', 'c.test'],
    ['..@c.test', 'c.test'],
    ['a@b_c.test', 'b_c.test'],
    ['a@_c.test', '_c.test'],
    ['a@c_', 'c_'],
    ['a@C.test.', 'c.test'],
    ['"a b".c@d.test', 'd.test'],
    ['a."b@ c".d@e.test', 'e.test'],
    ['a@b.test@c.test', 'c.test'],
    ['a:b@c.test', 'c.test'],
    ['camera', ''],
  ]) {
    const { address, domain: found } = mailbox(`<${path}>`) ?? {};
    assert.deepEqual([address, found], [path, domain]);
  }
});

test('a path without angle brackets is parsed', () => {
  const parsed = parsePath('ann@b.test SIZE=10');
  assert.deepEqual(parsed, {
    kind: 'path',
    mailbox: { address: 'ann@b.test', local: 'ann', domain: 'b.test' },
    rest: 'SIZE=10',
  });
});

test('a path that is too long or malformed has its own reply', () => {
  for (const text of [
    '',
    'SIZE=10',
    '<a@b.test',
    'a@b.test>',
    '<a@b.test>x',
    '<"a@b.test>',
    '<a"@b>',
  ]) {
    assert.equal(parsePath(text).kind, 'malformed', text);
  }
  for (const text of [
    `<a@${`${'b'.repeat(60)}.`.repeat(5)}test>`,
    `<a@${'b'.repeat(64)}.test>`,
    '<a@>',
    '<@b.test>',
    '<a@b..test>',
    '<a@b.test..>',
    '<a@.>',
    '<a b@c.test>',
    '<a\tb@c.test>',
    '<a\u0000@c.test>',
    '<a\u0001@c.test>',
    '<"a\rb"@c.test>',
    '<x"y"@c.test>',
    '<"x"y@c.test>',
    '<a,b@c.test>',
    '<a;b@c.test>',
    '<a(b)@c.test>',
    '<a\\@c.test>',
    '<a<b@c.test>',
    '<@a@c.test>',
    '<a@-c.test>',
    '<a@c-.test>',
    '<a@[1.2.3]>',
    'a\u0000@b.test',
  ]) {
    assert.equal(parsePath(text).kind, 'not-allowed', text);
  }
});

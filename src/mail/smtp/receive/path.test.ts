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

test('a path may lack its angle brackets, and the text after it is returned as parameters', () => {
  const found = { address: 'ann@b.test', local: 'ann', domain: 'b.test' };
  for (const path of ['ann@b.test', '<ann@b.test>']) {
    const parsed = parsePath(`${path} SIZE=10  BODY=8BITMIME`);
    assert.deepEqual(parsed, { kind: 'path', mailbox: found, rest: 'SIZE=10  BODY=8BITMIME' });
  }
});

test('a path that is malformed, or not allowed, has its own reply', () => {
  const longDomain = `<a@${`${'b'.repeat(60)}.`.repeat(5)}test>`;
  const longLabel = `<a@${'b'.repeat(64)}.test>`;
  for (const [why, kind, ...paths] of [
    ['nothing', 'malformed', '', 'SIZE=10'],
    ['one bracket', 'malformed', '<a@b.test', 'a@b.test>', '<"a@b.test>', '<a"@b>'],
    ['text right behind it', 'malformed', '<a@b.test>x'],
    ['a part is missing', 'not-allowed', '<a@>', '<@b.test>', '<a@.>'],
    ['an empty label', 'not-allowed', '<a@b..test>', '<a@b.test..>'],
    ['too long', 'not-allowed', longDomain, longLabel],
    ['a hyphen at an end', 'not-allowed', '<a@-c.test>', '<a@c-.test>'],
    ['a bad literal', 'not-allowed', '<a@[1.2.3]>'],
    ['a blank', 'not-allowed', '<a b@c.test>', '<a\tb@c.test>'],
    ['a control', 'not-allowed', '<a\u0000@c.test>', '<a\u0001@c.test>', '<"a\rb"@c.test>'],
    ['a control without brackets', 'not-allowed', 'a\u0000@b.test'],
    ['half a quoted string', 'not-allowed', '<x"y"@c.test>', '<"x"y@c.test>'],
    ['a special', 'not-allowed', '<a,b@c.test>', '<a;b@c.test>', '<a(b)@c.test>', '<a<b@c.test>'],
    ['a backslash, or a leading at', 'not-allowed', '<a\\@c.test>', '<@a@c.test>'],
  ] as [string, string, ...string[]][]) {
    for (const path of paths) assert.equal(parsePath(path).kind, kind, `${why}: ${path}`);
  }
});

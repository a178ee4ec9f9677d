import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePath } from './path.ts';

function mailbox(text: string) {
  const parsed = parsePath(text);
  assert.equal(parsed.kind, 'path', text);
  return parsed.kind === 'path' ? parsed.mailbox : undefined;
}

test('A08 quoted local parts, address literals and source routes are understood', () => {
  assert.equal(mailbox('<"a b>@c"@d.test>')?.local, '"a b>@c"');
  assert.equal(mailbox('<x@[IPv6:2001:db8::1]>')?.domain, '[ipv6:2001:db8::1]');
  assert.equal(mailbox('<x@[192.0.2.1]>')?.domain, '[192.0.2.1]');
  assert.equal(mailbox('<@one.test,@two.test:x@D.test>')?.address, 'x@D.test');
  assert.equal(mailbox('<>'), null);
  assert.equal(mailbox('<Postmaster>')?.domain, '');
  assert.equal(mailbox('<jörg@münchen.test>')?.domain, 'xn--mnchen-3ya.test');
});

test('what stands behind the path is handed on as parameters', () => {
  const parsed = parsePath('<a@b.test> SIZE=10  BODY=8BITMIME');
  assert.equal(parsed.kind === 'path' && parsed.rest, 'SIZE=10  BODY=8BITMIME');
});

test('A09 over-long and broken paths are told apart from no path at all', () => {
  for (const text of ['', 'a@b.test', '<a@b.test', '<a@b.test>x', '<"a@b.test>']) {
    assert.equal(parsePath(text).kind, 'malformed', text);
  }
  for (const text of [
    `<${'a'.repeat(65)}@b.test>`,
    `<a@${`${'b'.repeat(60)}.`.repeat(5)}test>`,
    `<${'a'.repeat(60)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.te>`,
    '<a@>',
    '<@b.test>',
    '<a@b..test>',
    '<a b@c.test>',
    '<a\u0000@c.test>',
    '<a@-c.test>',
    '<a@[1.2.3]>',
    '<a@@b.test>',
  ]) {
    assert.equal(parsePath(text).kind, 'not-allowed', text);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAddressList } from './address-list.ts';

const addresses = (text: string) =>
  parseAddressList(text).mailboxes.map(({ local, domain }) => `${local}@${domain}`);

test('every form of an address in RFC 5322 is read', () => {
  for (const [text, expected] of [
    ['bob@example.org', ['bob@example.org']],
    ['Bob <bob@example.org>', ['bob@example.org']],
    ['"Bob, Ann (x) <a@b>" <bob@example.org>', ['bob@example.org']],
    ['<bob@example.org>', ['bob@example.org']],
    ['bob@example.org (Bob (the) \\) builder)', ['bob@example.org']],
    [' (c) Bob (d) < (e) bob (f) @ (g) example (h) . (i) org (j) > (k) ', ['bob@example.org']],
    ['"bob smith"@example.org', ['"bob smith"@example.org']],
    ['"a\\"b@c"@example.org', ['"a\\"b@c"@example.org']],
    ['bob . "smith" . x@example.org', ['bob."smith".x@example.org']],
    ['bob@[192.0.2.1]', ['bob@[192.0.2.1]']],
    ['a@b.example, c@d.example', ['a@b.example', 'c@d.example']],
    [',, a@b.example ,, c@d.example,', ['a@b.example', 'c@d.example']],
    ['Friends: a@b.example, C <c@d.example>;', ['a@b.example', 'c@d.example']],
    ['undisclosed-recipients:;', []],
    ['A: a@b.example;, B:; , c@d.example', ['a@b.example', 'c@d.example']],
    ['Bob <@relay.example,@other.example:bob@example.org>', ['bob@example.org']],
    ['<,@relay.example:bob@example.org>', ['bob@example.org']],
    ['John Q. Public <j@example.org>', ['j@example.org']],
    ['=?utf-8?Q?J=C3=B6rg?= <j@example.org>', ['j@example.org']],
    ['a@b.example\r\n\t, c@d.example', ['a@b.example', 'c@d.example']],
    ['J\xc3\xb6rg <j\xc3\xb6rg@ex\xc3\xa4mple.org>', ['j\xc3\xb6rg@ex\xc3\xa4mple.org']],
    ['', []],
    // Common nonstandard forms are parsed as other programs parse them.
    ['a..b@example.org', ['a..b@example.org']],
    ['.a.@example.org', ['.a.@example.org']],
    ['bob@example.org.', ['bob@example.org.']],
    ['a@b.example; c@d.example', ['a@b.example', 'c@d.example']],
    ['bob@example.org <bob@example.org>', ['bob@example.org']],
    ['Bob [Team] <bob@example.org>', ['bob@example.org']],
    ['Bob, Inc. <bob@example.org>', ['bob@example.org']],
    ['Re: Bob <bob@example.org>', ['bob@example.org']],
    ['"Bob <bob@example.org>', ['bob@example.org']],
    ['(Bob <bob@example.org>', ['bob@example.org']],
    ['Bob) <bob@example.org>', ['bob@example.org']],
  ] as const) {
    assert.deepEqual(addresses(text), expected, text);
    assert.deepEqual(parseAddressList(text).strayDomains, [], text);
  }
});

test('in a broken list every domain that a reader may see is found', () => {
  for (const [text, domains] of [
    ['<a@bank.example> <b@evil.example>', ['bank.example', 'evil.example']],
    ['<a@bank.example> b@evil.example', ['bank.example', 'evil.example']],
    ['a@bank.example@evil.example', ['bank.example', 'evil.example']],
    ['<a@bank.example, b@evil.example>', ['bank.example', 'evil.example']],
    ['a b@evil.example', ['evil.example']],
    ['ceo@bank.example and more', ['bank.example']],
    ['ceo@bank.example(c)more.evil.example', ['bank.example', 'bank.examplemore.evil.example']],
    ['ceo@ba""nk.example', ['ba', 'bank.example']],
    ['ceo@ba(c)nk.example', ['ba', 'bank.example']],
    ['<@evil.example>', ['evil.example']],
    ['<bob@example.org', ['example.org']],
    ['bob@example.org>', ['example.org']],
    ['bob@example.org\0.evil.example', ['example.org']],
    ['"x <a@bank.example> <b@evil.example>', ['bank.example', 'evil.example']],
    ['ceo@"bank.example"', ['bank.example']],
    ['ceo@"bank\\.example"', ['bank.example']],
    ['ceo@"bank.example" x', ['bank.example']],
    ['ceo@"bank.example', ['bank.example']],
    ['ceo@\\bank.example', ['bank.example']],
    ['<ceo@)]bank.example>', ['bank.example']],
    ['bob@""', []],
    ['bob@', []],
    ['Bob', []],
    ['@', []],
  ] as const) {
    assert.deepEqual(addresses(text), [], text);
    assert.deepEqual(parseAddressList(text).strayDomains, domains, text);
  }
});

test('a display name keeps its octets, and is marked if it must not be written again', () => {
  for (const [text, phrase, sound] of [
    ['Bob <b@c.example>', 'Bob', true],
    ['"Bob \\"B\\" Smith"  <b@c.example>', '"Bob \\"B\\" Smith"', true],
    ['Bob (the builder) <b@c.example>', 'Bob (the builder)', true],
    ['John Q. Public <b@c.example>', 'John Q. Public', true],
    ['J\xc3\xb6rg <b@c.example>', 'J\xc3\xb6rg', true],
    ['.Bob <b@c.example>', '.Bob', false],
    ['a@b <b@c.example>', 'a@b', false],
    ['[Bob] <b@c.example>', '[Bob]', false],
    ['b@c.example', '', true],
    ['<b@c.example>', '', true],
    ['Friends: Bob <b@c.example>;', 'Bob', true],
  ] as const) {
    const [mailbox] = parseAddressList(text).mailboxes;
    assert.deepEqual([mailbox?.phrase, mailbox?.phraseIsSound], [phrase, sound], text);
  }
  const both = parseAddressList('A <a@b.example>, B <c@d.example>').mailboxes;
  assert.equal(both.map(({ phrase }) => phrase).join(), 'A,B');
  const octets = Buffer.from('Voil\u00e0\r\n <ann@example.org>').toString('latin1');
  const [voila] = parseAddressList(octets).mailboxes;
  assert.equal(Buffer.from(voila?.phrase ?? '', 'latin1').toString(), 'Voil\u00e0');
});

test('the position of an address in the text is reported', () => {
  const text = 'Bob <bob@example.org>, c . d@example.net (x), <@r:e@f.example>';
  const found = parseAddressList(text).mailboxes.map(({ start, end }) => text.slice(start, end));
  assert.deepEqual(found, ['bob@example.org', 'c . d@example.net', 'e@f.example']);
});

test('a hostile text takes linear time', () => {
  const long = 30_000;
  for (const text of [
    '"\\'.repeat(long / 2),
    '"'.repeat(long - 1),
    '('.repeat(long),
    '(\\'.repeat(long / 2),
    '['.repeat(long),
    '<'.repeat(long),
    '@'.repeat(long),
    ':'.repeat(long),
    'a:'.repeat(long / 2),
    '@a'.repeat(long / 2),
    'a@b,'.repeat(long / 4),
    `<${'@a,'.repeat(long / 3)}`,
    `${'a'.repeat(long)}@`,
    `${'a '.repeat(long / 4)}@${':'.repeat(long / 2)}`,
    `${'a '.repeat(long / 4)}@${'@ '.repeat(long / 4)}`,
  ]) {
    const before = process.threadCpuUsage();
    parseAddressList(text);
    const { user } = process.threadCpuUsage(before);
    assert.ok(user < 250_000, `${text.slice(0, 8)} takes ${user} us`);
  }
});

test('a text of 200,000 at signs is read to its end', () => {
  const { mailboxes, strayDomains } = parseAddressList('@a'.repeat(200_000));
  assert.deepEqual([mailboxes.length, strayDomains.length], [0, 200_000]);
});

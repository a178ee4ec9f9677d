import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replyHeader } from './header.ts';
import { ALIAS, blockOf, headerOf, heading, OTHER_ALIAS } from './heading.fixture.ts';

/** To and Cc of the new header, with a slash between them, or the reason against it. */
const recipients = (...lines: string[]) => {
  const made = headerOf(lines);
  return typeof made === 'string' ? made : `${made['To'] ?? ''} / ${made['Cc'] ?? ''}`;
};
const BOB = '<bob@example.com> / ';

test('a message to someone who is not a correspondent of this alias is rejected', () => {
  for (const other of [
    'dave@example.org',
    'Dave <dave@example.org>',
    'r0@alias.test',
    'bob@example.com',
    'friends: rbob@alias.test, dave@example.org;',
    '<@relay.test:dave@example.org>',
    'dave@@example.org',
    '<dave@example.org',
    '"dave@example.org',
    'dave@[192.0.2.1]',
  ]) {
    assert.equal(recipients(`To: rbob@alias.test, ${other}`), 'reply-others to', other);
    assert.equal(recipients('To: rbob@alias.test', `Cc: ${other}`), 'reply-others cc', other);
  }
});

test('each recipient is named once; the owner’s other aliases and their correspondents are not disclosed', () => {
  const all = ['To: rbob@alias.test, RBOB@alias.test', 'Cc: rbob@alias.test, rcarol@alias.test'];
  assert.equal(recipients(...all), '<bob@example.com> / <Carol@example.net>');
  assert.equal(recipients('To: rbob@alias.test, rother@alias.test', `Cc: ${OTHER_ALIAS}`), BOB);
});

test('if all recipients are hidden, none is named', () => {
  for (const lines of [
    ['Bcc: rbob@alias.test'],
    ['To: undisclosed-recipients:;'],
    ['To: jane@owner.test', 'Cc:'],
    [`To: ${ALIAS}`],
  ]) {
    assert.equal(recipients(...lines), 'undisclosed-recipients:; / ');
  }
  assert.equal(recipients('Cc: rbob@alias.test'), ' / <bob@example.com>');
});

test('a valid and clean display name is unchanged', () => {
  const long = 'n'.repeat(601);
  const rows: [name: string, kept: string][] = [
    ['Bob', 'Bob '],
    ['=?utf-8?q?B=C3=B6b?=', '=?utf-8?q?B=C3=B6b?= '],
    ['B\u00f6b', 'B\u00f6b '],
    ['"B. (ob)"', '"B. (ob)" '],
    ['B. Ob', 'B. Ob '],
    ['Voil\u00e0', 'Voil\u00e0 '],
    ['Voil\u00e0 "(bob at example.com)"', 'Voil\u00e0 '],
    ['friend of Jane', ''],
    ['Bob (jane@owner.test)', ''],
    ['=?x-unknown?q?a?=', ''],
    ['Bob\\', ''],
    ['Bob)', ''],
    [long, ''],
    ['"Bob\r\n  of Example"', '"Bob  of Example" '],
    // Our own rewriting had added the address after the name.
    ['Bob "(bob at example.com)"', 'Bob '],
    ['"Bob (bob at example.com)"', '"Bob" '],
    ['"(bob at example.com)"', ''],
    ['"Bob (carol at example.com)"', '"Bob (carol at example.com)" '],
  ];
  for (const [name, kept] of rows) {
    assert.equal(recipients(`To: ${name} <rbob@alias.test>`), `${kept}${BOB}`, name);
  }
  assert.equal(recipients('To: rbob@alias.test (Jane wrote this)'), BOB);
  // A colleague at the owner's domain, whose address is not the owner's.
  const ann = 'To: Ann "(ann at owner.test)" <rann@alias.test>';
  assert.equal(recipients(ann), 'Ann <ann@owner.test> / ');
});

test('a long list is folded at 78 characters, and no line is longer than 998 octets', () => {
  const name = `"${'word '.repeat(30)}end"`;
  const all = `To: ${name} <rbob@alias.test>, rcarol@alias.test`;
  const long = `Cc: ${'n'.repeat(600)} <rlong@ab.cd.b.alias.test>`;
  const made = replyHeader(blockOf([all, long]), heading);
  assert.ok(made.kind === 'header');
  const lines = made.fields.map(({ raw }) => raw.split('\r\n'));
  assert.ok(lines.flat().every((line) => line.length <= 998));
  const to = lines[2] ?? [];
  assert.ok(to.every((line) => line.length <= 78));
  assert.equal(to.join(''), `To: ${name} <bob@example.com>, <Carol@example.net>`);
});

test('an address beyond ASCII requires SMTPUTF8, whatever the owner’s server declared', () => {
  const needs = (to: string) => {
    const made = replyHeader(blockOf([`To: ${to}`]), heading);
    return made.kind === 'header' && made.utf8;
  };
  assert.ok(needs('rjoerg@alias.test'));
  assert.ok(!needs('J\u00f6rg <rbob@alias.test>'), 'a name is left to what its server declared');
});

test('a list that is too long to be read is rejected before any of its addresses is opened', () => {
  let opened = 0;
  const counting = {
    ...heading,
    open: (address: string) => {
      opened += 1;
      return heading.open(address);
    },
  };
  const many = Array.from({ length: 201 }, () => 'rbob@alias.test').join(', ');
  const long = `rbob@alias.test, ${'x'.repeat(33_000)}`;
  for (const [to, cc, field] of [
    [many, '', 'to'],
    [long, '', 'to'],
    ['', long, 'cc'],
  ]) {
    const made = replyHeader(blockOf([`To: ${to}`, `Cc: ${cc}`]), counting);
    assert.deepEqual(made, { kind: 'refused', reason: 'reply-header', field });
  }
  assert.equal(opened, 0);
});

test('a name that repeats a reply address, as Outlook writes one, is left out', () => {
  for (const name of [
    '"rbob@alias.test"',
    '"\'rbob@alias.test\'"',
    '"RBOB@Alias.Test (rbob@alias.test)"',
    '"Bob, mailto:rbob@alias.test."',
    '=?utf-8?Q?rbob=40alias=2Etest?=',
    '"rcarol@alias.test"',
    `"${OTHER_ALIAS}"`,
    '"bob rother@alias.test"',
    '"a@x.test b@x.test c@x.test"',
  ]) {
    assert.equal(recipients(`To: ${name} <rbob@alias.test>`), BOB);
  }
  for (const name of ['"rnobody@alias.test"', '"bob@example.com"', 'Bob']) {
    assert.equal(recipients(`To: ${name} <rbob@alias.test>`), `${name} ${BOB}`);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replyHeader } from './header.ts';
import { ALIAS, blockOf, headerOf, heading, OTHER_ALIAS } from './heading.fixture.ts';

const recipients = (lines: readonly string[]) => {
  const made = headerOf(lines);
  return typeof made === 'string' ? made : { to: made['To'], cc: made['Cc'] };
};

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
    assert.equal(recipients([`To: rbob@alias.test, ${other}`]), 'reply-others to', other);
    assert.equal(recipients(['To: rbob@alias.test', `Cc: ${other}`]), 'reply-others cc', other);
  }
});

test('the owner’s other aliases, and their correspondents, are not disclosed', () => {
  assert.deepEqual(recipients([`To: rbob@alias.test, rother@alias.test`, `Cc: ${OTHER_ALIAS}`]), {
    to: '<bob@example.com>',
    cc: undefined,
  });
});

test('if all recipients are hidden, none is named', () => {
  for (const lines of [
    ['Bcc: rbob@alias.test'],
    ['To: undisclosed-recipients:;'],
    ['To: jane@owner.test', 'Cc:'],
    [`To: ${ALIAS}`],
  ]) {
    assert.deepEqual(recipients(lines), { to: 'undisclosed-recipients:;', cc: undefined });
  }
  assert.deepEqual(recipients(['Cc: rbob@alias.test']), { to: undefined, cc: '<bob@example.com>' });
});

test('each recipient is named once', () => {
  assert.deepEqual(
    recipients(['To: rbob@alias.test, RBOB@alias.test', 'Cc: rbob@alias.test, rcarol@alias.test']),
    { to: '<bob@example.com>', cc: '<Carol@example.net>' },
  );
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
    assert.deepEqual(
      recipients([`To: ${name} <rbob@alias.test>`]),
      { to: `${kept}<bob@example.com>`, cc: undefined },
      name,
    );
  }
  assert.deepEqual(recipients(['To: rbob@alias.test (Jane wrote this)']), {
    to: '<bob@example.com>',
    cc: undefined,
  });
});

test('a colleague at the owner’s domain keeps name and address, which are not the owner’s', () => {
  assert.deepEqual(recipients(['To: Ann "(ann at owner.test)" <rann@alias.test>']), {
    to: 'Ann <ann@owner.test>',
    cc: undefined,
  });
});

test('a long list is folded at 78 characters, and no line is longer than 998 octets', () => {
  const name = `"${'word '.repeat(30)}end"`;
  const made = replyHeader(
    blockOf([
      `To: ${name} <rbob@alias.test>, rcarol@alias.test`,
      `Cc: ${'n'.repeat(600)} <rlong@ab.cd.b.alias.test>`,
    ]),
    heading,
  );
  assert.ok(made.kind === 'header');
  const lines = made.fields.flatMap(({ raw }) => raw.split('\r\n'));
  assert.ok(lines.every((line) => line.length <= 998));
  const [, , to] = made.fields;
  assert.ok(to?.raw.split('\r\n').every((line) => line.length <= 78));
  assert.equal(
    to?.raw.replaceAll('\r\n', ''),
    `To: ${name} <bob@example.com>, <Carol@example.net>`,
  );
});

test('an address beyond ASCII requires SMTPUTF8, whatever the owner’s server declared', () => {
  const made = replyHeader(blockOf(['To: rjoerg@alias.test']), heading);
  assert.ok(made.kind === 'header' && made.utf8);
  assert.equal(made.fields[2]?.raw, 'To: <j\u00c3\u00b6rg@example.org>', 'as UTF-8');
  const plain = replyHeader(blockOf(['To: J\u00f6rg <rbob@alias.test>']), heading);
  assert.ok(plain.kind === 'header' && !plain.utf8, 'a name is left to what its server declared');
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
    assert.deepEqual(recipients([`To: ${name} <rbob@alias.test>`]), {
      to: '<bob@example.com>',
      cc: undefined,
    });
  }
  for (const name of ['"rnobody@alias.test"', '"bob@example.com"', 'Bob']) {
    assert.deepEqual(recipients([`To: ${name} <rbob@alias.test>`]), {
      to: `${name} <bob@example.com>`,
      cc: undefined,
    });
  }
});

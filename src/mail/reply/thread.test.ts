import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALIAS, blockOf, messageIds, OTHER_ALIAS } from './heading.fixture.ts';
import { foreignIds, readThread } from './thread.ts';

test('ids are parsed as mail programs write them, and other text is skipped', () => {
  assert.deepEqual(
    readThread(
      blockOf([
        'Message-ID: \r\n <a.b@c.example>',
        'In-Reply-To: Your message of Sun, "<d@e>" (really) <f@g>\r\n <f@g>',
        'References: <1@a>\r\n\t<2@b><3@[192.0.2.1]> 4@c <> <5 @d> <no-at> <<6@e>> <7@f',
      ]),
    ),
    {
      own: 'a.b@c.example',
      answered: ['d@e', 'f@g'],
      references: ['1@a', '2@b', '3@[192.0.2.1]', 'no-at', '6@e'],
    },
  );
});

test('a message without these fields belongs to no thread', () => {
  const none = { own: undefined, answered: [], references: [] };
  assert.deepEqual(readThread(blockOf(['Subject: a'])), none);
  assert.deepEqual(readThread(blockOf(['Message-ID: a@b', 'In-Reply-To:', 'References: ,'])), none);
});

test('a long thread keeps the first id and the last 29', () => {
  const ids = Array.from({ length: 100 }, (_, i) => `${i}@example.com`);
  const { references, answered } = readThread(
    blockOf([
      `References: ${ids.map((id) => `<${id}>`).join('\r\n ')}`,
      `In-Reply-To: ${ids.map((id) => `<${id}>`).join(' ')}`,
    ]),
  );
  assert.deepEqual(references, ['0@example.com', ...ids.slice(-29)]);
  assert.deepEqual(answered, ids.slice(0, 10));
});

test('the last ids of References beyond 32 KB are parsed', () => {
  const ids = Array.from({ length: 65 }, (_, i) => `${i}.${'x'.repeat(900)}`.slice(0, 900));
  const { references } = readThread(
    blockOf([`References: ${ids.map((id) => `<${id}>`).join(' ')}`]),
  );
  // 36 ids of 903 octets, with the blank before each.
  assert.deepEqual(references, [ids[29], ...ids.slice(-29)]);
});

test('an id that is too long for a line does not count', () => {
  const [longest, longer] = ['x'.repeat(900), 'y'.repeat(901)];
  const { references } = readThread(blockOf([`References: <${longer}> <${longest}>`]));
  assert.deepEqual(references, [longest]);
});

test('sealed ids are never looked up, and others once', () => {
  const sealed = [ALIAS, OTHER_ALIAS].map((alias) => messageIds.seal('1@owner.test', alias));
  const thread = {
    own: '9@owner.test',
    answered: ['2@example.com'],
    references: ['1@example.com', ...sealed, '2@example.com'],
  };
  assert.deepEqual(foreignIds(thread, messageIds, ALIAS), ['2@example.com', '1@example.com']);
});

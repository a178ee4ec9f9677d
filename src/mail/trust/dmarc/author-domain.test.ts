import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authorDomain } from './author-domain.ts';

const field = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

test('one domain in one From field is the author domain, in A-labels and lower case', () => {
  for (const [text, domain] of [
    ['bob@Example.ORG', 'example.org'],
    ['bob@example.org.', 'example.org'],
    ['Bob <bob@bücher.example>', 'xn--bcher-kva.example'],
    ['Bob <bob@BÜCHER.example>, ann@xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['a@example.org, b@EXAMPLE.org', 'example.org'],
    ['"ceo@bank.example" <bob@example.org>', 'example.org'],
    ['bob@[192.0.2.1]', '[192.0.2.1]'],
    ['<@relay.example:bob@example.org>', 'example.org'],
  ] as const) {
    assert.deepEqual(authorDomain([field(text)]), { kind: 'one', domain }, text);
  }
});

test('no part of a written domain is the author domain, whatever signs it has', () => {
  for (const sign of ['/', '?', '#', '%2f', '%']) {
    const domain = `evil.example${sign}é.bank.example`;
    assert.deepEqual(authorDomain([field(`<ceo@${domain}>`)]), { kind: 'one', domain }, domain);
  }
  assert.deepEqual(authorDomain([field('<a@evil.example>, <ceo@evil.example/é.bank.example>')]), {
    kind: 'several',
  });
});

test('characters that nobody sees do not hide the author domain', () => {
  for (const unseen of [
    '\u00ad',
    '\u200b',
    '\u200e',
    '\u202e',
    '\u2066',
    '\u3164',
    '\u0085',
    '\ufe0f',
  ]) {
    for (const written of [`bank.example${unseen}`, `ba${unseen}nk.example`]) {
      const code = unseen.codePointAt(0)?.toString(16);
      assert.deepEqual(
        authorDomain([field(`ceo@${written}`)]),
        { kind: 'one', domain: 'bank.example' },
        code,
      );
    }
  }
});

test('several domains give no author', () => {
  for (const fields of [[], ['Bob'], ['undisclosed:;'], ['bob@.'], ['bob@'], ['']]) {
    assert.deepEqual(authorDomain(fields.map(field)), { kind: 'none' }, fields.join(' | '));
  }
  for (const fields of [
    ['bob@example.org', 'bob@example.org'],
    ['a@example.org, b@example.net'],
    ['a@example.org, b@sub.example.org'],
    ['<a@bank.example> <b@evil.example>'],
    ['a@bank.example@evil.example'],
    [`${'x'.repeat(8192)} <a@example.org>`],
  ]) {
    assert.deepEqual(authorDomain(fields.map(field)), { kind: 'several' }, fields.join(' | '));
  }
});

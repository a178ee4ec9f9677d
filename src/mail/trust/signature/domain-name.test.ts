import assert from 'node:assert/strict';
import { test } from 'node:test';
import { domainName, isWithin } from './domain-name.ts';

test('a domain is in lower case and A-labels', () => {
  assert.equal(domainName('Example.ORG'), 'example.org');
  assert.equal(domainName('_x.s1-a.b'), '_x.s1-a.b');
  assert.equal(
    domainName(Buffer.from('b\u00fccher.example').toString('latin1')),
    'xn--bcher-kva.example',
  );
});

test('a text that cannot be a name gives undefined', () => {
  const long = 'a'.repeat(64);
  for (const text of [
    '',
    '.',
    'a.',
    '.a',
    'a..b',
    '*',
    'a b',
    '-a.b',
    'a-.b',
    'a/b',
    'a@b',
    'a:1',
    '\xff.b',
    `${long}.b`,
    `${'a.'.repeat(127)}a`,
  ]) {
    assert.equal(domainName(text), undefined, text);
  }
});

test('a domain is within itself and its parents', () => {
  assert.equal(isWithin('a.b.c', 'b.c'), true);
  assert.equal(isWithin('b.c', 'b.c'), true);
  assert.equal(isWithin('ab.c', 'b.c'), false);
  assert.equal(isWithin('c', 'b.c'), false);
});

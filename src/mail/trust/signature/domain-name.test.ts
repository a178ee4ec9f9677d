import assert from 'node:assert/strict';
import { test } from 'node:test';
import { domainName, isWithin } from './domain-name.ts';

test('a domain is in lower case and A-labels', () => {
  assert.equal(domainName('Example.ORG'), 'example.org');
  assert.equal(domainName('_x.s1-a.b'), '_x.s1-a.b');
  const octets = Buffer.from('b\u00fccher.example').toString('latin1');
  assert.equal(domainName(octets), 'xn--bcher-kva.example');
});

test('a text that cannot be a name gives undefined', () => {
  const short = '|.|a.|.a|a..b|*|a b|-a.b|a-.b|a/b|a@b|a:1|\xff.b'.split('|');
  for (const text of [...short, `${'a'.repeat(64)}.b`, `${'a.'.repeat(127)}a`]) {
    assert.equal(domainName(text), undefined, text);
  }
});

test('a domain is within itself and its parents', () => {
  const within = ['a.b.c', 'b.c', 'ab.c', 'c'].map((domain) => isWithin(domain, 'b.c'));
  assert.deepEqual(within, [true, true, false, false]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authenticationResults, type Results } from './authentication-results.ts';

const written = (results: Results) => authenticationResults('mx.alias.test', results);

test('every result has its own line, with its identifiers', () => {
  const text = written({
    spf: { result: 'pass', domain: 'example.org', identity: 'mailfrom' },
    dkim: [
      { result: 'pass', domain: 'example.org', selector: 's1', algorithm: 'rsa-sha256' },
      { result: 'pass', domain: 'list.test', selector: 'x', partial: true },
      { result: 'temperror', domain: 'a.test', selector: 'y', reason: 'no answer for the key' },
    ],
    dmarc: { result: 'pass', author: 'example.org', policy: 'reject' },
    arc: { result: 'fail', reason: 'i=3' },
  });
  assert.deepEqual(text.split('\r\n '), [
    'mx.alias.test;',
    'dkim=pass header.d=example.org header.s=s1 header.a=rsa-sha256;',
    'dkim=pass (a part of the body is not covered) header.d=list.test header.s=x;',
    'dkim=temperror (no answer for the key) header.d=a.test header.s=y;',
    'spf=pass smtp.mailfrom=example.org;',
    'dmarc=pass header.from=example.org policy.dmarc=reject;',
    'arc=fail (i=3)',
  ]);
});

test('unknown values are left out', () => {
  assert.equal(written({}), 'mx.alias.test;\r\n none');
  assert.equal(written({ dkim: [] }), 'mx.alias.test;\r\n dkim=none');
  assert.equal(
    written({
      dkim: [{ result: 'neutral' }],
      arc: { result: 'temperror', reason: 'no-answer' },
      spf: { result: 'none', domain: '', identity: 'helo' },
      dmarc: { result: 'temperror', author: 'a.test', policy: 'unknown' },
    }),
    'mx.alias.test;\r\n dkim=neutral;\r\n spf=none;\r\n dmarc=temperror header.from=a.test',
  );
  const dmarc = { result: 'none', author: 'a.test', policy: undefined } as const;
  assert.equal(written({ dmarc }), 'mx.alias.test;\r\n dmarc=none header.from=a.test');
});

/** A parser of RFC 8601 section 2.2: the method and result of each statement, without comments and quoted strings. */
function statements(value: string): string[] {
  const bare = value.replaceAll(/"(?:[^"\\]|\\.)*"|\((?:[^()\\]|\\.)*\)/gs, '');
  return bare.split(';').map((part) => part.trim().split(/\s/, 1)[0] ?? '');
}

test('a stranger’s text cannot break out of its value', () => {
  const ending = 'a.test; dmarc=pass|a"; dmarc=pass; x="|a\\"; dmarc=pass|\\|a) ; dmarc=pass (';
  const lines = 'a.test\r\nX: y|a.test\r\n\r\nbody|a\0b|a b|ä.test||';
  for (const evil of [...`${ending}|${lines}`.split('|'), 'x'.repeat(100_000)]) {
    const text = authenticationResults('mx.alias.test', {
      dkim: [{ result: 'fail', domain: evil, selector: evil, algorithm: evil, reason: evil }],
      spf: { result: 'fail', domain: evil, identity: 'helo' },
      dmarc: { result: 'fail', author: evil, policy: 'reject' },
      arc: { result: 'none', reason: evil },
    });
    const expected = ['mx.alias.test', 'dkim=fail', 'spf=fail', 'dmarc=fail', 'arc=none'];
    assert.deepEqual(statements(text), expected, evil.slice(0, 30));
    assert.match(text, /^[\x20-\x7e]+(?:\r\n [\x20-\x7e]+)*$/);
    for (const line of text.split('\r\n')) assert.ok(line.length < 998);
  }
});

test('only the first few of many signatures are listed', () => {
  const dkim = Array.from({ length: 500 }, () => ({ result: 'fail' as const, domain: 'a.test' }));
  assert.equal(statements(written({ dkim })).length, 11);
});

test('a name is written up to the length of the DNS', () => {
  const spf = (octets: number) =>
    written({ spf: { result: 'pass', domain: 'x'.repeat(octets), identity: 'helo' } });
  const line = 'mx.alias.test;\r\n spf=pass';
  assert.deepEqual([spf(255), spf(256)], [`${line} smtp.helo=${'x'.repeat(255)}`, line]);
});

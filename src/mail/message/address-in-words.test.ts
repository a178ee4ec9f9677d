import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressInWords } from './address-in-words.ts';

const octets = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
const inWords = (local: string, domain: string) =>
  Buffer.from(
    addressInWords({ local: octets(local), domain: octets(domain) }),
    'latin1',
  ).toString();

test('an address in words keeps its whole domain, and at most 64 octets of its local part', () => {
  assert.equal(inWords('ann', 'example.org'), '(ann at example.org)');
  assert.equal(inWords('jörg', 'bücher.example'), '(jörg at bücher.example)');
  assert.equal(inWords('ann', '[IPv6:2001:db8::1]'), '(ann at [IPv6:2001:db8::1])');
  assert.equal(inWords('x'.repeat(254), 'example.org'), `(${'x'.repeat(64)} at example.org)`);
  assert.equal(inWords('é'.repeat(40), 'example.org'), `(${'é'.repeat(32)} at example.org)`);
  assert.equal(inWords(`x${'é'.repeat(40)}`, 'example.org'), `(x${'é'.repeat(31)} at example.org)`);
  const long = `${'label.'.repeat(40)}example.org`;
  assert.equal(inWords('ann', long), `(ann at ${long})`);
  assert.match(inWords('ann', `${'x.'.repeat(4000)}evil.test`), /^\(\.\.\.[x.]{246}evil\.test\)$/);
});

test('an address in words cannot look like another address', () => {
  for (const [local, domain, expected] of [
    ['"ceo at bank.test)   "', 'evil.test', '(ceo_at_bank.test____ at evil.test)'],
    ['"ceo@bank.test"', 'evil.test', '(ceo_bank.test at evil.test)'],
    ['"a\\"b\\\\"', 'evil.test', '(ab_ at evil.test)'],
    ['"=?utf-8?q?ceo?="', 'evil.test', '(__utf-8?q?ceo?= at evil.test)'],
    ['ceo＠bank）', 'evil.test', '(ceo_bank_ at evil.test)'],
    ['a\u3000at\u00a0b', 'evil.test', '(a_at_b at evil.test)'],
    ['\u202etset.knab', 'evil.test', '(tset.knab at evil.test)'],
    ['x', 'bank.test）\u3000.evil.test', '(x at bank.test__.evil.test)'],
    ['x', '\u202etest.evil', '(x at test.evil)'],
  ] as const) {
    assert.equal(inWords(local, domain), expected);
  }
});

test('only the octets of a long address that can be shown are normalized, which takes quadratic time', () => {
  const marks = '\u0301\u0323'.repeat(30_000);
  const before = process.threadCpuUsage();
  assert.match(inWords(`ann${marks}`, 'example.org'), /^\(an.* at example\.org\)$/u);
  assert.match(inWords('ann', `${marks}.example.org`), /^\(\.\.\..*\.example\.org\)$/u);
  assert.ok(process.threadCpuUsage(before).user < 250_000);
});

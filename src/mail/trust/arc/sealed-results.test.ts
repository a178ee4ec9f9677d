import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSealedResults } from './sealed-results.ts';

test('results that passed at a sealer are read as other implementations write them', () => {
  for (const [value, expected] of [
    [
      ' i=1; mx.google.com;\r\n       dkim=pass header.i=@bank.test header.s=s1 header.b=abc;\r\n' +
        '       spf=pass (google.com: domain of a@b.bank.test designates 192.0.2.1) smtp.mailfrom=a@b.bank.test;\r\n' +
        '       dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=bank.test',
      { dmarc: ['bank.test'], spf: ['b.bank.test'], dkim: ['bank.test'] },
    ],
    [
      'i=2; mx.test 1; dkim=fail header.d=a.test; dkim=pass header.d=B.test; DMARC = PASS header.from = "Bank.test."',
      { dmarc: ['bank.test'], spf: [], dkim: ['b.test'] },
    ],
    ['i=1; mx.test; spf/1=pass smtp.helo=out.test', { dmarc: [], spf: ['out.test'], dkim: [] }],
    [
      'i=1; mx.test; spf=pass smtp.mailfrom=a@one.test; spf=pass smtp.helo=two.test',
      { dmarc: [], spf: ['one.test'], dkim: [] },
    ],
    ['i=1; mx.test; none', { dmarc: [], spf: [], dkim: [] }],
  ] as const) {
    assert.deepEqual(readSealedResults(value), expected, value);
  }
});

test('a stranger’s text inside the results is not a result', () => {
  for (const value of [
    'i=1; mx.test; dmarc=fail (dmarc=pass header.from=bank.test) header.from=evil.test',
    'i=1; mx.test; dmarc=fail (a \\) ; dmarc=pass (b) header.from=bank.test ;) header.from=bank.test',
    'i=1; mx.test; dkim=fail reason="x; dmarc=pass header.from=bank.test"',
    'i=1; mx.test; dkim=fail reason="x\\"; dmarc=pass header.from=bank.test;"',
    'i=1; dmarc=pass header.from=bank.test',
    'i=1; mx.test; dmarc=pass',
    'i=1; mx.test; dmarc=passed header.from=bank.test',
    'i=1; mx.test; xdmarc=pass header.from=bank.test',
    'i=1; mx.test; dmarc=pass header.from=bank.test@evil/test',
    `i=1; mx.test; dmarc=pass header.from=bank.test${' '.repeat(8192)}`,
  ]) {
    assert.deepEqual(readSealedResults(value), { dmarc: [], spf: [], dkim: [] }, value);
  }
});

test('the longest results of broken quotes and comments do not delay other messages', () => {
  for (const part of ['"', '\\"', '"\\', '(', '(\\', 'a=', ' ', '"a" ', ';']) {
    const before = process.threadCpuUsage();
    readSealedResults(`i=1; mx.test; ${part.repeat(8000 / part.length)}`);
    assert.ok(process.threadCpuUsage(before).user < 300_000, JSON.stringify(part));
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressTokens } from '../message/address-tokens.ts';
import { decodeWords } from '../reply/guard/decoding/encoded-words.ts';
import { authorPhrase, isMisleading, phraseOfWords } from './author-phrase.ts';

const DOMAINS = ['alias.test', 'xn--bcher-kva.test', 'b.alias.test', 'mx.alias.test'];
const octets = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
const kept = (phrase: string) => authorPhrase({ phrase, phraseIsSound: true }, DOMAINS);
const encoded = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
const shown = (phrase: string) =>
  decodeWords(phrase.startsWith('"') ? phrase.slice(1, -1) : phrase).text;

test('a name that needs no change is unchanged byte for byte', () => {
  const plain = [
    'x'.repeat(64),
    ...'Ann|Ann Example|Ann\r\n Example|Cat Attack|"At Home"'.split('|'),
  ];
  const more = ['Björn Ångström', '山田太郎', 'é'.repeat(64)].map(octets);
  const quoted = ['"O. \\"x\\" Neill"', '=?utf-8?q?Bj=C3=B6rn?=\r\n "O."', 'J\xf6rg'];
  for (const phrase of [...plain, ...more, ...quoted]) {
    assert.equal(kept(phrase), phrase, phrase);
  }
});

test('a name with an address, one of our domains or our own name is rewritten, in any spelling', () => {
  const us = 'Veilpost|VEILPOST Support|Veil\u200bpost|Veil\u00adpost|ｖｅｉｌｐｏｓｔ';
  const addresses = 'postmaster@alias.test|postmaster＠bank.test|postmaster﹫bank.test';
  const domains = 'help desk of ALIAS.test|mx.alias.test|bücher.test';
  const inWords =
    '(ceo at bank.test)|ceo\u00a0at\u3000bank|ceo \u200bat\u200b bank|ceo AT bank|Look at';
  for (const text of [us, addresses, domains, inWords].join('|').split('|')) {
    for (const phrase of [`"${octets(text)}"`, encoded(text), `"${encoded(text)}"`]) {
      assert.equal(kept(phrase), '', `${text} as ${phrase}`);
    }
    assert.equal(phraseOfWords(octets(text), DOMAINS), '', text);
  }
  for (const phrase of [
    '=?utf-8?q?ceo?= =?utf-8?q?at?= =?utf-8?q?bank?=',
    '=?utf-8?q?Veil?= =?utf-8?q?post?=',
    'Veil"post"',
    '"Veil\\post"',
    'Ann (ceo@bank.test)',
    '=?utf-7?q?ceo+AEA-bank?=',
    '=?utf-8?q?ceo=40bank?=',
    'a=?utf-8?q?=40?=b',
  ]) {
    assert.equal(kept(phrase), '', phrase);
  }
  assert.equal(phraseOfWords('=?x-nobody?q?Ann?=', DOMAINS), '');
  assert.equal(phraseOfWords('Cron Daemon', DOMAINS), '"Cron Daemon"');
  assert.equal(authorPhrase({ phrase: 'Ann\x01', phraseIsSound: false }, DOMAINS), '');
});

test('a long name is cut at 64 characters, and runs of blanks cannot push the address out of sight', () => {
  for (const [text, expected] of [
    [`Ann${' '.repeat(150)}Example`, 'Ann Example'],
    [`Ann${'\u3000'.repeat(150)}Example`, 'Ann Example'],
    [`Ann${'\u2800'.repeat(10)}\u3164Example`, 'Ann Example'],
    ['x'.repeat(65), `${'x'.repeat(64)}...`],
    ['é'.repeat(300), `${'é'.repeat(64)}...`],
    ['😀'.repeat(65), `${'😀'.repeat(64)}...`],
    ['Ann\u202etset\u202c Example', 'Anntset Example'],
    ['\u2066Ann\u2069', 'Ann'],
    ['Ann\u001b[31m', 'Ann[31m'],
    ['Ann\u0085', 'Ann'],
    ['a\\b"c\u0007', 'a\\b"c'],
  ] as const) {
    for (const phrase of [`"${octets(text).replaceAll(/["\\]/g, '\\$&')}"`, encoded(text)]) {
      const written = kept(phrase);
      assert.equal(shown(written).replaceAll(/\\(.)/g, '$1'), expected, JSON.stringify(phrase));
      assert.ok(written.split('\r\n').every((line) => line.length < 800));
      const kinds = addressTokens(written).map(({ kind }) => kind);
      assert.ok(
        kinds.every((kind) => kind === 'atom' || kind === 'quoted'),
        written,
      );
    }
  }
  assert.equal(kept(`Ann (${' '.repeat(150)}) Example`), '"Ann Example"');
  assert.equal(kept(`"${' '.repeat(9)}"`), '');
});

test('octets that are longer than any author are not read, and count as misleading', () => {
  assert.equal(isMisleading('x'.repeat(8192), []), false);
  const before = process.threadCpuUsage();
  assert.equal(isMisleading(octets('\u0301\u0323'.repeat(25_000)), []), true);
  assert.ok(process.threadCpuUsage(before).user < 250_000);
});

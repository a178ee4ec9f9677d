import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRealAddress, shownAddress } from './real-address.ts';

const canonical = (text: string) => readRealAddress(text)?.canonical;

test('one mailbox has one spelling, in every form of its address', () => {
  for (const [one, ...others] of [
    [
      'jane@xn--exmple-cua.com',
      'jane@exämple.com',
      'Jane@EXÄMPLE.com',
      ' jane@exa\u0308mple.com ',
      'jane@ｅｘämple.com',
      'jane@exämple。com',
      'jane@XN--EXMPLE-CUA.com',
    ],
    [
      'jane@example.com',
      'jane@ｅｘａｍｐｌｅ．ｃｏｍ',
      '"jane"@example.com',
      '"j\\ane"@example.com',
    ],
    ['j\u00f6rg@example.com', 'jo\u0308rg@example.com', 'J\u00d6RG@example.com'],
    ['"jane doe"@example.com', '"jane\\ doe"@example.com'],
    ['"\\"jane\\""@example.com', '"\\"j\\ane\\""@example.com'],
    ['jane@xn--strae-oqa.de', 'jane@straße.de'],
  ] as const) {
    for (const text of [one, ...others]) assert.equal(canonical(text), one, text);
  }
  const different = ['jane@strasse.de', 'jane@straße.de', 'jane+1@strasse.de', 'j.ane@strasse.de'];
  assert.equal(new Set(different.map(canonical)).size, different.length);
});

test('an IP address, or a domain with a number as its last label, is not a mailbox', () => {
  const hosts = `127.0.0.1 127.1 [127.0.0.1] [IPv6:::1] １２７.０.０.１ 127。0。0。1 2130706433 0x7f.0x1 mail.0x example.123 ::1`;
  for (const text of hosts.split(' ').map((host) => `jane@${host}`)) {
    assert.equal(canonical(text), undefined, text);
  }
  assert.equal(canonical('jane@127.0.0.1.example'), 'jane@127.0.0.1.example');
  assert.equal(canonical('jane@4.de'), 'jane@4.de');
});

test('an address with an invisible character is rejected; a joiner within a word that needs it is accepted', () => {
  for (const unseen of '\u00ad\u034f\u200b\u200c\u200d\u200e\u202e\u2060\u2066\u3164\ufe0f\ufeff') {
    for (const text of [`ja${unseen}ne@b.test`, `jane${unseen}@b.test`, `jane@b${unseen}c.test`]) {
      assert.equal(canonical(text), undefined, `U+${unseen.codePointAt(0)?.toString(16)}`);
    }
  }
  const words = ['\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645', '\u0915\u094d\u200d\u0937'];
  for (const word of words) {
    assert.equal(canonical(`${word}@b.test`), `${word}@b.test`);
  }
});

test('a domain without A-labels, or with too long ones, is rejected', () => {
  assert.equal(canonical('jane@a\u0300\u0300\u05d0b.com'), undefined);
  assert.equal(canonical(`jane@${'ä'.repeat(60)}.com`), undefined);
});

test('spellings that an earlier version may have stored are looked up too', () => {
  for (const [typed, earlier] of [
    ['Jane@Example.com', []],
    ['jane@exa\u0308mple.com', ['jane@exa\u0308mple.com', 'jane@exämple.com']],
    ['jane@xn--exmple-cua.com', ['jane@exämple.com']],
    ['"jane"@example.com', ['"jane"@example.com']],
  ] as const) {
    assert.deepEqual(readRealAddress(typed)?.earlier, earlier);
  }
});

test('people see the letters of their domain, not its A-labels', () => {
  assert.equal(shownAddress('jane@xn--exmple-cua.com'), 'jane@exämple.com');
  assert.equal(shownAddress('xn--jane@example.com'), 'xn--jane@example.com');
  // A character that is not a letter could not be typed again.
  for (const address of ['jane@xn--0.com', 'jane@xn--ls8h.la']) {
    assert.equal(shownAddress(address), address);
    assert.equal(canonical(address), address);
  }
});

test('a text longer than any address is not normalized, which takes quadratic time', () => {
  const before = process.threadCpuUsage();
  assert.equal(readRealAddress(`a${'\u0301\u0323'.repeat(30_000)}@a.test`), undefined);
  assert.ok(process.threadCpuUsage(before).user < 250_000);
});

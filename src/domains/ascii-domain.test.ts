import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asciiDomain } from './ascii-domain.ts';

test('no part of a domain is taken for the whole', () => {
  assert.equal(asciiDomain('bücher.example'), 'xn--bcher-kva.example');
  assert.equal(asciiDomain('_x.b-ü.example'), '_x.xn--b--yka.example');
  assert.equal(asciiDomain('example.org'), 'example.org');
  for (let octet = 0; octet < 0x80; octet++) {
    const sign = String.fromCharCode(octet);
    const domain = `evil.example${sign}é.example`;
    if (/[\w.-]/.test(sign)) assert.notEqual(asciiDomain(domain), domain, domain);
    else assert.equal(asciiDomain(domain), domain, JSON.stringify(domain));
  }
});

test('a label without an A-label leaves those of the others', () => {
  for (const label of ['xn--0', 'a/b', '\ufffd', 'a\u0300\u0300\u05d0b', '']) {
    assert.equal(asciiDomain(`${label}.bücher.example`), `${label}.xn--bcher-kva.example`, label);
  }
  assert.equal(asciiDomain('a/b.１２７.bücher'), 'a/b.127.xn--bcher-kva');
});

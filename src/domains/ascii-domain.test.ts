import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asciiDomain } from './ascii-domain.ts';

test('a domain is put into A-labels as a whole, or not at all', () => {
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

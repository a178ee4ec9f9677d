import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zoneOf } from './zone.ts';

for (const [name, zone] of [
  ['', ''],
  ['test', 'test'],
  ['_dmarc.mail.example.org', 'example.org'],
  ['selector._domainkey.shop.co.uk', 'shop.co.uk'],
  ['www.example.de', 'example.de'],
  ['4.3.2.1.in-addr.arpa', '2.1.in-addr.arpa'],
  ['f.e.8.b.d.0.1.0.0.2.ip6.arpa', '8.b.d.0.1.0.0.2.ip6.arpa'],
] as const) {
  test(`the limit of a zone counts '${name}' under '${zone}'`, () =>
    assert.equal(zoneOf(name), zone));
}

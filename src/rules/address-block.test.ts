import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressBlock } from './address-block.ts';

test('neighbours share a block, strangers do not', () => {
  assert.equal(addressBlock('192.0.2.7'), '192.0.2.0/24');
  assert.equal(addressBlock('::ffff:192.0.2.9'), '192.0.2.0/24');
  assert.equal(addressBlock('2001:db8:1:22ff::1'), '2001:db8:1:2200::/56');
  assert.equal(addressBlock('2001:db8:1:2200:ffff::2'), '2001:db8:1:2200::/56');
  assert.equal(addressBlock('2001:db8::1'), '2001:db8:0:0::/56');
  assert.equal(addressBlock('fe80::1%eth0'), 'fe80:0:0:0::/56');
  assert.equal(addressBlock('::1'), '0:0:0:0::/56');
  assert.notEqual(addressBlock('192.0.3.7'), addressBlock('192.0.2.7'));
});

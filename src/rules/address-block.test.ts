import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressBlock, addressBlocks, countedBlocks } from './address-block.ts';

test('neighbours share a block, strangers do not', () => {
  assert.equal(addressBlock('192.0.2.7'), '192.0.2.0/24');
  assert.equal(addressBlock('::ffff:192.0.2.9'), '192.0.2.0/24');
  assert.equal(addressBlock('2001:db8:1:22ff::1'), '2001:db8:1:2200::/56');
  assert.equal(addressBlock('2001:db8:1:2200:ffff::2'), '2001:db8:1:2200::/56');
  assert.equal(addressBlock('2001:db8::1'), '2001:db8:0:0::/56');
  assert.equal(addressBlock('fe80::1%eth0'), 'fe80:0:0:0::/56');
  assert.equal(addressBlock('::1'), '0:0:0:0::/56');
  assert.equal(addressBlock('2001:db8:1:2300::1'), '2001:db8:1:2300::/56');
  assert.notEqual(addressBlock('192.0.3.7'), addressBlock('192.0.2.7'));
});

test('a block is within wider ones: of IPv6 the customer and the provider, of IPv4 the provider', () => {
  assert.deepEqual(addressBlocks('2001:db8:1:22ff::1'), {
    block: '2001:db8:1:2200::/56',
    site: '2001:db8:1::/48',
    network: '2001:db8::/32',
  });
  assert.deepEqual(addressBlocks('::ffff:192.0.2.9'), {
    block: '192.0.2.0/24',
    site: '192.0.2.0/24',
    network: '192.0.0.0/16',
  });
  assert.equal(addressBlocks('2001:db8:1:ffff::1').site, addressBlocks('2001:db8:1::2').site);
  assert.notEqual(addressBlocks('2001:db8:2::1').site, addressBlocks('2001:db8:1::1').site);
});

test('a site has twice the uses of a block, and a network ten times', () => {
  assert.deepEqual(countedBlocks('2001:db8:1:22ff::1'), [
    { key: 'block 2001:db8:1:2200::/56', times: 1 },
    { key: 'site 2001:db8:1::/48', times: 2 },
    { key: 'network 2001:db8::/32', times: 10 },
  ]);
  assert.deepEqual(countedBlocks('192.0.2.9'), [
    { key: 'block 192.0.2.0/24', times: 1 },
    { key: 'network 192.0.0.0/16', times: 10 },
  ]);
});

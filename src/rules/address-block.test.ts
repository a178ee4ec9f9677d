import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressBlock, addressBlocks, countedBlocks } from './address-block.ts';

test('neighbours share a block, strangers do not', () => {
  for (const [address, block] of [
    ['192.0.2.7', '192.0.2.0/24'],
    ['::ffff:192.0.2.9', '192.0.2.0/24'],
    ['192.0.3.7', '192.0.3.0/24'],
    ['2001:db8:1:22ff::1', '2001:db8:1:2200::/56'],
    ['2001:db8:1:2200:ffff::2', '2001:db8:1:2200::/56'],
    ['2001:db8:1:2300::1', '2001:db8:1:2300::/56'],
    ['2001:db8::1', '2001:db8:0:0::/56'],
    ['fe80::1%eth0', 'fe80:0:0:0::/56'],
    ['::1', '0:0:0:0::/56'],
  ] as const) {
    assert.equal(addressBlock(address), block);
  }
});

test('a block is within wider ones: a site with twice its uses, and a network with ten times', () => {
  assert.deepEqual(countedBlocks('2001:db8:1:22ff::1'), [
    { key: 'block 2001:db8:1:2200::/56', times: 1 },
    { key: 'site 2001:db8:1::/48', times: 2 },
    { key: 'network 2001:db8::/32', times: 10 },
  ]);
  assert.deepEqual(countedBlocks('::ffff:192.0.2.9'), [
    { key: 'block 192.0.2.0/24', times: 1 },
    { key: 'network 192.0.0.0/16', times: 10 },
  ]);
  assert.equal(addressBlocks('192.0.2.9').site, '192.0.2.0/24');
  for (const [address, site] of [
    ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
    ['2001:db8:2::1', '2001:db8:2::/48'],
  ] as const) {
    assert.equal(addressBlocks(address).site, site);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientAddress, trustedProxyList } from './client-address.ts';

const proxies = trustedProxyList(['127.0.0.1', '10.0.0.0/8', '2001:db8::/32', '::1']);

test('the address that a trusted proxy names counts, and nothing that its client wrote before', () => {
  for (const [peer, header, address] of [
    ['203.0.113.7', '127.0.0.1', '203.0.113.7'],
    ['127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['127.0.0.1', '1.2.3.4, 198.51.100.1', '198.51.100.1'],
    ['2001:db8::5', '1.2.3.4, 198.51.100.1', '198.51.100.1'],
    // A chain is followed to its first untrusted link.
    ['127.0.0.1', '1.2.3.4, 198.51.100.1,10.1.2.3', '198.51.100.1'],
    ['127.0.0.1', '10.0.0.9, 10.1.2.3', '10.0.0.9'],
    // With ports, brackets or an IPv4 mapping it is the same address.
    ['::ffff:127.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['127.0.0.1', '[2001:db9::7]:443', '2001:db9::7'],
    ['127.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
  ] as const) {
    assert.equal(clientAddress(peer, header, proxies), address, `${peer} ${header}`);
  }
  assert.equal(clientAddress('203.0.113.7', '198.51.100.1', trustedProxyList([])), '203.0.113.7');
});

test('a proxy without a valid entry counts as the client itself', () => {
  for (const header of [undefined, '', 'unknown', '1.2.3.4, ', 'a'.repeat(10_000)]) {
    assert.equal(clientAddress('127.0.0.1', header, proxies), '127.0.0.1');
  }
});

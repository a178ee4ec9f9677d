import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientAddress, trustedProxyList } from './client-address.ts';

const none = trustedProxyList([]);
const proxies = trustedProxyList(['127.0.0.1', '10.0.0.0/8', '2001:db8::/32', '::1']);

test('without a trusted proxy X-Forwarded-For is ignored', () => {
  assert.equal(clientAddress('203.0.113.7', '198.51.100.1', none), '203.0.113.7');
  assert.equal(clientAddress('203.0.113.7', '127.0.0.1', proxies), '203.0.113.7');
});

test('a trusted proxy’s entry counts, and its client’s earlier entries do not', () => {
  assert.equal(clientAddress('127.0.0.1', '198.51.100.1', proxies), '198.51.100.1');
  assert.equal(clientAddress('127.0.0.1', '1.2.3.4, 198.51.100.1', proxies), '198.51.100.1');
  assert.equal(clientAddress('2001:db8::5', '1.2.3.4, 198.51.100.1', proxies), '198.51.100.1');
});

test('a chain of trusted proxies is followed to its first untrusted link', () => {
  assert.equal(
    clientAddress('127.0.0.1', '1.2.3.4, 198.51.100.1,10.1.2.3', proxies),
    '198.51.100.1',
  );
  assert.equal(clientAddress('127.0.0.1', '10.0.0.9, 10.1.2.3', proxies), '10.0.0.9');
});

test('a proxy without a valid entry counts as the client itself', () => {
  for (const header of [undefined, '', 'unknown', '1.2.3.4, ', 'a'.repeat(10_000)]) {
    assert.equal(clientAddress('127.0.0.1', header, proxies), '127.0.0.1');
  }
});

test('addresses with ports, brackets or an IPv4 mapping are the same address', () => {
  assert.equal(clientAddress('::ffff:127.0.0.1', '198.51.100.1:4711', proxies), '198.51.100.1');
  assert.equal(clientAddress('127.0.0.1', '[2001:db9::7]:443', proxies), '2001:db9::7');
  assert.equal(clientAddress('127.0.0.1', '::ffff:198.51.100.1', proxies), '198.51.100.1');
});

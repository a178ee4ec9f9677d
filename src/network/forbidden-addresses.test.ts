import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isForbidden, ownAddressList } from './forbidden-addresses.ts';

const words = (text: string) => text.trim().split(/\s+/);

test('an MX record cannot route mail into a private network, in any spelling of the address', () => {
  // The last line: 6to4 of 10.0.0.1, and Teredo. Both carry an IPv4 address.
  const forbidden = `
    0.0.0.0 0.255.255.255 10.255.255.255 100.64.0.1 127.0.0.1 169.254.169.254 172.16.0.1 172.31.255.255
    192.0.0.8 192.168.255.255 198.19.255.255 224.0.0.1 255.255.255.255
    :: ::1 ::127.0.0.1 ::ffff:10.0.0.1 64:ff9b::a00:1 64:ff9b:1::a00:1
    fc00::1 fdff::1 fe80::1 fec0::1 ff02::1
    2002:a00:1::1 2001:0:a00:1::1`;
  const wrong = words(forbidden).filter((address) => !isForbidden(address));
  assert.deepEqual(wrong, []);
});

test('addresses next to the forbidden networks are allowed', () => {
  const allowed = `
    1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255
    169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.167.255.255 192.169.0.0
    198.17.255.255 198.20.0.0 223.255.255.255
    64:ff9a::1 2001:1::1 2001:4860:4860::8888 2003::1 fbff::1`;
  assert.deepEqual(words(allowed).filter(isForbidden), []);
});

test('our own address is recognized in every spelling', () => {
  const isOurs = ownAddressList(['203.0.113.9', '2001:db8::9']);
  for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '2001:0db8:0:0::9']) {
    assert.ok(isOurs(address), address);
  }
  assert.ok(!isOurs('203.0.113.10'));
});

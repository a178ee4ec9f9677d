import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isConfined } from './listen-address.ts';

test('loopback, link-local and private addresses are confined, public ones are not', () => {
  const confined =
    '127.0.0.1 127.9.9.9 ::1 localhost 10.1.2.3 10.255.0.1 172.16.0.1 172.31.0.1 169.254.7.7 192.168.0.9 ' +
    '192.168.255.1 100.64.1.1 100.127.255.1 fc00::1 fd00::1 fdff::1 fe80::1 febf::1';
  for (const host of confined.split(' ')) assert.ok(isConfined(host), host);
  const others =
    '0.0.0.0 :: 192.0.2.1 172.32.0.1 2001:db8::1 100.128.0.1 11.0.0.1 169.253.0.1 192.169.0.1 fec0::1 fe00::1 fb00::1';
  for (const host of others.split(' ')) assert.ok(!isConfined(host), host);
});

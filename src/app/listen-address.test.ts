import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isConfined } from './listen-address.ts';

test('an address that the world may reach is told from one of this machine or a private network', () => {
  const confined = ['127.0.0.1', '127.9.9.9', '::1', 'localhost', '10.1.2.3', '172.31.0.1'];
  for (const host of [...confined, '192.168.0.9', '100.64.1.1', 'fd00::1', 'fe80::1']) {
    assert.ok(isConfined(host), host);
  }
  for (const host of ['0.0.0.0', '::', '192.0.2.1', '172.32.0.1', '2001:db8::1', '100.128.0.1']) {
    assert.ok(!isConfined(host), host);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receiptLine } from './receipt.ts';

const plain = (ms: number, tls: string | null = 'TLSv1.3') =>
  receiptLine({ host: 'mx.example.com', tls, code: 250, ms }).replaceAll('\u00a0', ' ');

test('the receipt names the host, the TLS version and the time, in two significant digits', () => {
  assert.equal(plain(640), 'Delivered to mx.example.com over TLS 1.3 in 640 ms');
  assert.equal(plain(640, null), 'Delivered to mx.example.com without encryption in 640 ms');
  assert.match(plain(4), / in 4 ms$/);
  assert.match(plain(123), / in 120 ms$/);
  assert.match(plain(996), / in 1 s$/);
  assert.match(plain(1234), / in 1\.2 s$/);
  assert.match(plain(61_234), / in 61 s$/);
});

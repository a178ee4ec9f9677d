import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COPY_BLOCKED } from '#languages/en/alias.ts';
import { copyBlocked, receiptLine } from './sentences.ts';

test('a visitor who has to copy by hand reads how that machine does it', () => {
  for (const [system, maxTouchPoints, told] of [
    ['Windows NT 10.0; Win64; x64', 0, COPY_BLOCKED.keyboard],
    ['Windows NT 10.0; Win64; x64', 10, COPY_BLOCKED.keyboard],
    ['X11; Linux x86_64', 0, COPY_BLOCKED.keyboard],
    ['Macintosh; Intel Mac OS X 10_15_7', 0, COPY_BLOCKED.apple],
    ['Macintosh; Intel Mac OS X 10_15_7', 5, COPY_BLOCKED.touch],
    ['iPhone; CPU iPhone OS 18_0 like Mac OS X', 5, COPY_BLOCKED.touch],
    ['Linux; Android 10; K', 5, COPY_BLOCKED.touch],
  ] as const) {
    assert.equal(copyBlocked({ userAgent: `Mozilla/5.0 (${system})`, maxTouchPoints }), told);
  }
});

const plain = (ms: number, tls: string | null = 'TLSv1.3') =>
  receiptLine({ host: 'mx.example.com', tls, code: 250, ms }).replaceAll('\u00a0', ' ');

test('the receipt says so if the server has proved that it is the right one', () => {
  const line = (proof: 'dane' | 'pkix' | 'encrypted' | 'any') =>
    receiptLine({ host: 'mx.example.com', tls: 'TLSv1.3', proof, code: 250, ms: 640 });
  const verified = 'Delivered to mx.example.com over TLS\u00a01.3, verified, in 640\u00a0ms';
  assert.deepEqual([line('dane'), line('pkix')], [verified, verified]);
  assert.deepEqual(
    [line('encrypted'), line('any')],
    [plain(640), plain(640)].map((text) =>
      text.replace('TLS 1.3', 'TLS\u00a01.3').replace('640 ms', '640\u00a0ms'),
    ),
  );
});

test('the receipt names the host, the TLS version and the time, in two significant digits', () => {
  assert.equal(plain(640), 'Delivered to mx.example.com over TLS 1.3 in 640 ms');
  assert.equal(plain(640, null), 'Delivered to mx.example.com without encryption in 640 ms');
  assert.match(plain(4), / in 4 ms$/);
  assert.match(plain(123), / in 120 ms$/);
  assert.match(plain(996), / in 1 s$/);
  assert.match(plain(1234), / in 1\.2 s$/);
  assert.match(plain(61_234), / in 61 s$/);
});

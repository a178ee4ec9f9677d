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

const line = (change: Partial<Parameters<typeof receiptLine>[0]>) =>
  receiptLine({ host: 'mx.example.com', tls: 'TLSv1.3', code: 250, ms: 640, ...change });

test('the receipt names the host, the TLS version, and whether the server has proved that it is the right one', () => {
  const time = 'in 640\u00a0ms';
  const overTls = 'Delivered to mx.example.com over TLS\u00a01.3';
  for (const proof of ['dane', 'pkix'] as const) {
    assert.equal(line({ proof }), `${overTls}, verified, ${time}`);
  }
  for (const proof of ['encrypted', 'any'] as const) {
    assert.equal(line({ proof }), `${overTls} ${time}`);
  }
  assert.equal(line({}), `${overTls} ${time}`);
  assert.equal(line({ tls: null }), `Delivered to mx.example.com without encryption ${time}`);
});

test('the receipt has its time in two significant digits', () => {
  for (const [ms, time] of [
    [4, '4 ms'],
    [123, '120 ms'],
    [996, '1 s'],
    [1234, '1.2 s'],
    [61_234, '61 s'],
  ] as const) {
    assert.ok(line({ ms }).endsWith(` in ${time.replace(' ', '\u00a0')}`), time);
  }
});

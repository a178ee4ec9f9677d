import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack, unpack } from './packing.ts';

test('packed text can be unpacked, in any case of the digits', () => {
  for (const text of ['', 'a', 'aaa', '@@', 'bounce+a=b.c@d.test', 'Ann "x" <y>~', '  ']) {
    const packed = pack(text) ?? '';
    assert.match(packed, /^[0-9a-v]+$/);
    assert.equal(unpack(packed), text);
    assert.equal(unpack(packed.toUpperCase()), text);
  }
  assert.equal(pack('ü'), undefined);
});

test('lower-case letters take 1.1 digits each, other ASCII characters 1.35', () => {
  assert.ok((pack('@'.repeat(100)) ?? '').length <= 110);
  assert.ok((pack('~'.repeat(100)) ?? '').length <= 135);
});

test('random digits do not unpack', () => {
  for (const noise of ['', '0', '2a', 'x', '0-', '0w', '00', `0${'0'.repeat(20)}`, '\u{1d7d8}1']) {
    assert.equal(unpack(noise), undefined, noise);
  }
});

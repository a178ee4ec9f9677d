import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromBase32, numberFromBase32, numberToBase32, pack, toBase32, unpack } from './base32.ts';

test('digits match the vectors of RFC 4648 section 10, in lower case and without padding', () => {
  const vectors = { '': '', f: 'my', fo: 'mzxq', foo: 'mzxw6', foob: 'mzxw6yq', fooba: 'mzxw6ytb' };
  for (const [plain, encoded] of Object.entries({ ...vectors, foobar: 'mzxw6ytboi' })) {
    assert.equal(toBase32(Buffer.from(plain)), encoded);
    assert.equal(fromBase32(encoded.toUpperCase())?.toString(), plain);
  }
  assert.equal(fromBase32('m1'), undefined);
});

test('octets have one spelling, apart from case', () => {
  const digits = Array.from('abcdefghijklmnopqrstuvwxyz234567');
  for (const plain of ['f', 'fo', 'foo', 'foob', 'fooba']) {
    const encoded = toBase32(Buffer.from(plain));
    const read = digits.filter(
      (digit) => fromBase32(encoded.slice(0, -1) + digit)?.toString() === plain,
    );
    assert.deepEqual(read, [encoded.slice(-1)]);
    assert.notEqual(fromBase32(`${encoded}a`)?.toString(), plain, 'a digit too many');
  }
  assert.equal(fromBase32('a'), undefined);
});

test('numbers can be decoded again', () => {
  for (const value of [0, 31, 32, 1000, 9999, 999_999_999]) {
    assert.equal(numberFromBase32(numberToBase32(value).toUpperCase()), value);
  }
  assert.equal(numberFromBase32(''), undefined);
  assert.equal(numberFromBase32('0'), undefined);
});

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

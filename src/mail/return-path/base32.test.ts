import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromBase32, numberFromBase32, numberToBase32, toBase32 } from './base32.ts';

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

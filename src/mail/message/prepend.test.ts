import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cut, prepend } from './prepend.ts';

const message = (...chunks: string[]) => {
  const octets = chunks.map((chunk) => Buffer.from(chunk));
  return { chunks: octets, octets: Buffer.concat(octets).length, eightBit: false };
};
const text = ({ chunks }: { chunks: readonly Buffer[] }) => Buffer.concat(chunks).toString();

test('lines stand before the message, and nothing else changes', () => {
  const whole = prepend('X: y\r\n', message('A: b\r\n', '\r\nc\r\n'));
  assert.equal(text(whole), 'X: y\r\nA: b\r\n\r\nc\r\n');
  assert.equal(whole.octets, 17);
  assert.equal(prepend('X: \u00e9\r\n', message('A: b\r\n')).eightBit, true);
});

test('a line is cut out wherever the pieces of the message lie', () => {
  const octets = 'abcdefghij';
  for (let i = 0; i <= octets.length; i++) {
    for (let j = i; j <= octets.length; j++) {
      const parted = message(octets.slice(0, i), octets.slice(i, j), octets.slice(j));
      const rest = cut(parted, 3, 6);
      assert.equal(text(rest), 'abcghij');
      assert.equal(rest.octets, 7);
    }
  }
});

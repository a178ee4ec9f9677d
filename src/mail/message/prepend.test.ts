import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepend } from './prepend.ts';

const message = (...chunks: string[]) => {
  const octets = chunks.map((chunk) => Buffer.from(chunk));
  return { chunks: octets, octets: Buffer.concat(octets).length, eightBit: false };
};
const text = ({ chunks }: { chunks: readonly Buffer[] }) => Buffer.concat(chunks).toString();

test('new lines are before the message, and nothing else changes', () => {
  const whole = prepend(Buffer.from('X: y\r\n'), message('A: b\r\n', '\r\nc\r\n'));
  assert.equal(text(whole), 'X: y\r\nA: b\r\n\r\nc\r\n');
  assert.equal(whole.octets, 17);
  assert.equal(prepend(Buffer.from('X: \u00e9\r\n'), message('A: b\r\n')).eightBit, true);
});

test('without lines the message is unchanged', () => {
  const same = message('A: b\r\n');
  assert.equal(prepend(Buffer.alloc(0), same), same);
});

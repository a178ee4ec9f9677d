import assert from 'node:assert/strict';
import { test } from 'node:test';
import { edited } from './edits.ts';

const message = (...chunks: string[]) => {
  const octets = chunks.map((chunk) => Buffer.from(chunk));
  return { chunks: octets, octets: Buffer.concat(octets).length, eightBit: false };
};
const text = ({ chunks }: { chunks: readonly Buffer[] }) => Buffer.concat(chunks).toString();
const edit = (start: number, end: number, lines = '') => ({
  start,
  end,
  lines: Buffer.from(lines),
});

test('lines are added and removed wherever the pieces of the message lie', () => {
  const octets = 'abcdefghij';
  for (let i = 0; i <= octets.length; i++) {
    for (let j = i; j <= octets.length; j++) {
      const parted = message(octets.slice(0, i), octets.slice(i, j), octets.slice(j));
      const changed = edited(parted, [
        edit(0, 0, 'TOP'),
        edit(2, 5, 'x'),
        edit(5, 6),
        edit(8, 8, 'y'),
      ]);
      assert.equal(text(changed), 'TOPabxghyij');
      assert.equal(changed.octets, 11);
      assert.equal(text(edited(parted, [edit(3, 6)])), 'abcghij');
      assert.equal(text(edited(parted, [edit(0, 10, 'z')])), 'z');
      assert.equal(text(edited(parted, [])), octets);
    }
  }
});

test('the body is shared, not copied', () => {
  const before = message('A: b\r\nC: d\r\n\r\n', 'body\r\n');
  const after = edited(before, [edit(0, 6, 'X: y\r\n')]);
  assert.equal(text(after), 'X: y\r\nC: d\r\n\r\nbody\r\n');
  assert.equal(after.chunks.at(-1)?.buffer, before.chunks[1]?.buffer);
});

test('a line with octets above 127 makes the message one of eight bits', () => {
  assert.equal(edited(message('A: b\r\n'), [edit(0, 0, 'X: \u00e9\r\n')]).eightBit, true);
  assert.equal(edited(message('A: b\r\n'), [edit(0, 0, 'X: e\r\n')]).eightBit, false);
});

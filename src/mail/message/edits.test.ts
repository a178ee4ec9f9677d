import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wireMessage as message } from '#support/sending.ts';
import { edited, prepend } from './edits.ts';

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
      const edits = [edit(0, 0, 'TOP'), edit(2, 5, 'x'), edit(5, 6), edit(8, 8, 'y')];
      const changed = edited(parted, edits);
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
  for (const [line, eightBit] of [
    ['X: \u00e9\r\n', true],
    ['X: e\r\n', false],
  ] as const) {
    assert.equal(edited(message('A: b\r\n'), [edit(0, 0, line)]).eightBit, eightBit);
    assert.equal(prepend(Buffer.from(line), message('A: b\r\n')).eightBit, eightBit);
  }
});

test('prepended lines are before the message, and nothing else changes', () => {
  const whole = prepend(Buffer.from('X: y\r\n'), message('A: b\r\n', '\r\nc\r\n'));
  assert.deepEqual([text(whole), whole.octets], ['X: y\r\nA: b\r\n\r\nc\r\n', 17]);
  const same = message('A: b\r\n');
  assert.equal(prepend(Buffer.alloc(0), same), same);
});

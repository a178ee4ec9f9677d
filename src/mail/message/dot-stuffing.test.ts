import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentOf, stuffDots, stuffingDots, unstuffDots } from './dot-stuffing.ts';

const stuffed = (text: string, atLineStart = true) =>
  stuffDots(Buffer.from(text), atLineStart).toString();

test('each line that begins with a dot gets another dot', () => {
  assert.equal(stuffed('.\r\n..\r\n.x\r\ny.\r\n\r\n.'), '..\r\n...\r\n..x\r\ny.\r\n\r\n..');
  assert.equal(stuffed('no dots\r\n'), 'no dots\r\n');
  assert.equal(stuffed('.x\r\n', false), '.x\r\n', 'a piece that does not start a line');
});

test('unstuffing restores the content, however it was split into chunks', () => {
  const long = ['.\r\n.\r\n', 'a\r\n..b\r\n.\r\nc', '\r\n.\r\n..\r\n...'];
  for (const text of ['', '.', '..', '\r\n', ...long]) {
    const wire = stuffDots(Buffer.from(text), true);
    for (let cut = 0; cut <= wire.length; cut += 1) {
      const chunks = [wire.subarray(0, cut), wire.subarray(cut)];
      const content = contentOf({ chunks, octets: wire.length, eightBit: false });
      assert.equal(content.toString(), text);
      const lineEnded = cut === 0 || wire[cut - 1] === 10;
      const pieces = [unstuffDots(wire.subarray(0, cut), true)];
      pieces.push(unstuffDots(wire.subarray(cut), lineEnded));
      assert.equal(Buffer.concat(pieces).toString(), text, 'piece by piece as well');
    }
  }
});

const pieces = (...texts: string[]) => texts.map((text) => Buffer.from(text));
const dots = (...texts: string[]) => stuffingDots(pieces(...texts), true, Infinity);

test('only the first dot of a line that begins with one is a stuffing dot', () => {
  assert.equal(dots('..\r\n'), 1);
  assert.equal(dots('..a.\r\n.b..\r\n..\r\nc.\r\n'), 3);
  assert.equal(dots('a..\r\n...\r\n'), 1);
  assert.equal(dots('a.\r\n'), 0);
  assert.equal(dots(''), 0);
});

test('chunk boundaries make no difference', () => {
  const wire = '..a\r\n\r\n....\r\nb..c\r\n..\r\n..\r\n';
  for (let one = 0; one <= wire.length; one++) {
    for (let other = one; other <= wire.length; other++) {
      assert.equal(dots(wire.slice(0, one), wire.slice(one, other), wire.slice(other)), 4);
    }
  }
  assert.equal(dots(...wire.split('')), 4);
});

test('the count stops at the number that the caller asks for', () => {
  const chunks = pieces('..\r\n..\r\n', '..\r\n..\r\n');
  for (const most of [0, 1, 2, 3, 4]) assert.equal(stuffingDots(chunks, true, most), most);
  assert.equal(stuffingDots(chunks, false, 4), 3, 'the first is within a line');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentOf, stuffDots } from './dot-stuffing.ts';

const stuffed = (text: string, atLineStart = true) =>
  stuffDots(Buffer.from(text), atLineStart).toString();

test('each line that begins with a dot gets one dot more', () => {
  assert.equal(stuffed('.\r\n..\r\n.x\r\ny.\r\n\r\n.'), '..\r\n...\r\n..x\r\ny.\r\n\r\n..');
  assert.equal(stuffed('no dots\r\n'), 'no dots\r\n');
});

test('a dot at the begin of a piece counts only where a line begins', () => {
  assert.equal(stuffed('.x\r\n', false), '.x\r\n');
  assert.equal(stuffed('.x\r\n', true), '..x\r\n');
});

test('taking the dots away again gives the content, however it was cut into chunks', () => {
  for (const text of [
    '',
    '.',
    '..',
    '\r\n',
    '.\r\n.\r\n',
    'a\r\n..b\r\n.\r\nc',
    '\r\n.\r\n..\r\n...',
  ]) {
    const wire = stuffDots(Buffer.from(text), true);
    for (let cut = 0; cut <= wire.length; cut += 1) {
      const chunks = [wire.subarray(0, cut), wire.subarray(cut)];
      const content = contentOf({ chunks, octets: wire.length, eightBit: false });
      assert.equal(content.toString(), text);
    }
  }
});

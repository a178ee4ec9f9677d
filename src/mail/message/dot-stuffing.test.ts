import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stuffDots } from './dot-stuffing.ts';

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

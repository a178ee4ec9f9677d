import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REPLY_OCTETS, ReplyParser } from './reply-parser.ts';

const parse = (...pieces: string[]) => {
  const parser = new ReplyParser();
  const replies = pieces.flatMap((piece) => {
    const lent = Buffer.from(piece, 'latin1');
    const complete = parser.push(lent);
    lent.fill(0);
    return complete;
  });
  return { replies, garbled: parser.garbled, partial: parser.partial };
};

test('a reply has a code and the text of its lines; a bare LF ends a line, and the last code counts', () => {
  const { replies } = parse(
    '250-mx.test\r\n250-SIZE 10\n250 HELP\r\n250-yes\n550 5.1.1 b\n354\r\n',
  );
  assert.deepEqual(replies, [
    { code: 250, lines: ['mx.test', 'SIZE 10', 'HELP'] },
    { code: 550, lines: ['yes', '5.1.1 b'] },
    { code: 354, lines: [''] },
  ]);
});

test('octets may be split anywhere', () => {
  const text = '220-one\r\n220 two\r\n421 4.3.2 bye\r\n';
  const whole = parse(text);
  for (let cut = 0; cut <= text.length; cut++) {
    assert.deepEqual(parse(text.slice(0, cut), text.slice(cut)), whole);
  }
  assert.deepEqual(parse(...text.split('')), whole);
});

test('an incomplete reply is kept', () => {
  assert.equal(parse('250-a\r\n').partial, true);
  assert.equal(parse('2').partial, true);
  assert.equal(parse('250 a\r\n').partial, false);
});

test('octets that are not a reply fail the parser, and nothing is read after that', () => {
  for (const line of ['HTTP/1.1 400 Bad', '25 a', '2500 a', '150 a', '600 a', '']) {
    const { replies, garbled } = parse('250 first\r\n', `${line}\r\n`, '250 later\r\n');
    assert.deepEqual([replies.length, garbled], [1, true], line);
  }
});

test('a reply of 64 KB is read and a longer one is not, however it is split', () => {
  const line = `250-${'x'.repeat(1018)}\r\n`;
  const full = line.repeat(63) + `250 ${'x'.repeat(1018)}\r\n`;
  assert.equal(full.length, REPLY_OCTETS);
  assert.equal(parse(full).replies.length, 1);
  assert.equal(parse(full, full).replies.length, 2);
  assert.equal(parse(`${line.repeat(64)}2`).garbled, true);
  assert.equal(parse(...'x'.repeat(REPLY_OCTETS + 1).split('')).garbled, true);
});

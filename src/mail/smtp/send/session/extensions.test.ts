import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_EXTENSIONS, parseExtensions } from './extensions.ts';

const parse = (...lines: string[]) => parseExtensions({ code: 250, lines: ['mx.test', ...lines] });

test('keywords are parsed in any case, and unknown ones are ignored', () => {
  assert.deepEqual(parse('pipelining', 'Size 1000', '8BitMime', 'X-ODD', 'CHUNKING', 'DSN', ''), {
    ...NO_EXTENSIONS,
    pipelining: true,
    size: 1000,
    eightBitMime: true,
  });
});

test('the first line of the reply to EHLO is not a keyword', () => {
  assert.deepEqual(parseExtensions({ code: 250, lines: ['PIPELINING'] }), NO_EXTENSIONS);
});

test('SIZE without a valid number does not set a limit', () => {
  for (const line of ['SIZE', 'SIZE 0', 'SIZE many', 'SIZE -1', `SIZE ${'9'.repeat(30)}`]) {
    assert.equal(parse(line).size, 0, line);
  }
});

test('AUTH mechanisms are parsed in both forms of the keyword', () => {
  assert.deepEqual(parse('AUTH plain LOGIN').auth, ['PLAIN', 'LOGIN']);
  assert.deepEqual(parse('AUTH=LOGIN', 'AUTH PLAIN').auth, ['LOGIN', 'PLAIN']);
});

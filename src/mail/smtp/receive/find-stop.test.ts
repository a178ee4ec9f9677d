import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rounds, seededRandom } from '#support/seeded-random.ts';
import { findStop, SEARCH_OCTETS } from './find-stop.ts';

// oxlint-disable-next-line no-control-regex
const STOP = /\r(?!\n(?!\.\r\n))|(?<!\r)\n|\0/;

function found(text: string): number {
  const octets = Buffer.from(text, 'latin1');
  return findStop(octets, octets.length);
}

test('octets that a message may contain do not stop the search', () => {
  assert.equal(found(''), -1);
  assert.equal(found('One.\r\n.two\r\n..\r\n\t\x0b\x0c\x0e\x7f\x80\xff\r\n'), -1);
});

test('an end of data, a lone CR or LF and a NUL are found at every position', () => {
  for (const stop of ['\r\n.\r\n', '\ra', '\na', '\0']) {
    for (let before = 0; before < 20; before++) {
      for (const filler of ['a', '\t', '\xff']) {
        assert.equal(found(filler.repeat(before) + stop + 'a\r\n'), before);
      }
    }
  }
});

test('a stop is found at the place where two windows of the search meet', () => {
  for (const stop of ['\r\n.\r\n', '\ra', '\na', '\0']) {
    for (let before = SEARCH_OCTETS - 20; before < SEARCH_OCTETS + 20; before++) {
      const good = 'good\r\n'.repeat(before / 6) + 'a'.repeat(before % 6);
      assert.equal(found(`${good}${stop}a\r\n`), before);
    }
  }
});

test('octets after the limit are read only to complete a pair', () => {
  const octets = Buffer.from('One\r\n\0');
  assert.equal(findStop(octets, 5), -1);
  assert.equal(findStop(octets, 6), 5);
});

test('random texts give the same result as a regular expression', () => {
  const random = seededRandom(11);
  const alphabet = ['\r', '\n', '\r\n', '\r\n.', '.', '\0', '\t', 'a', 'abcd', 'ab', '\xff'];
  const pick = () => alphabet[Math.floor(random() * alphabet.length)] ?? '';
  const clean = () =>
    random() < 0.8 ? ['a', 'abc', '\r\n', '.'][Math.floor(random() * 4)] : pick();
  for (let round = 0; round < rounds(3000); round++) {
    const text = Array.from({ length: Math.floor(random() * 30) }, clean).join('');
    assert.equal(found(text), text.search(STOP), JSON.stringify(text));
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeaderBlock, HeaderField } from '../../message/header-block.ts';
import { selectFields, signedOctets, withoutSignature } from './canonical-header.ts';

const block = (...lines: string[]) => new HeaderBlock(lines.map((line) => new HeaderField(line)));
const selected = (from: HeaderBlock, names: string[], own?: HeaderField) =>
  selectFields(from, names, own).map(({ raw }) => raw);

test('each mention of a name takes the next field from the bottom up, or nothing if there is none', () => {
  const header = block('A: 1', 'B: 2', 'A: 3', 'a: 4');
  assert.deepEqual(selected(header, ['a', 'x', 'b', 'a']), ['a: 4', 'B: 2', 'A: 3']);
  const all = ['a: 4', 'A: 3', 'A: 1', 'B: 2'];
  assert.deepEqual(selected(header, ['a', 'a', 'a', 'a', 'b', 'b']), all);
});

test('the signature itself is never taken, at any position', () => {
  const header = block('S: 1', 'S: 2', 'S: 3');
  for (const [own, others] of [
    [0, ['S: 3', 'S: 2']],
    [1, ['S: 3', 'S: 1']],
    [2, ['S: 2', 'S: 1']],
  ] as const) {
    assert.deepEqual(selected(header, ['s', 's', 's', 's'], header.all[own]), others);
  }
});

test('b= is emptied, including blanks, and nothing else', () => {
  const emptied = (raw: string) => withoutSignature(new HeaderField(raw)).raw;
  assert.equal(emptied('S: v=1; b=abc\r\n\tdef ; bh=b='), 'S: v=1; b=; bh=b=');
  assert.equal(emptied('S: bh=x;\r\n b\r\n = abc'), 'S: bh=x;\r\n b\r\n =');
  assert.equal(emptied('S:b=abc;'), 'S:b=;');
  assert.equal(emptied('S: v=b=c; x=b'), 'S: v=b=c; x=b');
});

test('the signed octets are the fields with CRLF, and the signature without', () => {
  const { all } = block('A :  1\r\n 2 ', 'B: x');
  const own = new HeaderField('S:  v=1;\r\n\tb=');
  const simple = 'A :  1\r\n 2 \r\nB: x\r\nS:  v=1;\r\n\tb=';
  assert.equal(signedOctets(all, 'simple', own).toString(), simple);
  assert.equal(signedOctets(all, 'relaxed', own).toString(), 'a:1 2\r\nb:x\r\ns:v=1; b=');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decoderNamed, encoderNamed } from './transfer-encoding.ts';

/** Decodes in two pieces, split at each position in turn; all results must be equal. */
function decode(encoding: string, text: string): string | undefined {
  const octets = Buffer.from(text, 'latin1');
  const results = Array.from({ length: octets.length + 1 }, (_, cut) => {
    const decoder = decoderNamed(encoding) ?? assert.fail(encoding);
    const one = decoder.push(octets.subarray(0, cut), false);
    const other = one && decoder.push(octets.subarray(cut), false);
    const rest = other && decoder.push(Buffer.alloc(0), true);
    return one && other && rest && Buffer.concat([one, other, rest]).toString('latin1');
  });
  const [first] = results;
  for (const [cut, result] of results.entries()) assert.equal(result, first, `cut at ${cut}`);
  return first;
}

function encode(encoding: string, text: string, lines = true): string {
  const octets = Buffer.from(text, 'latin1');
  const results = Array.from({ length: octets.length + 1 }, (_, cut) => {
    const encoder = encoderNamed(encoding, lines);
    const pieces = [octets.subarray(0, cut), octets.subarray(cut)].map(
      (piece, i) => encoder.push(piece, i === 1) ?? assert.fail(),
    );
    return Buffer.concat(pieces).toString('latin1');
  });
  for (const result of results) assert.equal(result, results[0], 'however it is cut');
  return results[0] ?? '';
}

test('quoted-printable is decoded as mail programs do, wherever it is split', () => {
  for (const [text, expected] of [
    ['plain', 'plain'],
    ['a=40b', 'a@b'],
    ['a=4', 'a=4'],
    ['a=', 'a='],
    ['a=c3=bcb', 'a\xc3\xbcb'],
    ['a=C3=BCb', 'a\xc3\xbcb'],
    ['a=\r\nb', 'ab'],
    ['a= \t\r\nb', 'ab'],
    ['a= b', 'a= b'],
    ['a=\rb', 'a=\rb'],
    ['a=zz=3Db', 'a=zz=b'],
    ['a==40', 'a=@'],
    ['a=4=40', 'a=4@'],
    ['a\r\nb \r\n', 'a\r\nb \r\n'],
    [`=${' '.repeat(1200)}\r\nb`, `=${' '.repeat(1200)}\r\nb`],
    ['', ''],
  ] as const) {
    assert.equal(decode('quoted-printable', text), expected, JSON.stringify(text.slice(0, 20)));
  }
});

test('base64 is decoded wherever it is split, and octets that programs read differently count as broken', () => {
  for (const [text, expected] of [
    ['amFuZQ==', 'jane'],
    ['amFuZQ', 'jane'],
    ['amFu\r\nZUA= \r\n', 'jane@'],
    ['', ''],
    ['+/+/', '\xfb\xff\xbf'],
    ['amFuZQ==amFu', undefined],
    ['amFu-_', undefined],
    ['amFu.', undefined],
    ['a', undefined],
    ['amFuZQ===', undefined],
    ['amFuZQ==\r\nfooter\r\n', undefined],
  ] as const) {
    assert.equal(decode('base64', text), expected, text);
  }
});

test('unencoded octets are unchanged, and an unknown encoding gives undefined', () => {
  for (const encoding of ['7bit', '8bit', 'binary']) {
    assert.equal(decode(encoding, 'a=40\xff'), 'a=40\xff');
    assert.equal(encode(encoding, 'a=40\xff'), 'a=40\xff');
  }
  for (const encoding of ['x-uuencode', '', 'base-64']) {
    assert.equal(decoderNamed(encoding), undefined);
  }
});

test('quoted-printable is written in lines of 76, without trailing blanks', () => {
  for (const [text, expected] of [
    ['a=b', 'a=3Db'],
    ['a \r\nb\t\r\n', 'a=20\r\nb=09\r\n'],
    ['a ', 'a=20'],
    ['a b\tc', 'a b\tc'],
    ['a\nb\rc', 'a=0Ab=0Dc'],
    ['\xfc~\x7f\x1f', '=FC~=7F=1F'],
    ['x'.repeat(75), 'x'.repeat(75)],
    ['x'.repeat(76), `${'x'.repeat(75)}=\r\nx`],
    ['='.repeat(26), `${'=3D'.repeat(25)}=\r\n=3D`],
    [`${'x'.repeat(73)}=`, `${'x'.repeat(73)}=\r\n=3D`],
    [`${'x'.repeat(80)}\r\n${'y'.repeat(75)}`, `${'x'.repeat(75)}=\r\nxxxxx\r\n${'y'.repeat(75)}`],
  ] as const) {
    assert.equal(encode('quoted-printable', text), expected, JSON.stringify(text));
  }
  assert.equal(encode('quoted-printable', 'a\r\n', false), 'a=0D=0A');
});

test('base64 is written in lines of 76', () => {
  assert.equal(encode('base64', `${'x'.repeat(57)}jane`), `${'eHh4'.repeat(19)}\r\namFuZQ==\r\n`);
  assert.equal(encode('base64', 'x'.repeat(57)), `${'eHh4'.repeat(19)}\r\n`);
  assert.equal(encode('base64', ''), '');
});

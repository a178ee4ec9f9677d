import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodedName, uint16 } from '#support/dns-message.ts';
import { encodeName, mixedCase, NameReader } from './names.ts';

const HEADER = Buffer.alloc(12);

test('a name is encoded as it is decoded, up to 253 characters in labels of up to 63', () => {
  const longest = [...Array.from({ length: 3 }, () => 'x'.repeat(63)), 'y'.repeat(61)].join('.');
  for (const name of ['', 'a', '_dmarc.example.org', '*.a!#$%&/=?^`{|}~@.b', longest]) {
    const wire = encodeName(name);
    assert.deepEqual(wire, encodedName(name));
    const read = new NameReader(Buffer.concat([HEADER, wire ?? HEADER])).at(12);
    assert.deepEqual(read, { name, end: 12 + name.length + (name === '' ? 1 : 2) });
  }
  assert.equal(encodeName(`${longest}y`), undefined);
});

test('no octet of a label makes it look like another name', () => {
  const label = (...octets: number[]) => [octets.length, ...octets];
  const wire = Buffer.from([...label(0x61, 0x2e, 0x62), ...label(0, 0x20, 0x7f, 0xe9, 0x5c), 0]);
  const read = new NameReader(Buffer.concat([HEADER, wire])).at(12);
  assert.equal(read?.name, 'a\\b.\\\\\\\\\\');
  assert.equal(encodeName(read?.name ?? ''), undefined);
});

test('names with common endings are decoded through their pointers, in any order and twice', () => {
  const org = 12;
  const example = org + 5;
  const www = example + 10;
  const names = new NameReader(
    Buffer.concat([
      HEADER,
      Buffer.from(`\x03Org\0\x07example`),
      uint16(0xc000 | org),
      Buffer.from('\x03www'),
      uint16(0xc000 | example, 0xc000 | (example + 8)),
    ]),
  );
  for (let times = 0; times < 2; times++) {
    assert.deepEqual(names.at(www), { name: 'www.example.org', end: www + 6 });
    assert.deepEqual(names.at(org), { name: 'org', end: org + 5 });
    assert.deepEqual(names.at(example), { name: 'example.org', end: example + 10 });
    assert.deepEqual(names.at(www + 6), { name: 'org', end: www + 8 });
    assert.deepEqual(names.at(org + 4), { name: '', end: org + 5 });
  }
});

test('a pointer refers to an offset of up to 16,383 octets', () => {
  for (const place of [255, 256, 300, 16_383]) {
    const name = Buffer.from('\x01a\0', 'latin1');
    const message = Buffer.concat([Buffer.alloc(place), name, uint16(0xc000 | place)]);
    assert.deepEqual(new NameReader(message).at(place + 3), { name: 'a', end: place + 5 });
  }
});

test('a malformed name is invalid, and a pointer never leads ahead or into the header', () => {
  for (const [what, wire] of Object.entries({
    'a pointer to itself': '\xc0\x0c',
    'pointers to each other': '\xc0\x0e\xc0\x0c',
    'a pointer after a label back to it': '\x01a\xc0\x0c',
    'a pointer into the header': '\xc0\x04',
    'a pointer ahead': `\xc0\x10\0\0\x01a\0`,
    'a label of an unknown kind': '\x41\0',
    'a name of 256 octets': `${'\x01a'.repeat(126)}\x02aa\0`,
    'no octet': '',
    'no label': '\x01',
    'half a label': '\x02a',
    'no end': '\x01a',
    'half a pointer': '\xc0',
  })) {
    const names = new NameReader(Buffer.concat([HEADER, Buffer.from(wire, 'latin1')]));
    assert.equal(names.at(12), undefined, what);
  }
  const cut = Buffer.concat([Buffer.alloc(300), Buffer.of(0xc1)]);
  assert.equal(new NameReader(cut).at(300), undefined, 'half a pointer to a name that exists');
});

test('of names of the maximum length a message may have 19, or a thousand that share their labels', () => {
  const name = Buffer.from(`${'\x01a'.repeat(127)}\0`, 'latin1');
  const copies = Array.from({ length: 50 }, () => name);
  const names = new NameReader(Buffer.concat([HEADER, ...copies]));
  const read = copies.map((_, i) => names.at(12 + i * name.length)?.name.length);
  assert.deepEqual(read.slice(18, 20), [253, undefined]);
  const pointers = Array.from({ length: 1000 }, () => uint16(0xc000 | 12));
  const sharing = new NameReader(Buffer.concat([HEADER, name, ...pointers]));
  const shared = pointers.map((_, i) => sharing.at(12 + name.length + 2 * i)?.name.length);
  assert.deepEqual(new Set(shared), new Set([253]));
});

test('each letter of a name has its own random bit, also after the first 32, and nothing else changes', () => {
  const text = `${'a-z_09'.repeat(10)}.${'AZ'.repeat(20)}.test`;
  const name = (one: string) => encodeName(one) ?? assert.fail(one);
  const octets = name(text);
  assert.deepEqual(
    mixedCase(octets, () => 0),
    octets,
  );
  const capitals = mixedCase(octets, (below) => below - 1);
  assert.deepEqual(capitals, name(text.replaceAll(/[a-z]/gi, flipped)));
  // Bits starting from the lowest; the first belongs to the length octet.
  const alternating = mixedCase(name('aaaa'), () => 0b10100);
  assert.deepEqual(alternating, name('aAaA'));
  const later = mixedCase(name('a'.repeat(40)), () => 0x80000001);
  assert.deepEqual(later, name(`${'a'.repeat(30)}AA${'a'.repeat(8)}`));
});

const flipped = (char: string) =>
  char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase();

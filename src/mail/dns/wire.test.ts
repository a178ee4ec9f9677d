import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeName } from './names.ts';
import { mixedCase } from './wire.ts';

const name = (text: string) => encodeName(text) ?? assert.fail(text);

test('each letter of a name has its own random bit, also after the first 32, and nothing else changes', () => {
  const text = `${'a-z_09'.repeat(10)}.${'AZ'.repeat(20)}.test`;
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

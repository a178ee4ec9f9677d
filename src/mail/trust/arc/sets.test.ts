import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeaderBlock, HeaderField } from '../../message/header-block.ts';
import { readSets } from './sets.ts';

test('a set whose instance is not a number forms no chain, and is not counted', () => {
  for (const [instance, highest] of [
    ['x', 0],
    ['0', 0],
    ['', 0],
    ['2', 2],
    ['50', 50],
  ] as const) {
    const seal = new HeaderField(`ARC-Seal: i=${instance}; cv=none; d=a.test; s=s; b=`);
    const read = readSets(new HeaderBlock([seal]));
    assert.deepEqual([read.flaw, read.highest], ['not-a-chain', highest], instance);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UTF_8 } from './decoding/charset.ts';
import { searchLeaf } from './leaf-search.ts';
import { contentIdNeedle, Needle } from './needles.ts';
import { STEP_OCTETS } from './steps.ts';

/** A needle that counts the blocks of text whose matches are listed. */
class CountedNeedle extends Needle {
  searched = 0;

  override get expression(): RegExp {
    this.searched += 1;
    return super.expression;
  }
}

test('an identifier that a text names a million times is found once, in the first piece', () => {
  const { needed, within } = contentIdNeedle('a');
  const id = new CountedNeedle(needed, () => 'cid:a', within);
  const piece = Buffer.from('cid:a '.repeat(STEP_OCTETS / 6));
  const leaf = { encoding: '7bit', charset: UTF_8, html: true };
  const steps = searchLeaf(Array(100).fill(piece), leaf, { shown: [], ids: [id] });
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  assert.equal(step.value, 'edited');
  assert.ok(id.searched <= 5, `${id.searched}`);
});

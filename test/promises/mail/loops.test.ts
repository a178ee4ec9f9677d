import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALIAS, forwarding, hand, letter } from '#support/forwarding.ts';

test('a mailbox that forwards back to its alias ends the loop in the second round', async (t) => {
  const all = await forwarding(t);
  assert.match(await hand(await all.client(), [ALIAS], letter('one')), /^250 /);
  const back = all.hop.messages.pop()?.octets.toString('latin1') ?? '';
  assert.match(await hand(await all.client(), [ALIAS], back), /^554 5\.4\.6 /);
  assert.equal(all.hop.messages.length, 0);
});

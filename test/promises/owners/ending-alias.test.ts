/** An alias that ends by itself. */

import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Ownership } from '#rules/ownership.ts';
import { ALIAS, forwarding, hand, letter, REAL } from '#support/forwarding.ts';

const START = Date.UTC(2026, 10, 21, 12);
const DAY = 86_400_000;
const CONFIRMED: Ownership = { mode: 'confirmed', since: START - 1 };

/** Two nodes on one database, whose alias ends after a minute. The second one remembers aliases for a second. */
async function endingAlias(t: TestContext) {
  const first = await forwarding(t, { ownership: CONFIRMED });
  const { store } = first;
  const seen = () => store;
  const second = await forwarding(t, {
    ownership: CONFIRMED,
    history: store.history,
    seen,
    cacheMs: 1000,
  });
  await store.owners.confirm(REAL, START);
  const { alias } = (await store.aliasByAddress(ALIAS)) ?? assert.fail(ALIAS);
  const endsAt = START + 60_000;
  assert.ok(await store.owners.change(alias.id, { endsAt }, REAL));
  return { first, second, store, alias, endsAt };
}

test('up to the moment mail is forwarded, after it, it is rejected as for an unknown mailbox, at each node', async (t) => {
  const { first, second, endsAt } = await endingAlias(t);
  const nodes = await Promise.all(
    [first, second].map(async (node) => ({ node, client: await node.client() })),
  );
  for (let at = START, number = 0; at < endsAt + 5000; at += 1000) {
    for (const { node, client } of nodes) {
      number += 1;
      const reply = await hand(client, [ALIAS], letter(`number ${number}`));
      assert.match(
        reply,
        at < endsAt ? /^250 / : /^550 5\.1\.1 Recipient address rejected: User unknown$/,
      );
      node.clock.advance(1000);
    }
  }
});

test('the end holds while the alias is paused, after a jump of the clock, and once it is recorded; the history says who wrote', async (t) => {
  const { second: node, store, alias, endsAt } = await endingAlias(t);
  const say = async (what: string, sender?: string) =>
    hand(await node.client(), [ALIAS], letter(what), sender);
  await store.owners.change(alias.id, { pausedUntil: endsAt + DAY }, REAL);
  assert.match(await say('in the pause'), /^450 4\.2\.1 /);
  node.clock.advance(60_000);
  assert.match(await say('ended', 'ann@sender.example'), /^550 5\.1\.1 /);
  assert.equal(await store.owners.switchOffEnded(endsAt), 1);
  node.clock.jump(DAY);
  assert.match(await say('a day later', 'bob@b.test'), /^550 5\.1\.1 /);
  await node.forwarder.writeHistory();
  const { events } = await store.history.of(alias.id);
  const line = { kind: 'refused', reason: 'ended', code: null, host: null };
  assert.deepEqual(
    events.filter(({ reason }) => reason === 'ended'),
    [
      { at: endsAt + DAY, domain: 'b.test', ...line },
      { at: endsAt, domain: 'sender.example', ...line },
    ],
  );
  // Switched on by hand, it forwards again, and does not end.
  assert.ok(await store.setActive(alias.id, true, { email: REAL, open: false }));
  await store.owners.change(alias.id, { pausedUntil: null }, REAL);
  node.clock.advance(1000);
  assert.match(await say('on again'), /^250 /);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ownership } from '#rules/ownership.ts';
import { ALIAS, forwarding, hand, letter, REAL } from '#support/forwarding.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 10, 21, 12);
const CONFIRMED: Ownership = { mode: 'confirmed', since: START - 1 };

test('an owner sees rejected, deferred and paused messages, one by one, and delivered ones, by the day; neither a subject nor an address', async (t) => {
  const opened = await forwarding(t, { ownership: CONFIRMED });
  // The engine under test keeps its history in the same database.
  const engine = await forwarding(t, {
    ownership: CONFIRMED,
    history: opened.store.history,
    seen: () => opened.store,
  });
  const { store } = opened;
  await store.owners.confirm(REAL, START);
  const { alias } = (await store.aliasByAddress(ALIAS)) ?? assert.fail(ALIAS);
  const client = await engine.client();
  const at = () => engine.clock.date();
  const from = async (sender: string, verdict = '250 2.0.0 ok') => {
    engine.hop.script = { dot: verdict };
    await hand(client, [ALIAS], letter(`a secret subject ${verdict}`), sender);
    engine.clock.advance(1000);
  };
  await from('ann@Sender.example', '552 5.2.2 full');
  await from('ann@Sender.example');
  await from('');
  await store.owners.change(alias.id, { pausedUntil: at() + 1000 }, REAL);
  await from('bob@other.example');
  await from('ann@Sender.example', '450 4.7.1 greylisted, jane.doe@mailbox.test');
  await engine.forwarder.writeHistory();
  const { events, days } = await store.history.of(alias.id);
  const host = '127.0.0.1';
  const domain = 'sender.example';
  assert.deepEqual(events, [
    { at: START + 4000, kind: 'deferred', domain, reason: 'policy', code: 450, host },
    {
      at: START + 3000,
      kind: 'paused',
      domain: 'other.example',
      reason: 'paused',
      code: null,
      host: null,
    },
    { at: START, kind: 'refused', domain, reason: 'mailbox_full', code: 552, host },
  ]);
  assert.deepEqual(days, [{ day: START - (START % DAY), delivered: 2 }]);
  assert.deepEqual(engine.forwarder.lastArrivals(alias.id), [
    { at: START + 2000, domain: '' },
    { at: START + 1000, domain },
  ]);
  assert.doesNotMatch(JSON.stringify([events, days]), /secret|jane|ann|bob/);
});

test('an unavailable store loses a batch of the history, but no mail', async (t) => {
  let writes = 0;
  const engine = await forwarding(t, {
    ownership: { mode: 'open', since: undefined },
    history: {
      add: () => Promise.reject(new Error('silent')),
      addDelivered() {
        writes += 1;
        return Promise.reject(new Error('silent'));
      },
    },
  });
  const client = await engine.client();
  assert.match(await hand(client, [ALIAS], letter('arrives')), /^250 /);
  await engine.forwarder.writeHistory();
  await engine.forwarder.writeHistory();
  assert.equal(writes, 1, 'it is not tried again');
  assert.equal(engine.faults.length, 1);
});

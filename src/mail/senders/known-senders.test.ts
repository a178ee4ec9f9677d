import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KnownSenders } from './known-senders.ts';
import { SenderNames } from './sender-names.ts';

const DAY_MS = 86_400_000;

test('a sender is noted once a day, and again after a write that failed', async () => {
  let now = DAY_MS;
  let faults = 0;
  const written: number[] = [];
  const store = {
    find: async () => [],
    renew: async () => {},
    wait: async () => {},
    note: async (seen: readonly { at: number }[]) => {
      if (faults === 0) throw new Error('silent');
      written.push(...seen.map(({ at }) => at / DAY_MS));
    },
  };
  const senders = new KnownSenders({
    store,
    names: new SenderNames(['secret']),
    date: () => now,
    onFault: () => (faults += 1),
  });
  const note = () => senders.note('alias', 'shop.example');
  note();
  await senders.write();
  assert.equal(faults, 1);
  note();
  note();
  await senders.write();
  now += DAY_MS - 1;
  note();
  await senders.write();
  now += 1;
  note();
  await senders.write();
  await senders.write();
  assert.deepEqual(written, [1, 2]);
});

test('of more than ten thousand senders between two writes the first are noted, the others with their next message', async () => {
  const counts: number[] = [];
  const senders = new KnownSenders({
    store: {
      find: async () => [],
      renew: async () => {},
      wait: async () => {},
      note: async (seen) => void counts.push(seen.length),
    },
    names: new SenderNames(['secret']),
    date: () => 0,
    onFault: () => assert.fail(),
  });
  for (let i = 0; i < 10_002; i++) senders.note('alias', `d${i}.example`);
  await senders.write();
  for (const i of [9999, 10_000, 10_001]) senders.note('alias', `d${i}.example`);
  await senders.write();
  assert.deepEqual(counts, [10_000, 2]);
});

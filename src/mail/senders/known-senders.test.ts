import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KnownSenders, type KnownSendersOptions } from './known-senders.ts';
import { SenderNames } from './sender-names.ts';

const DAY_MS = 86_400_000;

/** Senders that are only noted. */
function noting(note: KnownSendersOptions['store']['note'], date: () => number) {
  const faults: unknown[] = [];
  const store = { find: async () => [], renew: async () => {}, wait: async () => {}, note };
  const onFault = (error: unknown) => faults.push(error);
  const names = new SenderNames(['secret']);
  return { senders: new KnownSenders({ store, names, date, onFault }), faults };
}

test('a sender is noted once a day, and again after a write that failed', async () => {
  let now = DAY_MS;
  const written: number[] = [];
  const { senders, faults } = noting(
    async (seen) => {
      if (faults.length === 0) throw new Error('silent');
      written.push(...seen.map(({ at }) => at / DAY_MS));
    },
    () => now,
  );
  for (const [later, times] of [
    [0, 1],
    [0, 2],
    [DAY_MS - 1, 1],
    [1, 1],
    [0, 0],
  ] as const) {
    now += later;
    for (let i = 0; i < times; i++) senders.note('alias', 'shop.example');
    await senders.write();
  }
  assert.deepEqual([written, faults.length], [[1, 2], 1]);
});

test('of more than ten thousand senders between two writes the first are noted, the others with their next message', async () => {
  const counts: number[] = [];
  const { senders } = noting(
    async (seen) => void counts.push(seen.length),
    () => 0,
  );
  for (let i = 0; i < 10_002; i++) senders.note('alias', `d${i}.example`);
  await senders.write();
  for (const i of [9999, 10_000, 10_001]) senders.note('alias', `d${i}.example`);
  await senders.write();
  assert.deepEqual(counts, [10_000, 2]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NEW_SENDER } from '../replies.ts';
import { SenderNames } from '../senders/sender-names.ts';
import { HistoryWriter, type HistoryOptions } from './history.ts';

const REFUSED = { kind: 'refused', reply: { code: 550, enhanced: '5.1.1', text: 'No' } } as const;
const ARRIVED = {
  kind: 'accepted',
  reply: { code: 250, enhanced: '2.0.0' },
  peer: { host: 'mailbox.test', tls: null },
} as const;

const writer = (store: Partial<HistoryOptions['store']>, date = () => 0) =>
  new HistoryWriter({
    names: new SenderNames(['a secret']),
    store: { add: async () => {}, addDelivered: async () => {}, ...store },
    date,
    onFault: (error) => assert.ifError(error),
  });

function gathering() {
  const written: number[] = [];
  const note = async (batch: readonly unknown[]) => void written.push(batch.length);
  return { history: writer({ add: note, addDelivered: note }), written };
}

test('gathered events are written early if the batch is full', async () => {
  const events = gathering();
  for (let i = 0; i < 10_000; i++) {
    await events.history.writeWhenFull();
    events.history.delivery('a', 'ann@example.org', REFUSED);
  }
  assert.deepEqual(events.written, []);
  await events.history.writeWhenFull();
  assert.deepEqual(events.written, [10_000]);
  events.history.delivery('a', 'ann@example.org', REFUSED);
  await events.history.write();
  assert.deepEqual(events.written, [10_000, 1], 'one is a batch, too');
});

test('gathered counts are written early if one more alias does not fit', async () => {
  const { history, written } = gathering();
  for (let i = 0; i < 10_000; i++) history.delivery(`alias ${i}`, 'ann@example.org', ARRIVED);
  await history.writeWhenFull();
  assert.deepEqual(written, []);
  history.delivery('one more', 'ann@example.org', ARRIVED);
  await history.writeWhenFull();
  assert.deepEqual(written, [10_000]);
});

test('a caller that waits for a batch also waits for the batch in progress', async () => {
  const first = Promise.withResolvers<void>();
  const order: string[] = [];
  const history = writer({
    async addDelivered(days) {
      order.push(`begun ${days.length}`);
      await first.promise;
      order.push('ended');
    },
  });
  history.delivery('a', 'ann@example.org', ARRIVED);
  const writing = history.write();
  const again = history.write().then(() => order.push('heard'));
  first.resolve();
  await Promise.all([writing, again]);
  assert.deepEqual(order, ['begun 1', 'ended', 'heard']);
});

test('a new sender that keeps trying gives one line a day', async () => {
  const DAY_MS = 86_400_000;
  let now = DAY_MS;
  const written: string[] = [];
  const history = writer(
    {
      add: async (all) => void written.push(...all.map(({ kind, at }) => `${kind} ${at / DAY_MS}`)),
    },
    () => now,
  );
  for (const later of [0, 1, DAY_MS - 2, 1]) {
    now += later;
    history.delivery('a', 'ann@example.org', { kind: 'deferred', reply: NEW_SENDER });
  }
  await history.write();
  assert.deepEqual(written, ['held 1', 'held 2']);
});

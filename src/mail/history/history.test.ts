import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FILTER_LATER, NEW_SENDER, UNWANTED } from '../replies.ts';
import { SenderNames } from '../senders/sender-names.ts';
import type { Delivery } from '../smtp/delivery.ts';
import { reply } from '../smtp/reply.ts';
import { Arrivals } from './arrivals.ts';
import { historyReason } from './history-reason.ts';
import { type HistoryOptions, HistoryWriter } from './history.ts';

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
  let now = DAY;
  const written: string[] = [];
  const history = writer(
    {
      add: async (all) => void written.push(...all.map(({ kind, at }) => `${kind} ${at / DAY}`)),
    },
    () => now,
  );
  for (const later of [0, 1, DAY - 2, 1]) {
    now += later;
    history.delivery('a', 'ann@example.org', { kind: 'deferred', reply: NEW_SENDER });
  }
  await history.write();
  assert.deepEqual(written, ['held 1', 'held 2']);
});

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 10, 22, 12);
const TODAY = NOON - DAY / 2;

test('messages are counted once each, by alias and day, across midnight too', () => {
  const arrivals = new Arrivals(10);
  arrivals.add('one', NOON, 'a.test');
  arrivals.add('two', NOON, 'a.test');
  arrivals.add('one', NOON + 1, 'a.test');
  arrivals.add('one', TODAY + DAY - 1, 'a.test');
  arrivals.add('one', TODAY + DAY, 'a.test');
  assert.deepEqual(arrivals.take(), [
    { aliasId: 'one', day: TODAY, delivered: 3 },
    { aliasId: 'two', day: TODAY, delivered: 1 },
    { aliasId: 'one', day: TODAY + DAY, delivered: 1 },
  ]);
  assert.deepEqual(arrivals.take(), []);
  arrivals.add('one', TODAY + DAY, 'a.test');
  assert.deepEqual(arrivals.take(), [{ aliasId: 'one', day: TODAY + DAY, delivered: 1 }]);
});

test('the last ten arrivals of an alias are listed newest first, even if counts were taken meanwhile', () => {
  const arrivals = new Arrivals(10);
  const at = (n: number) => ({ at: NOON + n, domain: `d${n}.test` });
  assert.deepEqual(arrivals.last('one'), []);
  for (let n = 0; n < 25; n++) {
    arrivals.add('one', at(n).at, at(n).domain);
    if (n === 2) assert.deepEqual(arrivals.last('one'), [at(2), at(1), at(0)]);
    if (n % 4 === 0) arrivals.take();
  }
  const newest = Array.from({ length: 10 }, (_, i) => at(24 - i));
  assert.deepEqual(arrivals.last('one'), newest);
});

test('with ever new aliases, memory stays bounded and every message is counted', () => {
  const [most, aliases] = [50, 1000];
  const arrivals = new Arrivals(most);
  const sums = new Map<string, number>();
  for (let n = 0; n < 3 * aliases; n++) {
    arrivals.add(`alias ${(n * 7) % aliases}`, NOON + n, 'a.test');
    if (n % most < most - 1) continue;
    for (const { aliasId, delivered } of arrivals.take()) {
      sums.set(aliasId, (sums.get(aliasId) ?? 0) + delivered);
    }
  }
  assert.deepEqual([sums.size, ...new Set(sums.values())], [aliases, 3]);
  const remembered = [...sums.keys()].filter((alias) => arrivals.last(alias).length > 0);
  assert.equal(remembered.length, most);
});

test('a flood beyond the limit is left out until the counts are taken, and the counts are kept', () => {
  const arrivals = new Arrivals(3);
  for (const aliasId of ['one', 'two', 'three', 'four', 'one']) arrivals.add(aliasId, NOON, '');
  assert.ok(arrivals.isFull);
  const counts = () => arrivals.take().map(({ aliasId, delivered }) => [aliasId, delivered]);
  assert.deepEqual(counts(), [
    ['one', 2],
    ['two', 1],
    ['three', 1],
  ]);
  assert.ok(!arrivals.isFull);
  assert.deepEqual(arrivals.last('four'), []);
  arrivals.add('four', NOON, '');
  assert.deepEqual(counts(), [['four', 1]]);
  assert.equal(arrivals.last('four').length, 1);
});

/** The reply of a next hop. */
const said = (code: number, enhanced: string) =>
  historyReason({
    kind: code < 500 ? 'deferred' : 'refused',
    reply: { code, enhanced },
    stage: 'dot',
    far: { code, enhanced, words: () => '' },
  });

test('the class of a reason comes from the subject and detail of the next hop’s status', () => {
  const expected = {
    mailbox_full: ['552 5.2.2', '452 4.2.2', '452 4.3.1'],
    too_large: ['552 5.3.4', '552 5.2.3'],
    unknown_mailbox: ['550 5.1.1', '550 5.2.1', '450 4.2.1'],
    busy: ['451 4.3.0', '421 4.4.5', '451 4.3.2'],
    message: ['550 5.6.0'],
    policy: ['550 5.7.1', '450 4.7.1'],
    other: ['554 5.0.0', '550 5.5.1'],
  };
  for (const [reason, verdicts] of Object.entries(expected)) {
    for (const verdict of verdicts) {
      const [code = '', enhanced = ''] = verdict.split(' ');
      assert.equal(said(Number(code), enhanced), reason, verdict);
    }
  }
});

test('a failure without the next hop’s reply is unreachable, untrusted, in doubt, unwanted, or our own', () => {
  const ours = reply(451, '4.4.1', 'No answer');
  const failed: Extract<Delivery, { kind: 'deferred' }> = { kind: 'deferred', reply: ours };
  assert.equal(historyReason({ ...failed, stage: 'connect' }), 'unreachable');
  assert.equal(historyReason({ ...failed, stage: 'starttls', untrusted: 'expired' }), 'untrusted');
  assert.equal(historyReason({ ...failed, stage: 'dot', unknown: true }), 'doubt');
  assert.equal(historyReason({ kind: 'refused', reply: reply(554, '5.4.6', 'A loop') }), 'other');
  assert.equal(historyReason({ kind: 'refused', reply: UNWANTED }), 'unwanted');
  assert.equal(historyReason({ kind: 'deferred', reply: FILTER_LATER }), 'unwanted');
});

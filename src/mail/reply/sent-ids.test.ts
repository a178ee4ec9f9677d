import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { type LedgerEntry, StoreUnavailable } from '#store/store.ts';
import { SentIds } from './sent-ids.ts';

const DAY = 86_400_000;
const JANE = 'jane@example.org';
const key = (secret: string) => createSecretKey(Buffer.from(secret.padEnd(32)));

const never = (error: unknown) => assert.fail(String(error));

/** The store's ledger in memory. */
function ledgerTable() {
  const entries = new Map<string, { entry: LedgerEntry; expires: number }>();
  return {
    entries,
    recall: async (name: Buffer, now: number) => {
      const found = entries.get(name.toString('hex'));
      return found !== undefined && found.expires > now ? found.entry : undefined;
    },
    remember: async (name: Buffer, entry: LedgerEntry, expires: number) => {
      entries.set(name.toString('hex'), { entry, expires });
    },
  };
}

test('an id that an owner has sent is recognized for a year, only for this owner, and the table does not name them', async () => {
  const clock = new FakeClock();
  const store = ledgerTable();
  const ids = new SentIds({ store, keys: [key('one')], date: clock.date, onFault: never });
  const found = async (owner = JANE) => [...(await ids.among(['a@x', 'b@x'], owner))];
  await ids.remember('a@x', JANE);
  assert.deepEqual([await found(), await found('ann@example.org')], [['a@x'], []]);
  clock.advance(365 * DAY - 1);
  assert.deepEqual(await found(), ['a@x']);
  clock.advance(1);
  assert.deepEqual(await found(), []);
  const [[name, { entry }] = assert.fail()] = store.entries;
  assert.equal(Buffer.from(name, 'hex').length, 32);
  assert.deepEqual(entry, { code: 250, enhanced: '2.0.0' });
});

test('after a change of the secret, ids under the earlier one are recognized', async () => {
  const store = ledgerTable();
  const rest = { store, date: () => 0, onFault: never };
  await new SentIds({ ...rest, keys: [key('one')] }).remember('a@x', JANE);
  const both = new SentIds({ ...rest, keys: [key('two'), key('one')] });
  assert.equal((await both.among(['a@x'], JANE)).size, 1);
  const dropped = new SentIds({ ...rest, keys: [key('two')] });
  assert.equal((await dropped.among(['a@x'], JANE)).size, 0);
});

test('an unavailable store does not stop a reply: every id is treated as the owner’s, and one fault is reported', async () => {
  const silent = () => Promise.reject(new StoreUnavailable('no answer'));
  const faults: unknown[] = [];
  const ids = new SentIds({
    store: { recall: silent, remember: silent },
    keys: [key('one')],
    date: () => 0,
    onFault: (error) => faults.push(error),
  });
  assert.deepEqual(await ids.among(['a@x', 'b@y'], JANE), new Set(['a@x', 'b@y']));
  assert.equal(faults.length, 1);
  await ids.remember('a@x', JANE);
  assert.equal(faults.length, 2);
});

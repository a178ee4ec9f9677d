import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { deriveKeys } from '../keys.ts';
import { Acknowledgements } from './acknowledgements.ts';
import { Ledger } from './ledger.ts';

function counted() {
  const calls = { recall: 0, remember: 0 };
  let silent = false;
  const answer = () => {
    if (silent) throw new Error('silent');
  };
  const ledger = new Ledger({
    store: {
      recall: async () => {
        calls.recall += 1;
        answer();
        return undefined;
      },
      remember: async () => {
        calls.remember += 1;
        answer();
      },
    },
    keys: deriveKeys(['secret']),
    clock: new FakeClock(),
    onFault: () => {},
  });
  const pair = ledger.pair('ann@example.org', 'alias-1000@alias.test');
  const key = (fill: number, relayed = true) =>
    ledger.key(pair, { fingerprint: Buffer.alloc(16, fill), relayed });
  return { ledger, pair, key, calls, silence: (is: boolean) => (silent = is) };
}

test('a usual message costs one query and no write', async () => {
  for (const relayed of [true, false]) {
    const { ledger, pair, key, calls } = counted();
    const tracked: unknown[] = [];
    const acknowledgements = new Acknowledgements(ledger, (work) => void tracked.push(work));
    const one = key(1, relayed);
    assert.equal(await ledger.recall(one, await ledger.recallPair(pair)), undefined);
    assert.ok(ledger.claim(one));
    acknowledgements.begun(one);
    acknowledgements.arrived(one);
    assert.equal(acknowledgements.delivered(one, false), undefined);
    acknowledgements.read(true);
    acknowledgements.closed();
    assert.deepEqual([calls, tracked], [{ recall: 1, remember: 0 }, []]);
  }
});

test('the final dot queries again if an entry was written meanwhile, or the first query failed', async () => {
  const { ledger, pair, key, calls, silence } = counted();
  const before = await ledger.recallPair(pair);
  await ledger.unproven(key(1));
  await ledger.recall(key(2), before);
  assert.equal(calls.recall, 2);
  silence(true);
  const unknown = await ledger.recallPair(pair);
  silence(false);
  await ledger.recall(key(2), unknown);
  assert.equal(calls.recall, 4);
});

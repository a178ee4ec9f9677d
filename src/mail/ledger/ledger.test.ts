import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { deriveKeys } from '../keys.ts';
import { Acknowledgements } from './acknowledgements.ts';
import { InFlightDeliveries, NOTE_MS } from './in-flight-deliveries.ts';
import { Ledger } from './ledger.ts';
import { admissionOf, nextAttempt, type Standing } from './mixed-outcomes.ts';

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

const unknown: Standing = { alone: false, failedAlone: undefined };
const alone: Standing = { alone: true, failedAlone: undefined };
const hasFailedAlone: Standing = { alone: false, failedAlone: { code: 451, enhanced: '4.2.0' } };

test('a recipient that failed with others joins no others, whatever the order of RCPT; one that failed alone yields', () => {
  for (const [newcomer, others, kind] of [
    [unknown, [], 'joins'],
    [unknown, [unknown, unknown], 'joins'],
    [alone, [], 'joins'],
    [alone, [unknown], 'turned-away'],
    [unknown, [alone], 'turned-away'],
    [hasFailedAlone, [], 'yields'],
    [hasFailedAlone, [alone], 'yields'],
  ] as const) {
    assert.equal(admissionOf(newcomer, others).kind, kind);
  }
});

test('after a mixed outcome those without the message must be alone; a deferred one yields to those rejected because of it', () => {
  for (const [before, kind, mixed, turnedAway, note] of [
    [unknown, 'deferred', true, false, 'alone'],
    [unknown, 'refused', true, false, 'alone'],
    [unknown, 'accepted', true, false, undefined],
    [alone, 'accepted', true, false, 'none'],
    [alone, 'deferred', false, true, 'yield'],
    [unknown, 'deferred', false, true, 'yield'],
    [hasFailedAlone, 'deferred', false, true, 'yield'],
    [alone, 'deferred', false, false, undefined],
    [unknown, 'deferred', false, false, undefined],
    [alone, 'refused', false, true, 'none'],
    [hasFailedAlone, 'accepted', false, false, 'none'],
    [unknown, 'accepted', false, true, undefined],
  ] as const) {
    const name = `${JSON.stringify(before)} ${kind}`;
    assert.equal(nextAttempt(before, kind, { mixed, turnedAway }), note, name);
  }
});

const KEY = { pair: Buffer.from('pair'), name: 'name', relayed: true };

test('other nodes see a delivery after ten seconds, and its note is renewed each minute', async () => {
  const clock = new FakeClock();
  const noted: number[] = [];
  const deliveries = new InFlightDeliveries(clock, {
    underWay: async () => {
      noted.push(clock.now() - begun);
      return true;
    },
    delivered: async () => true,
  });
  const begun = clock.now();
  deliveries.begin(KEY);
  for (let ms = 0; ms < 150_000; ms += 5000) {
    clock.advance(5000);
    await Promise.resolve();
  }
  assert.deepEqual(noted, [10_000, 70_000, 130_000]);
  assert.equal(NOTE_MS, 300_000);
});

test('a note that the store failed to write is written again five seconds later, and so is an outcome', async () => {
  const clock = new FakeClock();
  const written: string[] = [];
  let answers = [false, false, true];
  const write = (what: string) => () => {
    written.push(what);
    return Promise.resolve(answers.shift() ?? true);
  };
  const deliveries = new InFlightDeliveries(clock, {
    underWay: write('under way'),
    delivered: write('delivered'),
  });
  const pass = async (ms: number) => {
    clock.advance(ms);
    await new Promise(setImmediate);
  };
  deliveries.begin(KEY);
  for (const _ of [1, 2, 3, 4, 5]) await pass(5000);
  assert.deepEqual(written, ['under way', 'under way', 'under way']);
  answers = [false, true];
  void deliveries.doubt(KEY, 3_600_000);
  for (const _ of [1, 2, 3, 4]) await pass(5000);
  assert.deepEqual(written.slice(3), ['delivered', 'delivered']);
  assert.equal(deliveries.state(KEY), undefined);
});

test('no timer is left when the process ends', () => {
  const clock = new FakeClock();
  const notes = { underWay: async () => true, delivered: async () => true };
  const deliveries = new InFlightDeliveries(clock, notes);
  deliveries.begin(KEY);
  assert.equal(clock.pending, 1);
  deliveries.end();
  deliveries.begin({ ...KEY, name: 'another' });
  assert.equal(clock.pending, 0);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { InFlightDeliveries, NOTE_MS } from './in-flight-deliveries.ts';

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

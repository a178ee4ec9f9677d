import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { InFlightDeliveries, NOTE_MS } from './in-flight-deliveries.ts';

test('other nodes know of a delivery after ten seconds, and hear each minute that it goes on', async () => {
  const clock = new FakeClock();
  const noted: number[] = [];
  const deliveries = new InFlightDeliveries(clock, async () => {
    noted.push(clock.now() - begun);
  });
  const begun = clock.now();
  deliveries.begin({ pair: Buffer.from('pair'), name: 'name', relayed: false });
  for (let ms = 0; ms < 150_000; ms += 5000) {
    clock.advance(5000);
    await Promise.resolve();
  }
  assert.deepEqual(noted, [10_000, 70_000, 130_000]);
  assert.equal(NOTE_MS, 300_000);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { Turns } from './turns.ts';

/** Turns with all slots taken, 20 by each of ten zones. */
function taken(clock = new FakeClock()) {
  const turns = new Turns(clock);
  for (let i = 0; i < 200; i++) assert.equal(turns.begin(`zone${i % 10}`), true);
  return turns;
}

test('waiting zones take turns, whatever the number of their queries', async () => {
  const turns = taken();
  const order: string[] = [];
  const wait = async (zone: string) => {
    assert.equal(await turns.begin(zone), true);
    order.push(zone);
  };
  const waiting = ['many', 'many', 'many', 'one', 'two'].map(wait);
  for (let i = 0; i < 5; i++) turns.end('zone0');
  await Promise.all(waiting);
  assert.deepEqual(order, ['many', 'one', 'two', 'many', 'many']);
  assert.equal(turns.busy, 200);
});

test('a zone never has more than 20 queries on their way, even after a wait', async () => {
  const turns = taken();
  const granted: string[] = [];
  for (let i = 0; i < 30; i++) {
    void Promise.resolve(turns.begin('late')).then(() => granted.push('late'));
  }
  for (let i = 0; i < 200; i++) turns.end(`zone${i % 10}`);
  await new Promise(setImmediate);
  assert.equal(granted.length, 20);
  assert.equal(turns.busy, 20);
  turns.end('late');
  await new Promise(setImmediate);
  assert.equal(granted.length, 21);
});

test('2,000 queries wait, and 200 for one zone; further ones are refused at once', () => {
  const turns = taken();
  const more = (zone: string) => turns.begin(zone) !== false;
  const ofOne = Array.from({ length: 201 }, () => more('one'));
  assert.deepEqual([ofOne.filter(Boolean).length, ofOne.at(-1)], [200, false]);
  const others = Array.from({ length: 1801 }, (_, i) => more(`other${i}`));
  assert.deepEqual([others.filter(Boolean).length, others.at(-1)], [1800, false]);
});

test('a query that has waited for 10 s is not sent', async () => {
  const clock = new FakeClock();
  const turns = taken(clock);
  const early = turns.begin('early');
  clock.advance(9999);
  const late = turns.begin('late');
  clock.advance(1);
  turns.end('zone0');
  assert.deepEqual([await early, await late], [false, true]);
  assert.equal(turns.busy, 200);
});

test('a zone has its 20 slots again and again, and is forgotten when it has no queries', () => {
  const turns = new Turns(new FakeClock());
  for (let times = 0; times < 3; times++) {
    for (let i = 0; i < 20; i++) assert.equal(turns.begin('zone'), true);
    for (let i = 0; i < 20; i++) turns.end('zone');
  }
  assert.deepEqual([turns.busy, turns.zones], [0, 0]);
});

test('a zone whose queries have all waited too long is forgotten', async () => {
  const clock = new FakeClock();
  const turns = taken(clock);
  const [first, second] = [turns.begin('late'), turns.begin('late')];
  clock.advance(10_000);
  turns.end('zone0');
  assert.deepEqual([await first, await second], [false, false]);
  assert.equal(turns.zones, 10);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { QuerySlots, zoneOf } from './query-slots.ts';

test('the limit of a zone counts a name under the part that one operator probably serves', () => {
  for (const [name, zone] of [
    ['', ''],
    ['test', 'test'],
    ['_dmarc.mail.example.org', 'example.org'],
    ['selector._domainkey.shop.co.uk', 'shop.co.uk'],
    ['www.example.de', 'example.de'],
    ['4.3.2.1.in-addr.arpa', '2.1.in-addr.arpa'],
    ['f.e.8.b.d.0.1.0.0.2.ip6.arpa', '8.b.d.0.1.0.0.2.ip6.arpa'],
  ] as const) {
    assert.equal(zoneOf(name), zone);
  }
});

/** The outcomes of some requests for a slot: how many wait, and the last one. */
const waiting = (all: (Promise<boolean> | boolean)[]) => ({
  count: all.filter((one) => one instanceof Promise).length,
  last: all.at(-1),
});

/** Turns with all slots taken, 20 by each of ten zones. */
function taken(clock = new FakeClock()) {
  const turns = new QuerySlots(clock);
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
  const all = ['many', 'many', 'many', 'one', 'two'].map(wait);
  for (let i = 0; i < 5; i++) turns.end('zone0');
  await Promise.all(all);
  assert.deepEqual(order, ['many', 'one', 'two', 'many', 'many']);
  assert.equal(turns.busy, 200);
});

test('a zone never has more than 20 queries in flight, even after a wait', async () => {
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

test('2,000 queries wait, and 200 for one zone; further ones are rejected immediately', () => {
  const turns = taken();
  const ofOne = Array.from({ length: 201 }, () => turns.begin('one'));
  assert.deepEqual(waiting(ofOne), { count: 200, last: false });
  const others = Array.from({ length: 1801 }, (_, i) => turns.begin(`other${i}`));
  assert.deepEqual(waiting(others), { count: 1800, last: false });
});

test('a query that has waited for 10 s is not sent, and a zone that has only such queries is dropped', async () => {
  const clock = new FakeClock();
  const turns = taken(clock);
  const early = turns.begin('early');
  clock.advance(9999);
  const late = turns.begin('late');
  clock.advance(1);
  turns.end('zone0');
  assert.deepEqual([await early, await late], [false, true]);
  assert.deepEqual([turns.busy, turns.zones], [200, 11]);
});

test('a zone gets its 20 slots repeatedly, and is dropped when it has no queries', () => {
  const turns = new QuerySlots(new FakeClock());
  for (let times = 0; times < 3; times++) {
    for (let i = 0; i < 20; i++) assert.equal(turns.begin('zone'), true);
    for (let i = 0; i < 20; i++) turns.end('zone');
  }
  assert.deepEqual([turns.busy, turns.zones], [0, 0]);
});

/** Turns with 100 slots taken by one client block, in zones that never answer; one message each. */
function takenByBlock(block: string, clock = new FakeClock()) {
  const turns = new QuerySlots(clock);
  for (let i = 0; i < 100; i++) assert.equal(turns.begin(`silent${i % 20}`, { block }), true);
  return turns;
}

test('one client block never has more than half of the queries in flight', async () => {
  const turns = takenByBlock('a');
  const waits = turns.begin('other', { block: 'a' });
  assert.ok(waits instanceof Promise);
  for (let i = 0; i < 20; i++) assert.equal(turns.begin('other', { block: 'b' }), true);
  assert.equal(turns.begin('own'), true);
  const ofB = turns.begin('other', { block: 'b' });
  assert.ok(ofB instanceof Promise);
  // The full block cannot use a slot of the zone, so the next one in the zone gets it.
  turns.end('other', { block: 'b' });
  assert.equal(await ofB, true);
  for (let i = 0; i < 11; i++) turns.end(`silent${i}`, { block: 'a' });
  turns.end('other', { block: 'b' });
  assert.equal(await waits, true);
  assert.equal(turns.busy, 110);
});

test('client blocks share equally, and leave as much to the next one', () => {
  for (const count of [1, 2, 3, 9, 19]) {
    const turns = new QuerySlots(new FakeClock());
    for (let i = 0; i < 200; i++) {
      for (let block = 0; block < count; block++) {
        void turns.begin(`silent${block}-${i}`, { block: `block${block}` });
      }
    }
    const share = Math.ceil(200 / (count + 1)) - 1;
    assert.ok(200 - turns.busy >= share, `${200 - turns.busy} are free beside ${count}`);
    for (let i = 0; i < share; i++) assert.equal(turns.begin(`own${i}`), true);
  }
});

test('of one message 40 queries wait, and of one client block 200', () => {
  const turns = takenByBlock('a');
  const message = { block: 'a' };
  const ofMessage = Array.from({ length: 41 }, (_, i) => turns.begin(`zone${i}`, message));
  assert.deepEqual(waiting(ofMessage), { count: 40, last: false });
  const ofBlock = Array.from({ length: 161 }, (_, i) => turns.begin(`zone${i}`, { block: 'a' }));
  assert.deepEqual(waiting(ofBlock), { count: 160, last: false });
});

test('a message whose queries have had their turns may wait with 40 more', async () => {
  const clock = new FakeClock();
  const turns = takenByBlock('a', clock);
  const message = { block: 'a' };
  const some = Array.from({ length: 40 }, () => turns.begin('zone', message));
  clock.advance(10_000);
  turns.end('silent0', message);
  assert.equal(await some[0], false);
  assert.equal(turns.begin('zone', message), true);
  const more = Array.from({ length: 41 }, (_, i) => turns.begin(`more${i}`, message));
  assert.equal(waiting(more).count, 40);
  // One has had its turn: one more may wait, not two.
  turns.end('zone', message);
  assert.equal(await more[0], true);
  const others = [0, 1].map((i) => turns.begin(`other${i}`, message));
  assert.equal(waiting(others).count, 1);
});

test('in a full queue the youngest query of the fullest block makes room for other blocks, but not for its own', async () => {
  const turns = taken();
  const fill = (block: string, count: number) =>
    Array.from({ length: count }, (_, i) => turns.begin(`${block}${i}`, { block }));
  for (let i = 0; i < 9; i++) void fill(`some${i}`, 199);
  const fullest = fill('fullest', 200);
  void fill('last', 9);
  assert.equal(turns.begin('full', { block: 'fullest' }), false);
  const honest = turns.begin('honest', { block: 'honest' });
  assert.ok(honest instanceof Promise);
  assert.equal(await fullest.at(-1), false);
  assert.equal(turns.begin('full', { block: 'some1' }), false);
  assert.ok(turns.begin('own') instanceof Promise);
});

test('blocks are dropped when they have no queries', async () => {
  const clock = new FakeClock();
  const turns = takenByBlock('a', clock);
  const late = turns.begin('late', { block: 'b' });
  assert.deepEqual([late, turns.blocks], [true, 2]);
  turns.end('late', { block: 'b' });
  const waits = turns.begin('late', { block: 'a' });
  clock.advance(10_000);
  for (let i = 0; i < 100; i++) turns.end(`silent${i % 20}`, { block: 'a' });
  assert.equal(await waits, false);
  assert.deepEqual([turns.busy, turns.zones, turns.blocks], [0, 0, 0]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countsInMemory } from '#store/sessions/counts-in-memory.fixture.ts';
import { deriveAuthKeys } from '../tokens/keys.ts';
import { PhoneBudget } from './phone-budget.ts';

const DAY_MS = 86_400_000;
const NUMBER = '+4915112345678';

function world() {
  const time = { now: Date.UTC(2026, 10, 22, 12) };
  const store = countsInMemory();
  const budgetOf = (...secrets: string[]) => {
    const { address: keys } = deriveAuthKeys(secrets);
    return new PhoneBudget({ store, keys, now: () => time.now });
  };
  return { time, store, budgetOf, budget: budgetOf('secret') };
}

test('a number gets six messages in any day', async () => {
  const { time, budget } = world();
  for (let i = 0; i < 6; i++, time.now += 60_000) {
    assert.equal(await budget.spend(NUMBER, `user ${i}`), 0);
  }
  const seconds = await budget.spend(NUMBER, 'jane');
  assert.equal(seconds, 24 * 3600 - 360);
  time.now += seconds * 1000;
  assert.equal(await budget.spend(NUMBER, 'jane'), 0);
});

test('a user has twelve messages in any day, to all numbers together', async () => {
  const { budget } = world();
  for (let i = 0; i < 12; i++) assert.equal(await budget.spend(`+491510000000${i}`, 'mallory'), 0);
  assert.equal(await budget.spend(NUMBER, 'mallory'), 24 * 3600);
  assert.equal(await budget.spend(NUMBER, 'jane'), 0, 'nothing of it is counted for the number');
});

test('of ten requests at the same moment one is granted', async () => {
  const { budget } = world();
  const waits = await Promise.all(Array.from({ length: 10 }, () => budget.spend(NUMBER, 'jane')));
  assert.equal(waits.filter((seconds) => seconds === 0).length, 1);
});

test('neither numbers nor ids are stored, and a clock that was set back locks no one out', async (t) => {
  const { time, store, budget } = world();
  const count = t.mock.method(store, 'count');
  await budget.spend(NUMBER, 'jane');
  const stored = count.mock.calls.map(({ arguments: [row] }) => row);
  assert.ok(stored.length > 0);
  assert.doesNotMatch(JSON.stringify(stored), /15112345678|jane/);
  time.now -= DAY_MS;
  assert.equal(await budget.spend(NUMBER, 'jane'), 60);
});

test('under a new first secret the messages to a number still count', async () => {
  const { time, budget, budgetOf } = world();
  for (let i = 0; i < 5; i++, time.now += 60_000)
    assert.equal(await budget.spend(NUMBER, 'jane'), 0);
  const renewed = budgetOf('new', 'secret');
  assert.equal(await renewed.spend(NUMBER, 'jane'), 0);
  assert.equal(await renewed.spend(NUMBER, 'jane'), (DAY_MS - 5 * 60_000) / 1000);
});

test('an address block gets twenty messages in any day, for all users and numbers together; another has its own', async () => {
  const { time, budget } = world();
  const from = '192.0.2.7';
  const spend = (i: number, address: string) =>
    budget.spend(`+4915100000${100 + i}`, `user ${i}`, address);
  for (let i = 0; i < 20; i++) assert.equal(await spend(i, `192.0.2.${i}`), 0);
  assert.equal(await spend(20, from), 24 * 3600);
  assert.equal(await spend(20, '198.51.100.7'), 0);
  time.now += DAY_MS;
  assert.equal(await spend(21, from), 0);
});

test('a node sends two hundred messages in any day, not counting rejected ones', async () => {
  const { time, budget } = world();
  for (let i = 0; i < 200; i++) {
    assert.equal(await budget.spend(`+4915100000${100 + i}`, `user ${i}`), 0);
    assert.equal(await budget.spend(`+4915100000${100 + i}`, `user ${i}`), i < 199 ? 60 : 86_400);
  }
  time.now += DAY_MS - 1000;
  assert.equal(await budget.spend(NUMBER, 'jane'), 1);
  time.now += 1000;
  assert.equal(await budget.spend(NUMBER, 'jane'), 0);
});

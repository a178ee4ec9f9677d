import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { ReplyAllowances } from './allowances.ts';

const HOUR = 3_600_000;
const ALIAS = 'alias-1000@alias.test';
const OTHER = 'alias-1001@alias.test';

const times = (count: number, once: () => boolean) =>
  Array.from({ length: count }, once).filter(Boolean).length;

test('an alias sends 20 replies a day to correspondents who were never proven', () => {
  const clock = new FakeClock();
  const allowances = new ReplyAllowances({ now: clock.now, limits: true });
  assert.equal(
    times(25, () => allowances.take(ALIAS, false)),
    20,
  );
  assert.ok(allowances.take(ALIAS, true), 'a proven one is still answered');
  assert.ok(allowances.take(OTHER, false), 'and so is another alias’s');
  clock.advance(23 * HOUR);
  assert.ok(!allowances.take(ALIAS, false));
  clock.advance(HOUR);
  assert.ok(allowances.take(ALIAS, false));
});

test('an alias sends 60 replies an hour and 300 a day, whoever they are for', () => {
  const clock = new FakeClock();
  const allowances = new ReplyAllowances({ now: clock.now, limits: true });
  assert.equal(
    times(20, () => allowances.take(ALIAS, false)),
    20,
  );
  const hours = Array.from({ length: 6 }, () => {
    const taken = times(100, () => allowances.take(ALIAS, true));
    clock.advance(HOUR);
    return taken;
  });
  assert.deepEqual(hours, [40, 60, 60, 60, 60, 0]);
});

test('what was refused for the moment is not counted', () => {
  const allowances = new ReplyAllowances({ now: () => 0, limits: true });
  assert.equal(
    times(60, () => allowances.take(ALIAS, true)),
    60,
  );
  assert.ok(!allowances.take(ALIAS, false));
  allowances.giveBack(ALIAS, true);
  assert.equal(
    times(5, () => allowances.take(ALIAS, false)),
    1,
  );
  allowances.giveBack(OTHER, true);
  assert.equal(
    times(70, () => allowances.take(OTHER, true)),
    60,
    'nothing is given in advance',
  );
});

test('an owner whose recipients do not open five times has guessed for an hour', () => {
  const clock = new FakeClock();
  const allowances = new ReplyAllowances({ now: clock.now, limits: true });
  for (let miss = 1; miss <= 5; miss++) {
    assert.ok(!allowances.isGuessing('jane@example.org'));
    allowances.missed('jane@example.org');
  }
  assert.ok(allowances.isGuessing('jane@example.org'));
  assert.ok(!allowances.isGuessing('ann@example.org'));
  clock.advance(HOUR);
  assert.ok(!allowances.isGuessing('jane@example.org'));
});

test('RATE_LIMITS=off lifts them all', () => {
  const allowances = new ReplyAllowances({ now: () => 0, limits: false });
  assert.equal(
    times(1000, () => allowances.take(ALIAS, false)),
    1000,
  );
  for (let i = 0; i < 100; i++) allowances.missed('jane@example.org');
  assert.ok(!allowances.isGuessing('jane@example.org'));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { WaitLimits } from './wait-limits.ts';

const HOUR = 3_600_000;
const MAIL = { sender: 'ann@sender.test', author: 'author.test', recipient: 'alias-1@alias.test' };

test('a message waits four hours for a policy after the first failed look-up, unless an answer came or a day passed without messages', () => {
  const clock = new FakeClock();
  const policies = new WaitLimits(clock.now);
  const lastsAfter = (ms: number, mail = MAIL) => {
    clock.advance(ms);
    return policies.isOver(mail);
  };
  assert.deepEqual([lastsAfter(0), lastsAfter(4 * HOUR - 1), lastsAfter(1)], [false, false, true]);
  assert.equal(lastsAfter(0, { ...MAIL, sender: 'bob@SENDER.test' }), true, 'the same domain');
  for (const other of [{ sender: 'a@other.test' }, { author: 'other.test' }, { recipient: 'x' }]) {
    assert.equal(lastsAfter(0, { ...MAIL, ...other }), false, JSON.stringify(other));
  }
  assert.equal(lastsAfter(24 * HOUR - 1), true, 'the same silence');
  assert.deepEqual([lastsAfter(24 * HOUR), lastsAfter(4 * HOUR)], [false, true], 'a new one');
  policies.answered({ ...MAIL, sender: 'bob@sender.test' });
  assert.deepEqual([lastsAfter(0), lastsAfter(4 * HOUR)], [false, true], 'answered meanwhile');
});

test('an answer ends the wait for that policy only', () => {
  const clock = new FakeClock();
  const policies = new WaitLimits(clock.now);
  policies.isOver(MAIL);
  policies.answered(MAIL);
  clock.advance(4 * HOUR);
  assert.equal(policies.isOver(MAIL), false);
  for (const octets of [255, 256]) {
    const long = { ...MAIL, author: 'x'.repeat(octets) };
    policies.isOver(long);
    clock.advance(4 * HOUR);
    assert.equal(policies.isOver(long), octets === 255, 'no domain is longer');
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import { fakeDns, NO_ANSWER } from '#support/zone-resolver.ts';
import type { Resolve } from './answer.ts';
import { askedOnce, budgeted } from './budget.ts';

const SPENT = { kind: 'trouble', reason: 'budget' };

test('a message has a budget of 80 queries; further queries are not sent', async () => {
  const dns = fakeDns({ 'a.test': { TXT: ['x'] } });
  const resolve = budgeted(dns.resolve, new FakeClock());
  for (let i = 0; i < 80; i++) assert.equal((await resolve('a.test', 'TXT')).kind, 'records');
  assert.deepEqual(await resolve('a.test', 'TXT'), SPENT);
  assert.equal(dns.questions.length, 80);
});

test('a message has 10 s for all its queries, counted from the first one', async () => {
  const dns = fakeDns({ 'a.test': { TXT: ['x'] }, 'silent.test': { TXT: NO_ANSWER } });
  const clock = new FakeClock();
  const resolve = budgeted(dns.resolve, clock);
  clock.advance(60_000);
  assert.equal((await resolve('a.test', 'TXT')).kind, 'records');
  clock.advance(6000);
  const asking = resolve('silent.test', 'TXT');
  clock.advance(3999);
  assert.equal((await resolve('a.test', 'TXT')).kind, 'records');
  clock.advance(1);
  assert.deepEqual(await asking, { kind: 'trouble', reason: 'timeout' }, 'it was asked');
  assert.deepEqual(await resolve('a.test', 'TXT'), SPENT);
  assert.equal(clock.pending, 0);
});

test('a message holds at most 256 KB of answers: those above it are dropped', async () => {
  const large = { TXT: ['x'.repeat(16_000)] };
  const resolve = budgeted(fakeDns({ 'large.test': large }).resolve, new FakeClock());
  const ask = async () => resolve('large.test', 'TXT');
  const answers = await Promise.all(Array.from({ length: 30 }, ask));
  assert.equal(answers.filter(({ kind }) => kind === 'records').length, 15);
  assert.deepEqual(answers.at(-1), SPENT);
});

test('a cached answer is returned immediately, without a timer', async () => {
  const known = { kind: 'no-name', ttl: 60, secure: false } as const;
  const clock = new FakeClock();
  const cache: Resolve = () => known;
  const resolve = askedOnce(budgeted(cache, clock));
  assert.equal(resolve('a.test', 'TXT'), known);
  assert.equal(clock.pending, 0);
  clock.advance(10_000);
  assert.equal(resolve('a.test', 'TXT'), known);
  assert.deepEqual(resolve('b.test', 'TXT'), SPENT);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '#support/fake-clock.ts';
import type { Answer } from './answer.ts';
import { asking } from './asking.fixture.ts';
import { Cache, parsedOnce } from './cache.ts';
import { RECORD_TYPES } from './record-types.ts';

const text = (...records: string[]): Answer<string> => ({
  kind: 'records',
  records,
  ttl: 60,
  secure: false,
});

test('the cache keeps at most 20,000 answers, and always the newest 10,000', () => {
  const cache = new Cache(new FakeClock());
  const answer = text('x');
  for (let i = 0; i < 55_000; i++) {
    cache.set('TXT', `n${i}.test`, answer, RECORD_TYPES.TXT);
    assert.ok(i % 500 !== 0 || cache.sets <= 20_000);
  }
  for (let i = 45_000; i < 55_000; i++) assert.equal(cache.get('TXT', `n${i}.test`), answer);
  assert.equal(cache.get('TXT', 'n0.test'), undefined);
});

test('an answer in regular use outlasts any number of others', () => {
  const cache = new Cache(new FakeClock());
  const answer = text('kept');
  cache.set('TXT', 'a.test', answer, RECORD_TYPES.TXT);
  for (let i = 0; i < 25_000; i++) {
    cache.set('A', `n${i}.test`, text('192.0.2.1'), RECORD_TYPES.A);
    if (i % 5000 === 0) assert.equal(cache.get('TXT', 'a.test'), answer, `${i}`);
  }
});

test('large answers are kept within 16 MB', () => {
  const cache = new Cache(new FakeClock());
  for (let i = 0; i < 5000; i++) {
    cache.set('TXT', `n${i}.test`, text('x'.repeat(15_000)), RECORD_TYPES.TXT);
  }
  assert.ok(cache.sets > 500 && cache.sets * 15_000 < 16 * 1024 * 1024, `${cache.sets} answers`);
});

test('the size of an answer includes all characters of its names, however short the message was', () => {
  const cache = new Cache(new FakeClock());
  const exchange = 'x'.repeat(250);
  const records = Array.from({ length: 1000 }, (_, priority) => ({ exchange, priority }));
  for (let i = 0; i < 500; i++) {
    const answer = { kind: 'records', records, ttl: 60, secure: false } as const;
    cache.set('MX', `n${i}.test`, answer, RECORD_TYPES.MX);
  }
  assert.ok(cache.sets < 50, `${cache.sets} answers`);
});

test('an answer is parsed once while it is cached, and again after another query', async (t) => {
  const clock = new FakeClock();
  const { resolve } = await asking(t, { 'a.test': { TXT: ['x'], ttl: 60 } }, { clock });
  let times = 0;
  const parsed = parsedOnce<Answer<string>, number | undefined>(() =>
    ++times > 1 ? times : undefined,
  );
  for (let i = 0; i < 3; i++) assert.equal(parsed(await resolve('a.test', 'TXT')), undefined);
  clock.advance(60_000);
  assert.equal(parsed(await resolve('a.test', 'TXT')), 2);
  assert.equal(times, 2);
});

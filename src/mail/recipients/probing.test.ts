import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressBlocks } from '#rules/address-block.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { Probing } from './probing.ts';

/** Tries this many different unknown addresses. @returns the number of answers */
function guess(probing: Probing, address: string, times: number, first = 0): number {
  const blocks = addressBlocks(address);
  for (let i = 0; i < times; i += 1) {
    if (probing.isSpent(blocks)) return i;
    probing.missed(blocks, `nobody-${first + i}@alias.test`);
  }
  return times;
}
const hex = (i: number) => (256 * i).toString(16);
const isSpent = (probing: Probing, address: string) => probing.isSpent(addressBlocks(address));
/** The total number of answers to guesses from this many addresses. */
function heard(probing: Probing, count: number, address: (i: number) => string): number {
  let answers = 0;
  for (let i = 0; i < count; i += 1) answers += guess(probing, address(i), 10, 10 * i);
  return answers;
}
const probing = () => new Probing(() => 0);

test('reached aliases count for a day, and for 64 addresses at most', () => {
  const clock = new FakeClock();
  const one = new Probing(clock.now);
  const blocks = addressBlocks('192.0.2.1');
  for (let i = 0; i < 1000; i += 1) one.reached(blocks, `alias-${1000 + i}@alias.test`);
  assert.equal(guess(one, '192.0.2.1', 100), 69);
  clock.advance(86_400_000);
  assert.equal(guess(one, '192.0.2.1', 100), 5);
  assert.ok(isSpent(one, '192.0.2.200'));
  assert.ok(!isSpent(one, '192.0.3.1'));
});

test('guesses from many blocks do not grow without end, and the latest still count', () => {
  const one = probing();
  const site = (i: number) => `2001:${(i >> 8).toString(16)}:${(i & 255).toString(16)}::1`;
  // All try the same address: the wider blocks do not object.
  guess(one, site(0), 5);
  assert.ok(isSpent(one, site(0)));
  for (let i = 1; i < 20_010; i += 1) guess(one, site(i), 1);
  guess(one, site(20_010), 5);
  assert.ok(!isSpent(one, site(0)), 'the oldest is forgotten');
  assert.ok(isSpent(one, site(20_010)));
});

test('one /48 can probe ten names in ten minutes, however many /56 it has', () => {
  const clock = new FakeClock();
  const one = new Probing(clock.now);
  const answers = heard(one, 256, (i) => `2001:db8:7:${hex(i)}::1`);
  assert.equal(answers, 10);
  assert.ok(!isSpent(one, '2001:db8:8::1'));
  clock.advance(599_999);
  assert.ok(isSpent(one, '2001:db8:7::1'));
  clock.advance(1);
  assert.equal(guess(one, '2001:db8:7::1', 10), 5, 'those of ten minutes ago do not count');
});

test('one /32 or /16 can probe a hundred, and one more for each alias that it reaches', () => {
  const wide = heard(probing(), 200, (i) => `2001:db8:${hex(i)}::1`);
  assert.equal(wide, 100);
  const provider = probing();
  for (let i = 0; i < 50; i += 1) {
    provider.reached(addressBlocks(`198.51.${i}.1`), `alias-${1000 + i}@alias.test`);
  }
  const answers = heard(provider, 256, (i) => `198.51.${i}.1`);
  assert.equal(answers, 150);
  assert.ok(isSpent(provider, '198.51.100.1') && !isSpent(provider, '198.52.100.1'));
});

test('guesses from everywhere count against 640 reached aliases at most', () => {
  const one = probing();
  for (let i = 0; i < 1000; i += 1) {
    one.reached(addressBlocks(`10.0.${i >> 2}.1`), `alias-${1000 + i}@alias.test`);
  }
  // After 50 + 640 guesses, five from each block, every other block has one.
  const answers = heard(one, 200, (i) => `${20 + i}.7.7.7`);
  assert.equal(answers, 690 + (200 - 690 / 5));
});

test('from a hundred /24 blocks each gets one guess; a block that has not guessed, or reaches aliases, is not affected', () => {
  const one = probing();
  const honest = addressBlocks('198.51.100.1');
  for (let i = 0; i < 3; i += 1) one.reached(honest, `alias-${1000 + i}@alias.test`);
  const learnt = heard(one, 100, (i) => `${20 + i}.7.7.7`);
  // The first ten have five each, the next one three because of reached aliases, the others one.
  assert.equal(learnt, 50 + 3 + 89);
  assert.equal(guess(one, '203.0.113.1', 10, 5000), 1);
  assert.equal(guess(one, '198.51.100.1', 10, 6000), 4);
  assert.ok(!isSpent(one, '192.0.2.1'));
});

test('while guesses come from everywhere, one /48 can probe two names, however many /56 it has', () => {
  const one = probing();
  assert.equal(
    heard(one, 10, (i) => `${20 + i}.7.7.7`),
    50,
  );
  assert.equal(
    heard(one, 256, (i) => `2001:db8:7:${hex(i)}::1`),
    2,
  );
});

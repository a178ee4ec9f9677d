import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SignedNames } from './options.ts';

const NAME = 'alias-4829107735@veil.example';
const NOW = Date.UTC(2026, 10, 28);
const JANE = 'jane';

test('a suggested name is accepted for an hour, from the owner to whom it was suggested', () => {
  const time = { now: NOW };
  const names = new SignedNames(['secret'], () => time.now);
  const signed = names.sign(NAME, JANE);
  assert.deepEqual(names.read(signed, JANE), { kind: 'ours', address: NAME });
  assert.deepEqual(names.read(signed, 'eve'), { kind: 'foreign' });
  time.now = NOW + 3_600_000;
  assert.equal(names.read(signed, JANE).kind, 'ours');
  time.now += 1;
  assert.deepEqual(names.read(signed, JANE), { kind: 'old' });
});

test('a suggestion with any character changed is rejected', () => {
  const names = new SignedNames(['secret'], () => NOW);
  const signed = names.sign(NAME, JANE);
  for (let at = 0; at < signed.length; at++) {
    const other = signed[at] === '1' ? '2' : '1';
    const changed = signed.slice(0, at) + other + signed.slice(at + 1);
    assert.deepEqual(names.read(changed, JANE), { kind: 'foreign' }, changed);
  }
  for (const text of ['', NAME, `${signed}.`, signed.slice(0, -1), `${signed}\n`]) {
    assert.deepEqual(names.read(text, JANE), { kind: 'foreign' }, text);
  }
});

test('suggestions of an earlier secret are accepted until it is removed', () => {
  const before = new SignedNames(['old'], () => NOW).sign(NAME, JANE);
  assert.equal(new SignedNames(['new', 'old'], () => NOW).read(before, JANE).kind, 'ours');
  assert.equal(new SignedNames(['new'], () => NOW).read(before, JANE).kind, 'foreign');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mutated, mutationsOf } from './mutations.ts';

const variants = (source: string) =>
  mutationsOf('sample.ts', source).map((mutation) => mutated(source, mutation));

test('a comparison, a connective and a negation are inverted', () => {
  assert.deepEqual(variants('export const a = (b: number) => b < 9;'), [
    'export const a = (b: number) => b <= 9;',
    'export const a = (b: number) => b < 18;',
  ]);
  assert.deepEqual(variants('x = a && !b;'), ['x = a || !b;', 'x = a && b;']);
});

test('a condition is negated as a whole', () => {
  assert.deepEqual(variants('if (a ?? b) c();'), ['if (!(a ?? b)) c();', 'if (a ?? b) ;']);
});

test('a call with an unused result is removed, with its await', () => {
  assert.deepEqual(variants('await store.close();'), [';']);
});

test('types and texts for users stay unchanged', () => {
  assert.deepEqual(variants("let kind: 'a' | 1; log.warn({ ms: 5 }, 'slow');"), []);
  assert.deepEqual(variants('type Code = 250 | 550;'), []);
  assert.deepEqual(variants("const both = 'a' + b;"), []);
});

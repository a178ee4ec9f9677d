import assert from 'node:assert/strict';
import { test } from 'node:test';
import { directionOf, LANGUAGES, ourLanguage } from '#languages/languages.ts';
import { plural } from '#languages/plural.ts';
import { demandComplete, gaps, TEXT_FILES, textsIn } from './complete.ts';
import {
  behind,
  demandTranslatedFromPresent,
  digestsOfEnglish,
  readTranslatedFrom,
} from './translated-from.ts';

/** In every language each plural category of CLDR has one of these numbers. */
const COUNTS = [0, 1, 2, 3, 5, 11, 21, 100, 1.5, 1_000_000];
const languages = Object.keys(LANGUAGES);

/** Every function of a tree of texts, with its path. */
function functionsOf(texts: unknown, path: string): [string, (...values: unknown[]) => unknown][] {
  if (typeof texts === 'function') return [[path, (...values) => texts(...values)]];
  if (typeof texts !== 'object' || texts === null) return [];
  return Object.entries(texts).flatMap(([key, value]) => functionsOf(value, `${path}.${key}`));
}

/** The text of a function, given numbers or marks; its parameters by their number. */
const said = (value: unknown) => (Array.isArray(value) ? value.join('') : String(value));

test('each language has every text of English, and no more', async () => {
  assert.ok(TEXT_FILES.length >= 6 && languages.length > 0);
  await demandComplete(languages);
});

test('no language has a text that was made from an earlier English', async () => {
  await demandTranslatedFromPresent();
  const [now, held] = [await digestsOfEnglish(), readTranslatedFrom()];
  assert.deepEqual(Object.keys(held), Object.keys(now));
  const [key = ''] = Object.keys(now);
  assert.deepEqual(behind({ ...now, [key]: 'new' }, held, ['de', 'fr']), [`${key}: de, fr`]);
  const german = { ...held, [key]: { de: 'new', fr: 'old' } };
  assert.deepEqual(behind({ ...now, [key]: 'new' }, german, ['de', 'fr']), [`${key}: fr`]);
});

test('a gap names language, file and key', () => {
  const english = { A: { b: 'b', c: ['c', 'd'], e: () => 'e' } };
  assert.deepEqual(gaps(english, { A: { b: 'b', c: ['c', 'd'], e: () => 'e' } }), []);
  assert.deepEqual(gaps(english, { A: { b: '', c: ['c'], e: 'e', f: 'f' } }), [
    'A.b is empty',
    'A.c.1 is missing',
    'A.e is not a function',
    'A.f is too much',
  ]);
});

for (const language of ['en', ...languages]) {
  test(`${language}: each text with parameters says each of them once, for every number`, async () => {
    for (const file of TEXT_FILES) {
      const english = new Map(functionsOf(await textsIn('en', file), file));
      for (const [path, text] of functionsOf(await textsIn(language, file), file)) {
        const original = english.get(path) ?? assert.fail(path);
        // Other tests check the form of numbers (1.5 and 1,5) and the forms of a receipt.
        if (/RECEIPT|FULL|PASSKEY/.test(path)) continue;
        for (const count of COUNTS) {
          const values = [count, 7001, 7002, 7003];
          const expected = values.filter((value) => said(original(...values)).includes(`${value}`));
          const given = said(text(...values));
          assert.doesNotMatch(given, /undefined|null|NaN|\[object/, `${language} ${path}`);
          for (const value of expected) {
            const times = given.split(`${value}`).length - 1;
            assert.ok(times >= 1 && (value < 7000 || times === 1), `${language} ${path}: ${given}`);
          }
        }
      }
    }
  });
}

test('a language with several plural forms uses the right one, and a missing form is reported', () => {
  const of = plural('ru');
  const forms = { one: 'секунда', few: 'секунды', many: 'секунд', other: 'секунды' };
  const ofEach = [1, 3, 5, 11, 21, 100, 1.5].map((count) => of(count, forms));
  assert.equal(ofEach.join(' '), 'секунда секунды секунд секунд секунда секунд секунды');
  assert.equal(of(3, { one: 'секунда', other: 'секунды' }), 'undefined');
});

test('a browser gets the language of its first tag', () => {
  for (const tag of ['de', 'de-AT', 'DE-ch']) assert.equal(ourLanguage(tag), 'de', tag);
  for (const tag of ['pt', 'pt-PT', 'pt-BR']) assert.equal(ourLanguage(tag), 'pt-BR', tag);
  for (const tag of ['da', 'den', '', 'zh-TW', 'zh-Hant']) {
    assert.equal(ourLanguage(tag), undefined, tag);
  }
  assert.deepEqual(['de', 'ar'].map(directionOf), ['ltr', 'rtl']);
});

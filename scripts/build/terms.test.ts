import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '#languages/languages.ts';
import { isTree, TEXT_FILES, textsIn } from './complete.ts';
import { IN_ENGLISH, TERMS } from './terms.fixture.ts';

/** English texts above this length, in characters, have room for the term; a caption may omit it. */
const CAPTION = 30;

/** Without what a script may leave out: soft hyphens and the vowel signs of Arabic. */
const plain = (text: string) => text.toLowerCase().replaceAll(/[\u00ad\u064b-\u0652]/g, '');

/** By key; a sentence in parts is one text, and a function contributes all its forms. */
function sentences(texts: unknown, path: string): [string, string][] {
  if (typeof texts === 'string') return [[path, texts]];
  if (Array.isArray(texts) && texts.every((text) => typeof text === 'string')) {
    return [[path, texts.join(' ')]];
  }
  if (typeof texts === 'function') return [[path, String([texts(1, 7001, 7002, 7003)])]];
  if (!isTree(texts)) return [];
  return Object.entries(texts).flatMap(([key, text]) => sentences(text, `${path} ${key}`));
}

const sentencesOf = async (language: string) =>
  (
    await Promise.all(
      TEXT_FILES.map(async (file) => sentences(await textsIn(language, file), file)),
    )
  ).flat();

test('the list of terms has each language', () => {
  assert.deepEqual(new Set(Object.keys(TERMS)), new Set(Object.keys(LANGUAGES)));
});

/** Captions that may stand one below the other. */
const BESIDE = [
  ['KEYS cancel', 'KEYS revoke'],
  ['KEYS cancel', 'KEYS done'],
  ['ALIASES off', 'ALIASES paused'],
] as const;

for (const [language, terms] of Object.entries(TERMS)) {
  test(`${language}: buttons and states beside each other have captions of their own`, async () => {
    const own = new Map(sentences(await textsIn(language, 'aliases.ts'), ''));
    for (const [one, other] of BESIDE) {
      assert.ok(own.has(` ${one}`) && own.has(` ${other}`), `${one}, ${other}`);
      assert.notEqual(own.get(` ${one}`), own.get(` ${other}`), `${one}, ${other}`);
    }
  });

  test(`${language}: each text says the terms of the list for what English names`, async () => {
    const own = new Map(await sentencesOf(language));
    const english = await sentencesOf('en');
    for (const [term, inEnglish] of Object.entries(IN_ENGLISH)) {
      const forms = (terms[term] ?? '').split(', ').map((form) => plain(form.split('·')[0] ?? ''));
      const says = (text = '') => forms.some((form) => form !== '' && plain(text).includes(form));
      assert.ok(
        [...own.values()].some((text) => plain(text).includes(forms[0] ?? '-')),
        term,
      );
      for (const [key, text] of english) {
        if (text.length <= CAPTION || !inEnglish.test(text)) continue;
        assert.ok(says(own.get(key)), `${term}, ${key}: ${own.get(key)}`);
      }
    }
  });
}

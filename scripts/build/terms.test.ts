import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LANGUAGES } from '#languages/languages.ts';
import { isTree, TEXT_FILES, textsIn } from './complete.ts';

/** The English text has the term. Spam senders, blocks of addresses and QR codes are different terms. */
const IN_ENGLISH: Record<string, RegExp> = {
  alias: /\balias(?:es)?\b/i,
  mailbox: /\bmailbox/i,
  forward: /forward/i,
  pause: /\bpaus/i,
  'switch off': /\bswitch\w* off/i,
  sender: /(?<!spam )\bsenders?\b/i,
  block: /(?<!is )\bblock(?:ed)?\b(?! of)/i,
  passkey: /passkey/i,
  factor: /factor/i,
  'sign in': /\bsign(?:ed|s)?[ -]in/i,
  delete: /delet/i,
  confirm: /confirm/i,
  code: /(?<!QR )\bcode\b/i,
};

/** English texts above this length, in characters, have room for the term; a caption may omit it. */
const CAPTION = 30;

const page = readFileSync(new URL('../../docs/languages.md', import.meta.url), 'utf8');
const [head = [], , ...rows] = page
  .slice(page.indexOf('| | alias |'))
  .split('\n\n', 1)
  .join()
  .split('\n')
  .map((row) => row.split('|').map((cell) => cell.trim()));
const terms = head.slice(2, -1);

/** Without optional characters: soft hyphens and the vowel signs of Arabic. */
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

test('the list of terms has each language and each term', () => {
  assert.deepEqual(terms, Object.keys(IN_ENGLISH));
  assert.deepEqual(new Set(rows.map(([, language]) => language)), new Set(Object.keys(LANGUAGES)));
});

for (const [, language = '', ...cells] of rows) {
  test(`${language}: each text uses the terms of the list`, async () => {
    const own = new Map(await sentencesOf(language));
    const english = await sentencesOf('en');
    for (const [index, term] of terms.entries()) {
      const forms = (cells[index] ?? '').split(', ').map((form) => plain(form.split('·')[0] ?? ''));
      const says = (text = '') => forms.some((form) => form !== '' && plain(text).includes(form));
      assert.ok(
        [...own.values()].some((text) => plain(text).includes(forms[0] ?? '-')),
        term,
      );
      for (const [key, text] of english) {
        if (text.length <= CAPTION || !IN_ENGLISH[term]?.test(text)) continue;
        assert.ok(says(own.get(key)), `${term}, ${key}: ${own.get(key)}`);
      }
    }
  });
}

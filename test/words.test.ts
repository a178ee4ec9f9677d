/** The size and the language of what surrounds the code. If a count is too high, say it shorter, or take something out. */

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const MOST_WORDS = 40_000;
const MOST_WORDS_OF_A_PAGE = 3300;
const MOST_RECORDS = 45;
const MOST_WORDS_OF_RECORDS = 15_000;
/** In all pages and comments together: some are right, as in "behind a proxy". */
const MOST_WORN = 20;
const WORN = ['nobody', 'anew', 'behind', 'stands?', '(?:is|are) told', 'mails', 'is no'];

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const found = (...patterns: string[]) =>
  globSync(patterns, { cwd: ROOT, exclude: ['**/node_modules', '**/dist'] });
const wordsOf = (text: string) => text.match(/\S+/g)?.length ?? 0;
const sum = (counts: number[]) => counts.reduce((all, one) => all + one, 0);

const pages = found('*.md', '{docs,bench,src,web,test,scripts,deploy,supabase,.github}/**/*.md');
const records = pages.filter((page) => /^docs\/decisions\/(?!README)/.test(page));

/** The lines that are comments alone, and all pages. */
function prose(): string {
  const files = found('{src,web,test,bench,scripts}/**/*.{ts,tsx}').filter(
    (file) => !file.startsWith('src/languages'),
  );
  assert.ok(files.length > 1000);
  const comments = files.flatMap((file) => read(file).match(/^\s*(?:\/\/|\*|\/\*\*).*$/gm) ?? []);
  return [...comments, ...pages.map(read)].join('\n');
}

test('the pages can be read in an afternoon, and each in one go', () => {
  const lengths = new Map(pages.map((page) => [page, wordsOf(read(page))]));
  const all = sum([...lengths.values()]);
  assert.ok(all <= MOST_WORDS, `${all} words of Markdown, at most ${MOST_WORDS}`);
  const long = [...lengths].filter(([, words]) => words > MOST_WORDS_OF_A_PAGE);
  assert.deepEqual(long, [], `at most ${MOST_WORDS_OF_A_PAGE} words a page`);
});

test('the decision records are few and short', () => {
  assert.ok(records.length <= MOST_RECORDS, `${records.length} records, at most ${MOST_RECORDS}`);
  const words = sum(records.map((record) => wordsOf(read(record))));
  assert.ok(words <= MOST_WORDS_OF_RECORDS, `${words} words, at most ${MOST_WORDS_OF_RECORDS}`);
});

test('comments and pages are in plain English', () => {
  const text = prose();
  const count = (word: string) => text.match(new RegExp(`\\b${word}\\b`, 'gi'))?.length ?? 0;
  const conditions = [count('if'), count('where')] as const;
  assert.ok(
    conditions[0] >= conditions[1],
    `"if" ${conditions[0]}, "where" ${conditions[1]} times`,
  );
  const often = WORN.map((word) => [word, count(word)] as const).filter(([, n]) => n > MOST_WORN);
  assert.deepEqual(often, [], `worn words, each at most ${MOST_WORN} times`);
});

test('a comment names its subject', () => {
  const nameless =
    prose().match(/^\s*(?:\/\*\*|\/\/|\*) What (?:is|are|was|were|has|have) .*$/gm) ?? [];
  assert.deepEqual(
    nameless,
    [],
    'begin with the noun: "The octets received", not "What was received"',
  );
});

test('a test is named by a sentence, without an id', () => {
  const named = found('{src,web,test}/**/*.ts').flatMap((file) =>
    [...read(file).matchAll(/\b(?:test|suite|describe|it)\(\s*['"`]([A-Z]\d{2}\b.*)/g)].map(
      ([, name]) => `${file}: ${name}`,
    ),
  );
  assert.deepEqual(named, []);
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { LANGUAGES } from '#languages/languages.ts';
import { copySources, tempFolder } from '#support/temp-folder.ts';
import { TEXT_FILES, textsIn } from './complete.ts';
import { digestsOf } from './translated-from.ts';

const languages = Object.keys(LANGUAGES);

test('a changed English text fails the build until each translation is reviewed, by key and language', (t) => {
  const folder = tempFolder((cleanUp) => t.after(cleanUp));
  const copy = copySources(folder);
  const run = (...words: string[]) =>
    spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
  const change = (file: string, from: string, to: string) => {
    const text = readFileSync(copy(file), 'utf8');
    assert.ok(text.includes(from), from);
    writeFileSync(copy(file), text.replace(from, to));
  };
  change('src/languages/en/owner.ts', 'You manage this alias in', 'You manage the alias in');
  // A letter, and a message of the catalogue.
  change(
    'src/languages/en/letters.ts',
    'The code works only once, within 15 minutes',
    'It works for 20 minutes',
  );
  change('src/rules/messages.ts', 'Unable to', 'Not able to');

  const refused = run('scripts/build.ts');
  assert.notEqual(refused.status, 0);
  const every = languages.join(', ');
  for (const key of ['owner.ts OWNER.yours', 'letters.ts PASSWORD.works']) {
    assert.ok(refused.stderr.includes(`\n${key}: ${every}\n`), refused.stderr);
  }
  assert.match(refused.stderr, /\nform\.ts MESSAGES\.noUniqueAlias: de, /);
  assert.equal(refused.stderr.match(/^\S+\.ts \S+: de, /gm)?.length, 3, refused.stderr);

  const listed = run('scripts/translated.ts', 'de', 'ar');
  assert.match(
    listed.stdout,
    /^owner\.ts OWNER\.yours\n {2}en: "You manage the .*\n {2}de: "Sie /m,
  );
  const left = run('scripts/translated.ts').stdout;
  assert.match(left, /^ {2}fr: /m);
  assert.doesNotMatch(left, /^ {2}(?:de|ar): /m);
  run('scripts/translated.ts', ...languages);
  assert.equal(run('scripts/translated.ts').stdout, '', 'nothing is left to look at');
  assert.match(run('scripts/translated.ts', 'xx').stderr, /^Unknown language: xx\./);
});

test('no word of a text with parameters can change unnoticed', async (t) => {
  const folder = tempFolder((cleanUp) => t.after(cleanUp));
  let words = 0;
  for (const name of TEXT_FILES) {
    const now = digestsOf(name, await textsIn('en', name));
    const source = readFileSync(new URL(name, ENGLISH), 'utf8');
    // Each time the next word of every text.
    for (let rest = wordsOfFunctions(name, source); rest.length > 0; rest = rest.filter(hasWords)) {
      const next = rest.map((all) => all.shift() ?? 0);
      words += next.length;
      const file = `${folder}/${basename(name, '.ts')}-${words}.mts`;
      writeFileSync(file, changedAt(source, next).replaceAll("'#rules/", `'${RULES.href}`));
      const then = digestsOf(name, await import(pathToFileURL(file).href));
      const changed = Object.keys(now).filter((key) => then[key] !== now[key]);
      assert.equal(changed.length, next.length, `of ${name}: ${changed.join(', ')}`);
    }
  }
  assert.ok(words > 80, `${words}`);
});

const ENGLISH = new URL('../../src/languages/en/', import.meta.url);
const RULES = new URL('../../src/rules/', import.meta.url);
const hasWords = (all: readonly number[]) => all.length > 0;

const changedAt = (source: string, offsets: readonly number[]): string =>
  offsets.reduceRight((text, at) => `${text.slice(0, at)}x${text.slice(at)}`, source);

/** The start of each part in the texts that functions compose. */
function wordsOfFunctions(name: string, source: string): number[][] {
  const functions: { start: number; end: number; words: number[] }[] = [];
  const add = (at: number, text: unknown) => {
    const within = functions.find(({ start, end }) => start < at && at < end);
    if (within && typeof text === 'string' && text.trim() !== '') within.words.push(at + 1);
  };
  new Visitor({
    ArrowFunctionExpression: ({ start, end }) => void functions.push({ start, end, words: [] }),
    Literal: ({ start, value }) => add(start, value),
    TemplateElement: ({ start, value }) => add(start, value.raw),
  }).visit(parseSync(name, source).program);
  return functions.map(({ words }) => words).filter(hasWords);
}

import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = 'docs/decisions';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const RECORDS = globSync(`${FOLDER}/*.md`, { cwd: ROOT })
  .map((file) => basename(file))
  .filter((name) => name !== 'README.md');

/** A file of the folder, in a comment or a link; or the number that a record had once. */
const CITED = /\bdecisions\/(\w[\w-]*(?:\.md)?)|\bdecisions? (\d{4})\b/g;

test('every record that a comment or a page cites exists', () => {
  const files = globSync(
    [
      '{src,web,test,bench,scripts,supabase,deploy,docs}/**/*.*',
      '{.github,.ci}/**/*',
      '*.md',
      '.env.example',
      'package.json',
    ],
    { cwd: ROOT, exclude: ['**/node_modules'] },
  ).filter((file) =>
    /(?:\.(?:tsx?|mjs|css|sql|md|yml|sh|service|json|example)|\.ci\/\w+)$/.test(file),
  );
  assert.ok(files.length > 1000);
  const missing = files.flatMap((file) =>
    [...read(file).matchAll(CITED)]
      .map(([, name, number]) => name ?? number ?? '')
      .filter((name) => !existsSync(join(ROOT, FOLDER, name)))
      .map((name) => `${file} cites ${name}`),
  );
  assert.deepEqual(missing, []);
});

test('a record is named by its subject, is short, and is in the index', () => {
  const index = read(`${FOLDER}/README.md`);
  assert.ok(RECORDS.length > 5);
  for (const name of RECORDS) {
    assert.match(name, /^[a-z][a-z0-9-]+\.md$/, name);
    const text = read(`${FOLDER}/${name}`);
    const [, title = ''] = /^# (.+)\n/.exec(text) ?? [];
    assert.ok(index.includes(`- [${title}](${name})\n`), `the index lists ${title} (${name})`);
    const words = text.match(/\S+/g) ?? [];
    assert.ok(words.length <= 350, `${name} has ${words.length} words`);
  }
});

test('the code that a record names exists', () => {
  const missing = RECORDS.flatMap((name) =>
    [
      ...read(`${FOLDER}/${name}`).matchAll(
        /`((?:src|web|test|scripts|deploy|supabase)\/[^`<*]+)`/g,
      ),
    ]
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(join(ROOT, path)))
      .map((path) => `${name} names ${path}`),
  );
  assert.deepEqual(missing, []);
});

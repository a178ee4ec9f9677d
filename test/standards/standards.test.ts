import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8');
const files = (pattern: string) =>
  globSync(pattern, { cwd: ROOT }).filter((file) => !file.includes('node_modules'));

const isTest = (file: string) => file.endsWith('.test.ts');
const standardsIn = (text: string) => [
  ...new Set([...text.matchAll(/RFC (\d{4})/g)].map(([, number]) => number)),
];

/** Named in the column of omitted parts, and nowhere in the code. */
const LEFT_OUT = ['6724', '8460'];

test('every standard that the code cites is in docs/standards.md, and every one there is in the code or left out by name', () => {
  const listed = standardsIn(read('docs/standards.md'));
  const cited = standardsIn(
    files('src/**/*.ts')
      .filter((file) => !isTest(file))
      .map(read)
      .join('\n'),
  );
  assert.ok(cited.length > 20, 'the code cites standards');
  assert.deepEqual(
    cited.filter((number) => !listed.includes(number)),
    [],
    'cited, but not listed',
  );
  const known = [...cited, ...LEFT_OUT];
  assert.deepEqual(
    listed.filter((number) => !known.includes(number ?? '')),
    [],
    'listed, but not cited',
  );
});

test('every test that docs/standards.md cites exists', () => {
  const tests = files('{src,test,web}/**/*.{test,spec,contract}.ts').map((file) => `/${file}`);
  const cited = [
    ...read('docs/standards.md').matchAll(/`([\w./-]+\.(?:test|spec|contract)\.ts)`/g),
  ];
  assert.ok(cited.length > 100, 'the page cites tests');
  const missing = cited.filter(([, file]) => !tests.some((one) => one.endsWith(`/${file}`)));
  assert.deepEqual(
    missing.map(([, file]) => file),
    [],
  );
});

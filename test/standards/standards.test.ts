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

/** The rows of the acceptance matrix, by letter and last number. */
const ROWS = { A: 33, B: 23, C: 10, D: 17, E: 12, F: 9, G: 21, H: 10, I: 40, J: 6 };

test('every row of the acceptance matrix has a test with its id, or a reason in docs/standards.md', () => {
  // A plan of the simulation is a test by the name of its promise.
  const tests = files('{{src,test,web}/**/*.test.ts,test/simulation/plans/*.json}').filter(
    (file) => !file.includes('standards.test'),
  );
  const named = idsIn(withoutComments(tests.map(read).join('\n')));
  const excused = idsIn(read('docs/standards.md').split('## Rows without a test')[1] ?? '');
  const wanted = Object.entries(ROWS).flatMap(([letter, last]) =>
    Array.from({ length: last }, (_, i) => `${letter}${String(i + 1).padStart(2, '0')}`),
  );
  const missing = wanted.filter((id) => !named.has(id) && !excused.has(id));
  assert.deepEqual(missing, []);
  const both = wanted.filter((id) => named.has(id) && excused.has(id));
  assert.deepEqual(both, [], 'tested, and excused all the same');
});

/** The rows of the acceptance matrix of sessions. */
const SESSION_ROWS =
  'U01 U02 U03 U04 U05 U06 U07 U10 U11 U12 U13 U14 U15 U16 U20 U21 U22 U23 U24 U25 U30 U31 U32 U33 U40 U41 U50 U51 U52 U53 U60 U61 U62 U63 U64';

test('every row of the acceptance matrix of sessions has a test with its id', () => {
  const tests = files('{src,test}/**/*.{test,spec}.ts').filter(
    (file) => !file.includes('standards.test'),
  );
  const named = idsIn(withoutComments(tests.map(read).join('\n')));
  assert.deepEqual(
    SESSION_ROWS.split(' ').filter((id) => !named.has(id)),
    [],
  );
});

/** The rows of the acceptance matrix of ownership. */
const OWNER_ROWS =
  'O01 O02 O03 O04 O05 O06 O07 O08 O09 O10 O11 O12 O13 O14 O15 O16 O17 O18 O19 O20 O21 O22 O23 O24 O25 O26 O30 O31 O32 O33 O34';

test('every row of the acceptance matrix of ownership has a test with its id, or a reason in docs/standards.md', () => {
  const tests = files('{src,test,web}/**/*.{test,spec,contract}.ts').filter(
    (file) => !file.includes('standards.test'),
  );
  const named = idsIn(withoutComments(tests.map(read).join('\n')));
  const excused = idsIn(read('docs/standards.md').split('## Rows without a test')[1] ?? '');
  const wanted = OWNER_ROWS.split(' ');
  assert.deepEqual(
    wanted.filter((id) => !named.has(id) && !excused.has(id)),
    [],
  );
  assert.deepEqual(
    wanted.filter((id) => named.has(id) && excused.has(id)),
    [],
    'tested, and excused all the same',
  );
});

/** An id in a comment does not count as a test. */
const withoutComments = (source: string) => source.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');

/** Ids, and the ids between two that are joined by a dash. */
function idsIn(text: string): Set<string> {
  const ids = new Set<string>();
  for (const [, letter = '', first = '', last = first] of text.matchAll(
    /\b([A-JOU])(\d\d)(?:-\1(\d\d))?\b/g,
  )) {
    for (let n = Number(first); n <= Number(last); n++)
      ids.add(`${letter}${String(n).padStart(2, '0')}`);
  }
  return ids;
}

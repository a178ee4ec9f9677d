import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reachedTests } from './reached-tests.ts';

const TEXTS = new Map([
  ['src/a/rule.test.ts', "import { rule } from './rule.ts';"],
  ['src/a/rule.ts', "import { limit } from '#b/limit.ts';"],
  ['src/b/limit.ts', 'export const limit = 1;'],
  ['src/b/text.test.ts', "import { text } from './text.ts';"],
  ['src/b/text.ts', 'const FILE = import.meta.dirname;'],
  ['test/pages.test.ts', "import { globSync } from 'node:fs';"],
  ['docs/page.md', ''],
]);
const TESTS = [...TEXTS.keys()].filter((file) => file.endsWith('.test.ts'));

for (const [what, changed, expected] of [
  ['nothing', [], []],
  ['a test', ['src/b/text.test.ts'], ['src/b/text.test.ts', 'test/pages.test.ts']],
  ['a source', ['src/b/limit.ts'], ['src/a/rule.test.ts', 'test/pages.test.ts']],
  ['a page', ['docs/page.md'], ['src/b/text.test.ts', 'test/pages.test.ts']],
] as const) {
  test(`a change of ${what} reaches the tests that import or read it`, () => {
    const change = { texts: TEXTS, changed: new Set<string>(changed), everything: false };
    assert.deepEqual(reachedTests(TESTS, change), expected);
  });
}

test('a deleted file reaches the tests that imported it; a change of a tool reaches all', () => {
  const left = new Map(TEXTS);
  left.delete('src/b/limit.ts');
  const change = { texts: left, changed: new Set(['src/b/limit.ts']), everything: false };
  assert.ok(reachedTests(TESTS, change).includes('src/a/rule.test.ts'));
  assert.deepEqual(reachedTests(TESTS, { ...change, everything: true }), TESTS);
});

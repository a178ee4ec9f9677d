import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failedTests } from './failed-tests.ts';

test("node:test's failures are read from its list at the end, and not from what a test prints", () => {
  const output = `test at printed.ts:1:1
✖ printed by a test (1ms)
✔ passed (1ms)
✖ failing tests:

test at src/a.test.ts:12:1
✖ name (with brackets) (0.747024ms)
  Error: x

test at src/a.test.ts:20:1
✖ a name of
two lines (12ms)
  'test timed out after 50ms'
`;
  assert.deepEqual(failedTests(output), [
    'src/a.test.ts:12 name (with brackets)',
    'src/a.test.ts:20 a name of two lines',
  ]);
});

test("Playwright's failures are read from the end of its report", () => {
  const output = `[1/2] test/browser/a.spec.ts:2:29 › suite › fails
  1) test/browser/a.spec.ts:2:29 › suite › fails ────
[2/2] test/browser/a.spec.ts:3:1 › passes
  2 failed
    test/browser/a.spec.ts:2:29 › suite › fails ─────
    test/browser/b.spec.ts:7:1 › fails, too ─────
  1 passed (8.0s)
`;
  assert.deepEqual(failedTests(output), [
    'test/browser/a.spec.ts:2 suite › fails',
    'test/browser/b.spec.ts:7 fails, too',
  ]);
});

test('a program that is not a test runner has no failed tests', () => {
  assert.deepEqual(failedTests('src/a.ts(1,2): error TS2322: not a number\n'), []);
});

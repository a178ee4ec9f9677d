import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { citedStandards } from '../../scripts/standards.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = readFileSync(`${ROOT}docs/standards.md`, 'utf8');
const [OBEYED_IN_PART = '', LEFT_OUT_WHOLE = ''] = PAGE.split('## Left out whole');

const standardsIn = (text: string) =>
  [...text.matchAll(/RFC (\d{4})/g)].map(([, number = '']) => number);

test('every standard that docs/standards.md says is left out in part is cited by the code', () => {
  const cited = citedStandards();
  const named = standardsIn(OBEYED_IN_PART);
  assert.ok(cited.size > 100 && named.length > 50, 'the code and the page cite standards');
  assert.deepEqual(
    named.filter((number) => !cited.has(number)),
    [],
  );
});

test('no standard that docs/standards.md says is left out whole is also named as obeyed in part', () => {
  const whole = standardsIn(LEFT_OUT_WHOLE);
  assert.ok(whole.length > 0, 'the page has the section');
  const inPart = standardsIn(OBEYED_IN_PART);
  assert.deepEqual(
    whole.filter((number) => inPart.includes(number)),
    [],
  );
});

test('the index of the standards names the file of a rule once, and no test', () => {
  const files = citedStandards().get('5321') ?? [];
  assert.ok(files.includes('src/mail/smtp/receive/replies.ts'));
  assert.equal(new Set(files).size, files.length);
  assert.ok(!files.some((file) => file.includes('.test.')));
});

test('every file that docs/standards.md names exists', () => {
  const named = [...PAGE.matchAll(/(?<![\w/])((?:src|test|scripts|docs|web)\/[\w./-]+\.\w+)/g)];
  assert.ok(named.length > 0, 'the page names files');
  for (const [, path = ''] of named) assert.ok(existsSync(`${ROOT}${path}`), path);
});

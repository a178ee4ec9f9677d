import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { limitsPage } from './page.ts';
import { CALL_ROWS, LIMIT_ROWS } from './table.ts';

const page = readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8');

test('the page of limits is the one that the table makes: run npx node scripts/limits/page.ts', () => {
  assert.equal(page, limitsPage());
});

test('the page of limits has every limit, and is short', () => {
  for (const { call } of CALL_ROWS) assert.ok(page.includes(`\`${call}\``), call);
  for (const { name, key, limits } of LIMIT_ROWS) {
    assert.ok(limits.length > 0, name);
    assert.ok(page.includes(`|${name}|${key}|`), name);
  }
  const words = page.match(/\S+/g) ?? [];
  assert.ok(words.length <= 500, `${words.length} words`);
});

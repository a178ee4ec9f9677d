import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { limitsPage } from './limits.ts';

test('the page of limits is the one that the code makes, and is short: run npx node scripts/limits.ts', () => {
  const page = readFileSync(new URL('../docs/limits.md', import.meta.url), 'utf8');
  assert.equal(page, limitsPage());
  const words = page.match(/\S+/g) ?? [];
  assert.ok(words.length <= 500, `${words.length} words`);
});

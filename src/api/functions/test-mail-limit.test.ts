import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SILENT } from '#support/silent-log.ts';
import { OF_ALIAS, TestMailLimit } from './test-mail-limit.ts';

test('a test mail that fails after its minute gives nothing back: the next minute has one as well', async () => {
  let now = 1_800_000_000_000;
  const limit = new TestMailLimit(OF_ALIAS, { log: SILENT, now: () => now });
  assert.equal(await limit.begin('alias'), 0);
  now += OF_ALIAS.ms;
  await limit.end('alias', false);
  assert.equal(await limit.begin('alias'), 0);
  assert.equal(await limit.begin('alias'), 60);
});

test('a test mail that fails within its minute makes room for the next', async () => {
  const limit = new TestMailLimit(OF_ALIAS, { log: SILENT, now: () => 1_800_000_000_000 });
  assert.equal(await limit.begin('alias'), 0);
  assert.equal(await limit.begin('alias'), 60);
  await limit.end('alias', false);
  assert.equal(await limit.begin('alias'), 0);
  assert.equal(await limit.begin('alias'), 60);
});

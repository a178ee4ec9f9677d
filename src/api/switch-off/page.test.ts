import assert from 'node:assert/strict';
import { test } from 'node:test';
import { switchPage } from './page.ts';

const ALIAS = {
  id: '11111111-1111-4111-8111-111111111111',
  real_email: 'jane@mailbox.test',
  alias_email: 'alias-4827@alias.test',
  active: true,
  created_at: '2026-11-21T12:00:00.000Z',
};

test("a browser's translator leaves the alias on the page of a switch-off link as it is", async () => {
  const page = String(await switchPage(ALIAS, 'en'));
  assert.match(page, /<title translate="no">alias-4827@alias\.test<\/title>/);
  assert.match(page, /<h1 [^>]*translate="no"><span>alias-4827<\/span><wbr>@alias\.test<\/h1>/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ADDRESS } from './guard.fixture.ts';
import { needlesOf } from './needles.ts';
import { searchHeader } from './search-header.ts';

const owner = needlesOf({
  address: ADDRESS,
  mailFrom: '',
  aliasDomain: 'alias.test',
  sharedProvider: true,
});

test("a program's words in front of an address in the name of a file do not hide it", () => {
  for (const name of [
    `${ADDRESS}.pdf`,
    `backup-${ADDRESS}.zip`,
    `invoice_2026_${ADDRESS}.pdf`,
    `Kontakte.${ADDRESS}.csv`,
  ]) {
    const finding = searchHeader(`Content-Disposition: attachment; filename="${name}"`, owner);
    assert.equal(finding, 'shows-owner', name);
  }
  const another = `Content-Disposition: attachment; filename="mary${ADDRESS}.pdf"`;
  assert.equal(searchHeader(another, owner), 'clean');
});

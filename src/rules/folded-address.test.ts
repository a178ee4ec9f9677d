import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldedAddress } from './folded-address.ts';

test('all spellings of one mailbox fold into one', () => {
  const spellings = {
    'jane.doe@example.org': [
      'Jane.Doe@Example.ORG',
      'jane.doe+shop@example.org',
      'jane.doe+a+b@example.org',
      '"jane.doe"@example.org',
      '"j\\ane.\\doe+x"@example.org',
      'ｊane.doe@ｅxample.org',
    ],
    'janedoe@gmail.com': [
      'jane.doe@gmail.com',
      'J.a.n.e.D.o.e+x@googlemail.com',
      'janedoe@ｇmail.com',
      '"jane.doe"@gmail.com',
    ],
    'jörg@xn--mnchen-3ya.example': ['jörg@münchen.example', 'jo\u0308rg@XN--MNCHEN-3YA.example'],
  };
  for (const [folded, all] of Object.entries(spellings)) {
    assert.equal(foldedAddress(folded), folded);
    for (const spelling of all) assert.equal(foldedAddress(spelling), folded, spelling);
  }
});

test('two mailboxes stay two', () => {
  for (const [one, other] of [
    ['jane.doe@example.org', 'janedoe@example.org'],
    ['jane@example.org', 'jane@example.com'],
    ['+a@example.org', '+b@example.org'],
    ['"+a"@example.org', '"+b"@example.org'],
  ] as const) {
    assert.notEqual(foldedAddress(one), foldedAddress(other));
  }
});

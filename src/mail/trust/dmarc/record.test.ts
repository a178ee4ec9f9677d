import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dmarcRecordAmong, parseDmarcRecord } from './record.ts';

test('a repeated tag voids the record, and tag names are case-sensitive', () => {
  assert.equal(parseDmarcRecord('v=DMARC1; p=none; p=reject'), undefined);
  assert.equal(parseDmarcRecord('v=DMARC1; p=none; x=1; x=1'), undefined);
  assert.equal(parseDmarcRecord('v=DMARC1; p=none; P=reject')?.policies?.own, 'none');
});

test('blanks around a tag do not belong to it, and a value with a tab or another octet voids the tag', () => {
  const p = (text: string) => parseDmarcRecord(`v=DMARC1;${text}`)?.policies?.own;
  const good = ['p=reject', ' \tp \t=\t reject\t ', 'p=none\u00e4;p=reject', 'p=a\tb; p=reject'];
  for (const text of good) {
    assert.equal(p(text), 'reject', text);
  }
  for (const text of 'p=re ject,p = = reject,p=,p= \t,reject,=reject,p1=reject'.split(',')) {
    assert.equal(p(text), undefined, text);
  }
});

test('the longest record of blanks and broken values does not delay other messages', () => {
  for (const part of [' ', '\t', 'a ', 'p', '= ', '!1', ':']) {
    for (const tag of ['p=', 'p', '', 'rua=a:']) {
      const text = `v=DMARC1;${tag}${part.repeat(16_000 / part.length)}\u00e4`;
      assert.equal(dmarcRecordAmong([text])?.policies, undefined);
    }
  }
});

test('report addresses are URIs, with an obsolete size', () => {
  const a = 'mailto:a@d.example';
  for (const rua of [a, `x, ${a}`, 'https://d.example/?a', `${a}!10m`]) {
    assert.equal(parseDmarcRecord(`v=DMARC1; rua=${rua}`)?.policies?.own, 'none', rua);
  }
  for (const rua of ['', 'a@d.example', 'mailto', ':x', 'mailto:a b', 'mailto:a!x']) {
    assert.equal(parseDmarcRecord(`v=DMARC1; rua=${rua}`)?.policies, undefined, rua);
  }
});

test('the DMARC record is chosen among the TXT records of a name', () => {
  assert.ok(dmarcRecordAmong(['x', 'v=DMARC1']));
  const no = ['x', 'v=DMARC10', 'v=DMARC1 p=none', 'x; v=DMARC1', ' v=DMARC1'];
  for (const texts of [[], ['v=DMARC1', 'v=DMARC1'], ...no.map((text) => [text])]) {
    assert.equal(dmarcRecordAmong(texts), undefined, texts.join(' | '));
  }
});

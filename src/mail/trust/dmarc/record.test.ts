import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dmarcRecordAmong, parseDmarcRecord } from './record.ts';

const NOTHING_SAID = { strictDkim: false, strictSpf: false, psd: 'u', testing: false };

test('every tag that changes a verdict is read', () => {
  assert.deepEqual(
    parseDmarcRecord('v=DMARC1; p=reject; sp=quarantine; np=none; adkim=s; aspf=S; psd=y; t=y'),
    {
      policies: { own: 'reject', existing: 'quarantine', missing: 'none' },
      strictDkim: true,
      strictSpf: true,
      psd: 'y',
      testing: true,
    },
  );
  assert.deepEqual(parseDmarcRecord('v=DMARC1;p=none'), {
    policies: { own: 'none', existing: 'none', missing: 'none' },
    ...NOTHING_SAID,
  });
});

test('a repeated tag voids the record, and names of tags are case-sensitive', () => {
  assert.equal(parseDmarcRecord('v=DMARC1; p=none; p=reject'), undefined);
  assert.equal(parseDmarcRecord('v=DMARC1; p=none; x=1; x=1'), undefined);
  assert.equal(parseDmarcRecord('v=DMARC1; p=none; P=reject')?.policies?.own, 'none');
});

test('report addresses are URIs, with an obsolete size', () => {
  for (const rua of [
    'mailto:a@d.example',
    'x, mailto:a@d.example',
    'https://d.example/?a',
    'mailto:a@d.example!10m',
  ]) {
    assert.equal(parseDmarcRecord(`v=DMARC1; rua=${rua}`)?.policies?.own, 'none', rua);
  }
  for (const rua of ['', 'a@d.example', 'mailto', ':x', 'mailto:a b', 'mailto:a!x']) {
    assert.equal(parseDmarcRecord(`v=DMARC1; rua=${rua}`)?.policies, undefined, rua);
  }
});

test('the DMARC record is chosen among the TXT records of a name', () => {
  assert.ok(dmarcRecordAmong(['x', 'v=DMARC1']));
  for (const texts of [
    [],
    ['x'],
    ['v=DMARC1', 'v=DMARC1'],
    ['v=DMARC10'],
    ['v=DMARC1 p=none'],
    ['x; v=DMARC1'],
    [' v=DMARC1'],
  ]) {
    assert.equal(dmarcRecordAmong(texts), undefined, texts.join(' | '));
  }
});

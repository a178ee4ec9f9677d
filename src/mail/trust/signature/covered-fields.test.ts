import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeaderBlock, HeaderField } from '../../message/header-block.ts';
import { coveredNames } from './covered-fields.ts';

const LINES = 'Received: 1|DKIM-Signature: v=1|From: a|To: b|To: c|Content-Type: d|X-Other: e';
const block = new HeaderBlock(LINES.split('|').map((line) => new HeaderField(line)));

// What a signature survives: test/standards/surviving.test.ts.

test('our signature covers the fields that describe a message, each as often as it is present', () => {
  const names = coveredNames(block, { oversigned: ['from'] });
  assert.equal(names.join(':'), 'from:to:to:content-type:from');
  const more = coveredNames(block, { also: ['dkim-signature'], oversigned: [] });
  assert.equal(more.join(':'), 'dkim-signature:from:to:to:content-type');
});

test('a field name never becomes a tag of our signature', () => {
  const hostile = ['Content-;l=0', 'Content-a; b=', 'Content-\xe4', 'Content-', 'Content-Type '];
  const header = new HeaderBlock(hostile.map((name) => new HeaderField(`${name}: x`)));
  assert.deepEqual(coveredNames(header, { oversigned: [] }), ['content-type']);
});

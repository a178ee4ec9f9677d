import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeaderBlock, HeaderField } from '../../message/header-block.ts';
import { coveredNames, survives } from './covered-fields.ts';

const block = new HeaderBlock(
  [
    'Received: 1',
    'DKIM-Signature: v=1',
    'From: a',
    'To: b',
    'To: c',
    'Content-Type: d',
    'X-Other: e',
  ].map((line) => new HeaderField(line)),
);
const [received, field, from, to1, to2] = block.all;

const outlives = (names: string, prepended: string[], cut: (HeaderField | undefined)[] = []) => {
  const gone = cut.filter((one) => one !== undefined);
  assert.ok(field);
  return survives({ field, names: names.split(':') }, block, { prepended, cut: gone });
};

test('our signature covers the fields that describe a message, each as often as it is present', () => {
  assert.equal(
    coveredNames(block, { oversigned: ['from'] }).join(':'),
    'from:to:to:content-type:from',
  );
  assert.equal(
    coveredNames(block, { also: ['dkim-signature'], oversigned: [] }).join(':'),
    'dkim-signature:from:to:to:content-type',
  );
});

test('a field name never becomes a tag of our signature', () => {
  const hostile = ['Content-;l=0', 'Content-a; b=', 'Content-\xe4', 'Content-', 'Content-Type '];
  const header = new HeaderBlock(hostile.map((name) => new HeaderField(`${name}: x`)));
  assert.deepEqual(coveredNames(header, { oversigned: [] }), ['content-type']);
});

test('an added field breaks a signature that names it more often than it is present', () => {
  assert.equal(outlives('from:to', ['received', 'reply-to', 'to']), true);
  assert.equal(outlives('from:reply-to', ['received']), true);
  assert.equal(outlives('from:reply-to', ['reply-to']), false);
  assert.equal(outlives('from:received', ['received']), true);
  assert.equal(outlives('from:received:received', ['received']), false);
});

test('a further signature breaks one that covers signatures besides itself', () => {
  assert.equal(outlives('from', ['dkim-signature']), true);
  assert.equal(outlives('from:dkim-signature', ['dkim-signature']), false);
});

test('a removed field breaks a signature that covers it, and no other', () => {
  assert.equal(outlives('from', [], [received, to1, to2]), true);
  assert.equal(outlives('from', [], [from]), false);
  assert.equal(outlives('from:to', [], [to1]), true);
  assert.equal(outlives('from:to', [], [to2]), false);
  assert.equal(outlives('from:to:to', [], [to1]), false);
  assert.equal(outlives('from', [], [field]), false);
});

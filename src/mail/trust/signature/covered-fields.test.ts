import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeaderBlock, HeaderField } from '../../message/header-block.ts';
import { coveredNames, survives } from './covered-fields.ts';

const LINES = 'Received: 1|DKIM-Signature: v=1|From: a|To: b|To: c|Content-Type: d|X-Other: e';
const block = new HeaderBlock(LINES.split('|').map((line) => new HeaderField(line)));
const [received, field, from, to1, to2] = block.all;

const outlives = (names: string, prepended: string[], cut: (HeaderField | undefined)[] = []) => {
  const gone = cut.filter((one) => one !== undefined);
  assert.ok(field);
  return survives({ field, names: names.split(':') }, block, { prepended, cut: gone });
};

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

test('an added field, or a further signature, breaks a signature that names it more often than it is present', () => {
  for (const [names, added, isIntact] of [
    ['from:to', ['received', 'reply-to', 'to'], true],
    ['from:reply-to', ['received'], true],
    ['from:reply-to', ['reply-to'], false],
    ['from:received', ['received'], true],
    ['from:received:received', ['received'], false],
    ['from', ['dkim-signature'], true],
    ['from:dkim-signature', ['dkim-signature'], false],
  ] as const) {
    assert.equal(outlives(names, [...added]), isIntact, `${names} ${added.join()}`);
  }
});

test('a removed field breaks a signature that covers it, and no other', () => {
  assert.equal(outlives('from', [], [received, to1, to2]), true);
  assert.equal(outlives('from', [], [from]), false);
  assert.equal(outlives('from:to', [], [to1]), true);
  assert.equal(outlives('from:to', [], [to2]), false);
  assert.equal(outlives('from:to:to', [], [to1]), false);
  assert.equal(outlives('from', [], [field]), false);
});

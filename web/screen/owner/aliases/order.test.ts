import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alias } from './listed-alias.fixture.ts';
import { found, ordered } from './order.ts';
import type { ListedAlias } from './state.ts';

const ids = (aliases: readonly ListedAlias[]) => aliases.map(({ id }) => id).join('');

test('pinned aliases come first and those that are off last, the newest first in each', () => {
  const list = [
    alias('1'),
    alias('2', { active: false }),
    alias('3', { pinned: true, active: false }),
    alias('4'),
    alias('5', { active: false }),
    alias('6', { pinned: true }),
  ];
  assert.equal(ids(ordered(list)), '634152');
});

test('the search looks into address, label and site, whatever the case', () => {
  const list = [
    alias('1', { label: 'Größe 42' }),
    alias('2', { site: 'shop.example' }),
    alias('3', { label: 'Shop' }),
  ];
  assert.equal(ids(found(list, ' SHOP ')), '23');
  assert.equal(ids(found(list, 'größe')), '1');
  assert.equal(ids(found(list, 'alias-3@')), '3');
  assert.equal(ids(found(list, '  ')), '123');
  assert.equal(ids(found(list, 'nothing')), '');
});

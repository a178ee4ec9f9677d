import assert from 'node:assert/strict';
import { test } from 'node:test';
import { found, inPlace, ordered } from './order.ts';
import type { ListedAlias } from './state.ts';
import { alias } from './steps.fixture.ts';

const ids = (aliases: readonly ListedAlias[]) => aliases.map(({ id }) => id).join('');

test('a row that is switched keeps its place; all are sorted again when one comes or goes', () => {
  const list = [alias('1'), alias('2'), alias('3')];
  const first = inPlace([], list);
  assert.equal(ids(first), '321');
  const off = [alias('1'), alias('2'), alias('3', { active: false })];
  const second = inPlace(first, off);
  assert.equal(ids(second), '321');
  assert.equal(second[0]?.active, false);
  assert.equal(inPlace(second, [...off]), second, 'nothing is drawn again');
  assert.equal(ids(inPlace(second, [...off, alias('4')])), '4213');
  assert.equal(ids(inPlace(second, off.slice(1))), '23');
  assert.equal(ids(inPlace(second, [alias('4'), ...off.slice(1)])), '423');
});

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

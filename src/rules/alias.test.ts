import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aliasNamedBy, drawAlias, freeNameOf, type NameSpace } from './alias.ts';
import { ALIAS_NUMBERS } from './plan.ts';

const space: NameSpace = { domains: ['a.test', 'b.test'], numbers: ALIAS_NUMBERS };

/** Plays back the given numbers, as a source of randomness. */
const chance =
  (...values: number[]) =>
  () =>
    values.shift() ?? 0;

test('an alias is alias-, four digits from 1000 to 9999, and one of our domains', () => {
  assert.equal(drawAlias(space, chance(0, 0)), 'alias-1000@a.test');
  assert.equal(drawAlias(space, chance(0.999999, 0.999999)), 'alias-9999@b.test');
  const wide = { ...space, numbers: { first: 100000, last: 999999 } };
  assert.equal(drawAlias(wide, chance(0.5, 0)), 'alias-550000@a.test', 'an operator may widen it');
});

test('a full domain is not drawn while another has names left', () => {
  assert.equal(drawAlias(space, chance(0, 0), [0, 5]), 'alias-1000@b.test');
  assert.equal(drawAlias(space, chance(0, 0.999), [5, 0]), 'alias-1000@a.test');
  assert.equal(drawAlias(space, chance(0, 0), [0, 0]), 'alias-1000@a.test');
  assert.equal(drawAlias(space, chance(0, 0.5), [0, 0]), 'alias-1000@b.test');
});

test('an alias is found in any case and with any tag that a sender adds', () => {
  assert.equal(aliasNamedBy('Alias-1234+shop@A.TEST', space), 'alias-1234@a.test');
});

test('ten digits name an upgraded owner’s alias at any of our domains, and never one that visitors draw', () => {
  const widest = { ...space, numbers: { first: 1, last: 999_999_999 } };
  for (const numbers of [space, widest]) {
    for (const digits of ['1000000000', '4829107735', '9999999999']) {
      const alias = `alias-${digits}@b.test`;
      assert.equal(aliasNamedBy(`Alias-${digits}+shop@B.test`, numbers), alias);
      assert.equal(freeNameOf(alias, numbers), undefined);
    }
  }
  assert.equal(freeNameOf('alias-999999999@a.test', widest), 'alias-999999999@a.test');
  assert.equal(freeNameOf('alias-1234@a.test', space), 'alias-1234@a.test');
  for (const none of ['0123456789', '48291077351', '482910773x']) {
    assert.equal(aliasNamedBy(`alias-${none}@a.test`, space), undefined, none);
  }
});

test('an address that cannot be an alias of ours does not count as one', () => {
  const wrong = `alias-999@a.test alias-10000@a.test alias-01234@a.test alias-1234@c.test alias-12e3@a.test
    someone@a.test @a.test alias-1234`;
  for (const address of ['', ...wrong.split(/\s+/)]) {
    assert.equal(aliasNamedBy(address, space), undefined, address);
  }
});

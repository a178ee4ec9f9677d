import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aliasRows, newestOf } from './alias-row.ts';

const ROW = {
  id: '1',
  real_email: 'jane@home.example',
  alias_email: 'alias-4827@veilpost.example',
  active: true,
  created_at: '2026-11-21T09:00:00.123456+00:00',
};

test('a row is accepted with its five columns, alone or in a list, and with nothing else', () => {
  assert.deepEqual(aliasRows(ROW), [ROW]);
  assert.deepEqual(aliasRows([{ ...ROW, plan: 'free' }]), [ROW]);
  assert.deepEqual(aliasRows({ ...ROW, id: 7 }), [{ ...ROW, id: '7' }]);
});

test('an object without a usable value in a required column is not a row', () => {
  const without = Object.entries({
    id: [null, ''],
    alias_email: [null, 'alias-4827'],
    real_email: [5],
    active: ['true'],
  }).flatMap(([column, values]) => values.map((value) => ({ ...ROW, [column]: value })));
  for (const odd of [undefined, null, ROW.alias_email, {}, [], [{}], [[]], [null], ...without]) {
    assert.deepEqual(aliasRows(odd), [], JSON.stringify(odd));
  }
  assert.deepEqual(aliasRows([{}, ROW, { ...ROW, active: null }]), [ROW]);
});

test('an invalid time is left empty: the alias works without it', () => {
  for (const created_at of [undefined, null, 'yesterday', 5]) {
    assert.deepEqual(aliasRows({ ...ROW, created_at }), [{ ...ROW, created_at: '' }]);
  }
});

test('the newest row is found by its time, in any order and with any zone', () => {
  const at = (id: string, created_at: string) => ({ ...ROW, id, created_at });
  const old = at('old', '2026-11-20T23:00:00Z');
  const newest = at('newest', '2026-11-21T00:30:00+00:00');
  const between = at('between', '2026-11-21T01:00:00+01:00');
  const timeless = at('timeless', '');
  for (const rows of [
    [old, newest, between, timeless],
    [timeless, between, old, newest],
  ]) {
    assert.equal(newestOf(rows)?.id, 'newest');
  }
  assert.equal(newestOf([timeless])?.id, 'timeless');
  assert.equal(newestOf([]), undefined);
});

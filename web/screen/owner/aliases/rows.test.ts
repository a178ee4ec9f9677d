import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alias } from './listed-alias.fixture.ts';
import type { ListState } from './state.ts';
import { after, JANE, listed, listedIn, seen, THREE } from './steps.fixture.ts';

test('the row of the alias on the page follows its switch, also if the list was read during its change', () => {
  const off = after([seen('2'), THREE, seen('2', { active: false })]);
  const activeOf = ({ state }: typeof off) =>
    state.list?.aliases.map(({ active }) => active).join(' ');
  assert.equal(activeOf(off), 'true false true');
  const late = listedIn(off.state.turn, alias('3'), alias('2'), alias('1'));
  assert.equal(activeOf(after([late], off.state)), 'true false true');
  const saving = seen('2', { active: false, saving: true });
  assert.equal(activeOf(after([saving, THREE], off.state)), 'true false true');
  assert.equal(activeOf(after([{ type: 'selected', id: '1' }], off.state)), 'true false true');
});

test('the switch on the page follows the list that is read, also that of an alias that is not the newest', () => {
  const { state } = after([seen('2'), THREE]);
  const off = alias('2', { active: false });
  const { commands } = after([listed(alias('3'), off, alias('1'))], state);
  const { alias_email, created_at } = off;
  const row = { id: '2', real_email: JANE, alias_email, active: false, created_at };
  assert.deepEqual(commands, [{ do: 'follow', alias: row }]);
  assert.deepEqual(after([THREE], state).commands, []);
});

test('the row of the alias on the page follows its pause, and its end', () => {
  const until = '2026-11-28T20:00:00Z';
  const { state } = after([seen('2'), THREE, seen('2', { pausedUntil: until })]);
  const pausesOf = (at: ListState) => at.list?.aliases.map(({ paused_until }) => paused_until);
  assert.deepEqual(pausesOf(state), [null, until, null]);
  const ended = after([seen('2', { pausedUntil: null })], state).state;
  assert.deepEqual(pausesOf(ended), [null, null, null]);
});

test('a row takes what the server stored; what was changed meanwhile stays', () => {
  const { state } = after([
    seen('2'),
    THREE,
    { type: 'changed', id: '1', change: { label: 'Shoes' } },
    { type: 'changed', id: '1', change: { active: false } },
  ]);
  const rows = state.list?.aliases.map(({ label, active }) => `${label} ${active}`);
  assert.deepEqual(rows, [' true', ' true', 'Shoes false']);
});

test('a row that is chosen while its switch is saved: the switch on the page follows the answer', () => {
  const { state } = after([seen('2'), THREE, { type: 'selected', id: '1' }, seen('1')]);
  const { commands } = after([{ type: 'changed', id: '1', change: { active: false } }], state);
  assert.deepEqual(
    commands.map((command) => command.do === 'follow' && command.alias.active),
    [false],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { aliasesStep } from './machine.ts';
import { type AliasesEvent, INITIAL_LIST, type ListState } from './state.ts';
import { alias, after, JANE, listed, listedIn, seen, THREE } from './steps.fixture.ts';

const chosen = ({ commands }: ReturnType<typeof aliasesStep>) =>
  commands.map((command) => (command.do === 'choose' ? command.alias.id : command.do));

const ids = ({ state }: ReturnType<typeof aliasesStep>) =>
  state.list?.aliases.map(({ id }) => id).join('');

/** What the page is told about the alias that it shows next. */
const toldAfter = ({ commands: [first] }: ReturnType<typeof aliasesStep>) =>
  first?.do === 'choose' && first.after;

test('the list is read once for a session that sees an alias of its own, and again when the visitor comes back', () => {
  const first = after([seen('1')]);
  assert.deepEqual(first.commands, [{ do: 'list', owner: JANE, turn: 0 }]);
  assert.deepEqual(after([seen('1'), seen('1')], first.state).commands, []);
  assert.deepEqual(after([{ type: 'cameBack' }], first.state).commands, first.commands);
  assert.deepEqual(after([{ type: 'cameBack' }]).commands, []);
});

test('an owner who may have several sees the result view in place of the locked form', () => {
  const shown = after([seen('2', { single: true }), THREE]);
  assert.deepEqual(chosen(shown), ['2']);
  assert.deepEqual(chosen(after([seen('2')], shown.state)), []);
});

test('an owner who has one alias and may have no more keeps the specified screen', () => {
  const nothing = { type: 'listed', owner: JANE, turn: 0, list: undefined } as const;
  const { state, commands } = after([seen('1', { single: true }), nothing]);
  assert.deepEqual(commands, []);
  assert.equal(state.list, undefined);
});

test('the aliases of an earlier session are never shown to the next one', () => {
  const { state } = after([seen('2'), THREE]);
  const next = after([{ ...seen('9'), owner: 'john@home.example' }], state);
  assert.equal(next.state.list, undefined);
  assert.deepEqual(next.commands, [{ do: 'list', owner: 'john@home.example', turn: 0 }]);
  assert.equal(after([THREE], next.state).state.list, undefined, 'a late answer is dropped');
  const back = after([{ ...seen(undefined), owner: undefined }, seen('2')], state);
  assert.equal(back.state.list, undefined, 'nor to the next one of the same owner');
  assert.deepEqual(back.commands, [{ do: 'list', owner: JANE, turn: 0 }]);
});

test('a new alias is first in the list, and the page shows it', () => {
  const pressed = after([seen('2'), THREE, { type: 'makePressed' }]);
  assert.deepEqual(pressed.commands, [{ do: 'make' }]);
  assert.deepEqual(after([{ type: 'makePressed' }], pressed.state).commands, [], 'pressed twice');
  const made = after([{ type: 'made', alias: alias('4') }], pressed.state);
  assert.equal(ids(made), '4321');
  assert.equal(made.state.making, false);
  const { id, alias_email, active, created_at } = alias('4');
  const row = { id, real_email: JANE, alias_email, active, created_at };
  assert.deepEqual(made.commands, [{ do: 'choose', alias: row, after: 'made' }]);
});

test('a visitor who has gone back to the form before a new alias is made stays there', () => {
  const { state } = after([seen('2'), THREE, { type: 'makePressed' }, seen(undefined)]);
  const made = after([{ type: 'made', alias: alias('4') }], state);
  assert.deepEqual(made.commands, []);
  assert.equal(ids(made), '4321');
  assert.equal(made.state.making, false);
});

test('the list is read again if the answer to New alias was lost, or another program took the last place', () => {
  const pressed = after([seen('2'), THREE, { type: 'makePressed' }]).state;
  for (const failure of ['unreachable', 'full'] as const) {
    const { state, commands } = after([{ type: 'notMade', failure }], pressed);
    assert.equal(state.failure, failure);
    assert.deepEqual(commands, [{ do: 'list', owner: JANE, turn: 0 }]);
  }
  const soon = after([{ type: 'notMade', failure: { seconds: 60 } }], pressed);
  assert.deepEqual(soon.commands, []);
  assert.equal(after([{ type: 'makePressed' }], soon.state).state.failure, undefined);
});

test('a list that was requested before a change is dropped, and requested again', () => {
  const { state } = after([seen('2'), THREE]);
  const changes: AliasesEvent[] = [
    { type: 'made', alias: alias('4') },
    { type: 'changed', id: '1', change: { label: 'Shoes' } },
    { type: 'deleted', id: '1' },
    seen('2', { active: false }),
    seen('2', { saving: true }),
  ];
  for (const change of changes) {
    const changed = after([change], state).state;
    const late = after([THREE], changed);
    assert.equal(late.state, changed, change.type);
    const [command] = late.commands;
    assert.ok(command?.do === 'list', change.type);
    const { aliases = [] } = changed.list ?? {};
    assert.deepEqual(after([listedIn(command.turn, ...aliases)], changed).commands, []);
  }
});

test('after a deletion the page shows the newest other alias, and says what happened', () => {
  const { state } = after([seen('2'), THREE]);
  const deleted = after([{ type: 'deleted', id: '2' }], state);
  assert.deepEqual(chosen(deleted), ['3']);
  const { state: moved } = after([{ type: 'selected', id: '1' }, seen('1')], state);
  const late = after([{ type: 'deleted', id: '2' }], moved);
  assert.deepEqual(chosen(late), ['1'], 'another one was chosen meanwhile: the page stays');
  for (const gone of [deleted, late])
    assert.deepEqual([toldAfter(gone), ids(gone)], ['deleted', '31']);
});

test('an alias that was deleted in another tab leaves, and the page says so; with the last one it begins again', () => {
  const { state } = after([seen('2'), THREE]);
  const gone = after([listed(alias('3'), alias('1'))], state);
  assert.deepEqual(chosen(gone), ['3']);
  assert.equal(toldAfter(gone), 'deleted');
  assert.deepEqual(chosen(after([listed()], state)), ['leave']);
});

test('what someone else created for the address is not an alias of the owner, and never replaces one', () => {
  const strange = alias('3', { confirmed: false });
  const { commands } = after([seen('2'), listed(strange, alias('1'))]);
  assert.deepEqual(chosen({ state: INITIAL_LIST, commands }), ['1']);
  assert.deepEqual(after([seen('3'), listed(strange, alias('1'))]).commands, []);
});

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

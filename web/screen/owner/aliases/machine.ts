/** The owner's aliases as a machine: the list and its actions. It does not use the DOM or the network. */

import type { AliasRow } from '../../../client/alias-row.ts';
import { machineOf, type Next, next } from '../../../next.ts';
import {
  type AliasesCommand,
  type AliasesEvent,
  counted,
  INITIAL_LIST,
  type ListedAlias,
  type ListState,
} from './state.ts';

type AliasesNext = Next<ListState, AliasesCommand>;

export const aliasesStep = machineOf<ListState, AliasesEvent, AliasesCommand>({
  /** Another owner's aliases are never shown: a sign-in starts with an empty list, also the next one of the same owner. */
  seen(before, { owner, ...shown }) {
    const { id, active, saving } = shown;
    const { shown: last } = before;
    const isChange = id === last.id && (active !== last.active || saving !== last.saving);
    const turn = before.turn + (isChange ? 1 : 0);
    if (owner === undefined) return next({ ...INITIAL_LIST, shown });
    if (id === undefined) return next({ ...before, shown });
    if (owner === before.owner) return chosen({ ...before, shown, turn });
    const state: ListState = { ...INITIAL_LIST, owner, shown };
    return next(state, ...list(state));
  },
  cameBack: (state) => next(state, ...list(state)),
  listed(before, { owner, turn, list: read }) {
    if (owner !== before.owner) return next(before);
    if (turn !== before.turn) return next(before, ...list(before));
    const was = before.list?.aliases.some(({ id }) => id === before.shown.id);
    const { state, commands } = chosen({ ...before, list: read }, was ? 'deleted' : undefined);
    return next(state, ...commands, ...followed(before, read));
  },
  makePressed: (state) =>
    state.making
      ? next(state)
      : next({ ...state, making: true, failure: undefined }, { do: 'make' }),
  made(before, { alias }) {
    const state = withRows({ ...before, making: false }, (rows) => [
      alias,
      ...rows.filter(({ id }) => id !== alias.id),
    ]);
    // Back at the form, where the visitor may be typing.
    return state.shown.id === undefined ? next(state) : show(state, alias.id, 'made');
  },
  /** An answer that was lost may have been one of success, and another program may have taken the last place. */
  notMade(before, { failure }) {
    const state = { ...before, making: false, failure };
    const asksAgain = failure === 'unreachable' || failure === 'full';
    return next(state, ...(asksAgain ? list(state) : []));
  },
  selected: (state, { id }) => show(state, id),
  changed(before, { id, change }) {
    const state = withRow(before, id, change);
    return next(state, ...followed(state, state.list));
  },
  /** The page may show another one by now: it stays, and says what happened. */
  deleted(before, { id }) {
    const state = withRows(before, (rows) => rows.filter((row) => row.id !== id));
    const { shown } = state;
    return shown.id === id ? chosen(state, 'deleted') : show(state, shown.id ?? '', 'deleted');
  },
});

const list = ({ owner, turn }: ListState): AliasesCommand[] =>
  owner === undefined ? [] : [{ do: 'list', owner, turn }];

/** Its row, another tab, a program or a link in a message may have switched the alias on the page. */
const followed = ({ owner, shown }: ListState, read: ListState['list']): AliasesCommand[] => {
  const stored = read?.aliases.find(({ id }) => id === shown.id);
  return owner === undefined || stored === undefined || stored.active === shown.active
    ? []
    : [{ do: 'follow', alias: rowOf(owner, stored) }];
};

/**
 * An owner of several aliases sees the result view without the note about an upgrade. If the alias on the page is gone, the
 * newest other one takes its place.
 */
function chosen(before: ListState, after?: 'deleted'): AliasesNext {
  const state = asSwitched(before);
  const { shown } = state;
  const all = state.list?.aliases;
  if (all === undefined || shown.id === undefined) return next(state);
  const aliases = counted(all);
  const present = aliases.find(({ id }) => id === shown.id);
  if (present !== undefined) return shown.single ? show(state, present.id) : next(state);
  // Unconfirmed: its owner decides on it in its place.
  if (all.some(({ id }) => id === shown.id)) return next(state);
  const [newest] = aliases;
  return newest === undefined ? next(state, { do: 'leave' }) : show(state, newest.id, after);
}

function show(state: ListState, id: string, after?: 'made' | 'deleted'): AliasesNext {
  const { owner } = state;
  const alias = state.list?.aliases.find((one) => one.id === id);
  if (owner === undefined || alias === undefined) return next(state);
  const { active, paused_until: pausedUntil } = alias;
  const shown = { id, single: false, active, saving: false, pausedUntil };
  return next(
    { ...state, failure: undefined, shown },
    { do: 'choose', alias: rowOf(owner, alias), after },
  );
}

const rowOf = (owner: string, { id, alias_email, active, created_at }: ListedAlias): AliasRow => ({
  id,
  real_email: owner,
  alias_email,
  active,
  created_at,
});

/** The switch and the pause of the alias on the page are ahead of what the list has read. */
function asSwitched(state: ListState): ListState {
  const { id, active, pausedUntil } = state.shown;
  const row = state.list?.aliases.find((one) => one.id === id);
  const paused_until = pausedUntil === undefined ? (row?.paused_until ?? null) : pausedUntil;
  if (!row || (row.active === active && row.paused_until === paused_until)) return state;
  return withRow(state, id, { active, paused_until });
}

const withRow = (state: ListState, id: string | undefined, change: Partial<ListedAlias>) =>
  withRows(state, (rows) => rows.map((row) => (row.id === id ? { ...row, ...change } : row)));

/** The state with a change of its rows. */
function withRows(
  state: ListState,
  change: (rows: readonly ListedAlias[]) => readonly ListedAlias[],
): ListState {
  const { turn } = state;
  return {
    ...state,
    turn: turn + 1,
    list: state.list && { ...state.list, aliases: change(state.list.aliases) },
  };
}

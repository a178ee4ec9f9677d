/** The first steps of the tests of the list's machine. */

import { aliasesStep } from './machine.ts';
import {
  type AliasesEvent,
  INITIAL_LIST,
  type ListedAlias,
  type ListState,
  type Shown,
} from './state.ts';

export const JANE = 'jane@home.example';

/** A row of the owner's list. @param id one digit: also the day on which the alias was made */
export const alias = (id: string, change: Partial<ListedAlias> = {}): ListedAlias => ({
  id,
  alias_email: `alias-${id}@veilpost.example`,
  active: true,
  created_at: `2026-11-0${id}T00:00:00.000Z`,
  confirmed: true,
  label: '',
  site: '',
  pinned: false,
  paused_until: null,
  delivered: 0,
  last: null,
  ...change,
});

export function after(events: AliasesEvent[], from: ListState = INITIAL_LIST) {
  let at: ReturnType<typeof aliasesStep> = { state: from, commands: [] };
  for (const event of events) at = aliasesStep(at.state, event, 0);
  return at;
}

export const seen = (id: string | undefined, change: Partial<Omit<Shown, 'id'>> = {}) =>
  ({
    type: 'seen',
    owner: JANE,
    id,
    single: false,
    active: true,
    saving: false,
    ...change,
  }) as const;

/** Newest first. */
export const listed = (...aliases: ListedAlias[]) => listedIn(0, ...aliases);

export const listedIn = (turn: number, ...aliases: ListedAlias[]) =>
  ({ type: 'listed', owner: JANE, turn, list: { most: 5, aliases } }) as const;

export const THREE = listed(alias('3'), alias('2'), alias('1'));

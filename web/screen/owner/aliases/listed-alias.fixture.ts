import type { ListedAlias } from './state.ts';

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

import type { anotherAlias } from './another.ts';
import type { ownerChanges } from './owner-changes.ts';
import type { removals } from './removals.ts';

/**
 * Owners' changes to their aliases, and how aliases are deleted. Times are milliseconds since 1970; addresses are
 * canonical; `owner` is the address of the user's row of a session that is not anonymous. Each call takes effect as a
 * whole, or not at all. All methods reject like those of Store.
 */
export type OwnerStore = ReturnType<typeof ownerChanges> &
  ReturnType<typeof removals> &
  ReturnType<typeof anotherAlias>;

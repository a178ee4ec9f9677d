/** `npx veilpost forget ADDRESS`: deletes everything kept of an address, for a person who asks the operator for it. */

import { forgetChangesTo } from '#auth/accounts/forgetting-changes.ts';
import { Fault } from '../config/fault.ts';
import { EXIT_NOTHING, typedAddress } from './typed-operand.ts';
import { type DatabaseOptions, withStore } from './with-store.ts';

/** Numbers of deleted rows; `changes`: users who had asked for this address instead of their own. */
export type Forgotten = { aliases: number; plans: number; users: number; changes: number };

/**
 * Deletes aliases, states, notes, history, the number of aliases, the user with sessions, factors and passkeys, and requested changes to this
 * address. The names, which are never given again, and the keyed hash in the letter budget stay.
 * @param address as the operator wrote it
 * @throws Fault where it is no address, or nothing is kept of it
 */
export async function forget(database: DatabaseOptions, address: string): Promise<Forgotten> {
  const spellings = typedAddress(address);
  return withStore(database, async (store) => {
    const forgotten: Forgotten = { aliases: 0, plans: 0, users: 0, changes: 0 };
    const now = Date.now();
    for (const spelling of spellings) {
      if ((await store.plans.of(spelling)) !== undefined) forgotten.plans += 1;
      // Each of these names may have carried mail.
      const gone = await store.owners.forget(spelling, now, Number.MAX_SAFE_INTEGER);
      forgotten.aliases += gone.length;
      const user = await store.auth.users.byEmail(spelling);
      if (user && (await store.auth.users.delete(user.id))) forgotten.users += 1;
      forgotten.changes += await forgetChangesTo(store.auth, spelling, now);
    }
    if (Object.values(forgotten).some((count) => count > 0)) return forgotten;
    throw new Fault('Nothing is kept of this address here.', EXIT_NOTHING);
  });
}

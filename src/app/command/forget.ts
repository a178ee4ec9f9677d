/**
 * `npx veilpost forget ADDRESS`: deletes everything stored about an address, for a person who requests it from the
 * operator; with `--factors` only the second factors, for a user who has lost every one and has contacted the operator.
 */

import { forgetChangesTo } from '#auth/accounts/change-address.ts';
import { forgetFactorsOf } from '#auth/factors/forgetting-factors.ts';
import type { Alias } from '#store/store.ts';
import { EXIT_FAILURE, Fault } from '../config/fault.ts';
import { typedAddress } from './typed-operand.ts';
import { type DatabaseOptions, withStore } from './with-store.ts';

/** Numbers of deleted rows; `changes`: users who had requested to change to this address. */
export type Forgotten = { aliases: number; plans: number; users: number; changes: number };

/**
 * Deletes aliases, states, notes, history, the number of aliases, the user with sessions, factors and passkeys, and
 * requested changes to this address. The names stay, as they are never used again, and so does the keyed hash in the
 * letter budget.
 * @param address as the operator typed it
 * @throws Fault if it is not an address, or nothing is stored about it
 */
export async function forget(database: DatabaseOptions, address: string): Promise<Forgotten> {
  const spellings = typedAddress(address);
  return withStore(database, async (store) => {
    const forgotten: Forgotten = { aliases: 0, plans: 0, users: 0, changes: 0 };
    const now = Date.now();
    for (const spelling of spellings) {
      if ((await store.plans.of(spelling)) !== undefined) forgotten.plans += 1;
      // Each of these names may have received mail.
      const all = [spelling, now, Number.MAX_SAFE_INTEGER] as const;
      const user = await store.auth.users.byEmail(spelling);
      let gone: Alias[] = [];
      const forgetting = function* () {
        gone = yield* store.owners.forgetting(...all);
      };
      if (user && (await store.auth.users.delete(user.id, forgetting))) forgotten.users += 1;
      else gone = await store.owners.forget(...all);
      forgotten.aliases += gone.length;
      // After an interruption the command can be repeated.
      forgotten.changes += await forgetChangesTo(store.auth, spelling, now);
    }
    if (Object.values(forgotten).some((count) => count > 0)) return forgotten;
    throw new Fault('We store nothing about this address.', EXIT_FAILURE);
  });
}

/**
 * Removes all second factors. The service notifies the user by a letter. Sessions fall to aal1 at their next refresh.
 * Passkeys stay: they are not second factors.
 * @param address as the operator typed it
 * @returns how many verified factors there were
 * @throws Fault if it is not an address, or no user has it
 */
export async function forgetFactors(database: DatabaseOptions, address: string): Promise<number> {
  const spellings = typedAddress(address);
  return withStore(database, async ({ auth }) => {
    const users = await Promise.all(spellings.map((one) => auth.users.byEmail(one)));
    const found = users.filter((user) => user !== undefined);
    if (found.length === 0) throw new Fault('No user has this address.', EXIT_FAILURE);
    let gone = 0;
    for (const { id } of found) gone += await forgetFactorsOf(auth, id, Date.now());
    return gone;
  });
}

/**
 * `npx veilpost forget ADDRESS --factors`: for a user who has lost every second factor and has contacted the operator.
 */

import { forgetFactorsOf } from '#auth/factors/forgetting-factors.ts';
import type { StoreLog } from '#store/store-log.ts';
import { EXIT_FAILURE, Fault } from '../config/fault.ts';
import { typedAddress } from './typed-operand.ts';
import { withStore } from './with-store.ts';

export type ForgetFactorsOptions = {
  databaseUrl: string;
  /** As the operator typed it. */
  address: string;
  log: StoreLog;
};

/**
 * Removes all of them. The service notifies the user by a letter. Sessions fall to aal1 at their next refresh. Passkeys
 * stay: they are not second factors.
 * @returns how many verified factors there were
 * @throws Fault if it is not an address, or no user has it
 */
export async function forgetFactors(options: ForgetFactorsOptions): Promise<number> {
  const { databaseUrl, address, log } = options;
  const spellings = typedAddress(address);
  return withStore({ databaseUrl, log }, async ({ auth }) => {
    const users = await Promise.all(spellings.map((one) => auth.users.byEmail(one)));
    const found = users.filter((user) => user !== undefined);
    if (found.length === 0) throw new Fault('No user has this address.', EXIT_FAILURE);
    let gone = 0;
    for (const { id } of found) gone += await forgetFactorsOf(auth, id, Date.now());
    return gone;
  });
}

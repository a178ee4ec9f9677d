/** `npx veilpost forget-factors ADDRESS`: for somebody who has lost every second factor, and has told the operator so. */

import { forgetFactorsOf } from '#auth/forgetting-factors.ts';
import { canonicalAddress } from '#rules/address.ts';
import type { StoreLog } from '#store/store-log.ts';
import { Fault } from '../fault.ts';
import { withStore } from './with-store.ts';

export type ForgetFactorsOptions = {
  databaseUrl: string;
  /** As the operator wrote it. */
  address: string;
  log: StoreLog;
};

/**
 * Removes all of them. The service tells the person by a letter. Sessions fall to aal1 at their next refresh. Passkeys
 * stay: they are no second factor.
 * @returns how many verified factors there were
 * @throws Fault where no user has this address
 */
export async function forgetFactors(options: ForgetFactorsOptions): Promise<number> {
  const { databaseUrl, address, log } = options;
  return withStore({ databaseUrl, log }, async (store) => {
    const user = await store.auth.users.byEmail(canonicalAddress(address));
    if (user === undefined) throw new Fault('Nobody has this address here.', 1);
    return forgetFactorsOf(store.auth, user.id, Date.now());
  });
}

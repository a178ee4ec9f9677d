/** The promises of the session facility's store on either database, as tests; each subject has a file. */

import { after, before, describe } from 'node:test';
import type { Store } from '../store.ts';
import { factorsContract } from './factors.contract.ts';
import { identitiesContract } from './identities.contract.ts';
import { keysContract } from './keys.contract.ts';
import { letterBudgetContract } from './letter-budget.contract.ts';
import { oneTimeContract } from './one-time.contract.ts';
import { sessionsContract } from './sessions.contract.ts';
import { sweepContract } from './sweep.contract.ts';
import { usersContract } from './users.contract.ts';

/** @param open a Store on a database of its own */
export function authStoreContract(name: string, open: () => Promise<Store>): void {
  describe(name, () => {
    let whole: Store;
    const opened = { store: () => whole.auth };
    before(async () => {
      whole = await open();
    });
    after(() => whole.close());

    usersContract(opened);
    sessionsContract(opened);
    oneTimeContract(opened);
    factorsContract(opened);
    keysContract(opened);
    identitiesContract(opened);
    letterBudgetContract(opened);
    sweepContract(opened);
  });
}

/** Every Store's promises to owners of aliases, as tests; each subject has a file. */

import { after, before, describe } from 'node:test';
import { historyContract } from '../history/history.contract.ts';
import type { Store } from '../store.ts';
import { anotherContract } from './another.contract.ts';
import { birthContract } from './birth.contract.ts';
import { confirmationContract } from './confirmation.contract.ts';
import { deletionContract } from './deletion.contract.ts';
import { expiryContract } from './expiry.contract.ts';
import { clock, type OpenedStores } from './owned-rows.fixture.ts';
import { removalContract } from './removal.contract.ts';
import { sendersContract } from './senders.contract.ts';

/**
 * @param open a Store on the same database at each call, which no other tests use
 * @param deleteState as in OpenedStores
 */
export function ownersContract(
  name: string,
  open: (now: () => number) => Promise<Store>,
  deleteState: OpenedStores['deleteState'],
): void {
  describe(name, () => {
    let stores: Store[] = [];
    const at = (i: number) => () => {
      const store = stores[i];
      if (store === undefined) throw new Error('the store is not open yet');
      return store;
    };
    const opened = { store: at(0), other: at(1), deleteState };
    before(async () => {
      stores = [await open(() => clock.time), await open(() => clock.time)];
    });
    after(() => Promise.all(stores.map((store) => store.close())));

    birthContract(opened);
    confirmationContract(opened);
    deletionContract(opened);
    removalContract(opened);
    anotherContract(opened);
    expiryContract(opened);
    sendersContract(opened);
    historyContract(opened);
  });
}

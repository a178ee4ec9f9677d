/** `npx veilpost export ADDRESS`: everything kept of an address, for a person who asks the operator for it. */

import { personalData } from '#store/personal-data.ts';
import { Fault } from '../config/fault.ts';
import { EXIT_NOTHING, typedAddress } from './typed-operand.ts';
import { type DatabaseOptions, withStore } from './with-store.ts';

/**
 * @param address as the operator wrote it
 * @returns JSON, with the keys of functions/v1/my-data
 * @throws Fault where it is no address, or nothing is kept of it
 */
export async function exported(database: DatabaseOptions, address: string): Promise<string> {
  const spellings = typedAddress(address);
  return withStore(database, async (store) => {
    const users = await Promise.all(spellings.map((one) => store.auth.users.byEmail(one)));
    const data = await personalData(
      store,
      users.find((user) => user !== undefined),
      spellings,
    );
    if (data.user === null && data.aliases.length === 0) {
      throw new Fault('Nothing is kept of this address here.', EXIT_NOTHING);
    }
    return `${JSON.stringify(data, null, 2)}\n`;
  });
}

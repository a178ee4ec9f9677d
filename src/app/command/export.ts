/**
 * `npx veilpost export ADDRESS`: everything stored about an address, for a person who requests it from the operator.
 */

import { noteSealing } from '#auth/aliases/alias-label.ts';
import { SenderNames } from '#mail/senders/sender-names.ts';
import { personalData } from '#store/personal-data.ts';
import { EXIT_FAILURE, Fault } from '../config/fault.ts';
import { rootSecrets } from '../keys/root-secret.ts';
import { typedAddress } from './typed-operand.ts';
import { type DatabaseOptions, withStore } from './with-store.ts';

/**
 * @param secretKeys SECRET_KEY; empty: the database holds the secret
 * @param address as the operator typed it
 * @returns JSON, with the keys of functions/v1/my-data
 * @throws Fault if it is not an address, or nothing is stored about it
 */
export async function exported(
  database: DatabaseOptions,
  secretKeys: readonly string[],
  address: string,
): Promise<string> {
  const spellings = typedAddress(address);
  return withStore(database, async (store) => {
    const secrets = await rootSecrets(secretKeys, store);
    const [names, notes] = [new SenderNames(secrets), noteSealing(secrets)];
    const users = await Promise.all(spellings.map((one) => store.auth.users.byEmail(one)));
    const data = await personalData(
      store,
      users.find((user) => user !== undefined),
      spellings,
      {
        name: (aliasId, sealed) => names.open(aliasId, sealed),
        note: (aliasId, sealed) => notes.open(aliasId, sealed)?.text,
      },
    );
    if (data.user === null && data.aliases.length === 0 && data.plans === undefined) {
      throw new Fault('We store nothing about this address.', EXIT_FAILURE);
    }
    return `${JSON.stringify(data, null, 2)}\n`;
  });
}

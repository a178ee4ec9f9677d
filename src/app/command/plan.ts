/** `npx veilpost plan ADDRESS`: shows, sets and removes the number of aliases that one address may have. */

import { type Config, mayHaveSeveral } from '../config/config.ts';
import { EXIT_USAGE, Fault } from '../config/fault.ts';
import type { Arguments } from './arguments.ts';
import { typedAddress } from './typed-operand.ts';
import { type DatabaseOptions, withStore } from './with-store.ts';

/**
 * The running service applies it from its next call. A smaller number does not end aliases: it only prevents new ones.
 * @returns one line with the numbers of the address
 * @throws Fault if it is not an address, or several aliases are not possible here
 */
export async function plan(
  database: DatabaseOptions,
  config: Config,
  { operand, limit }: Pick<Arguments, 'operand' | 'limit'>,
): Promise<string> {
  const isPossible = mayHaveSeveral(config);
  const [address, ...earlier] = typedAddress(operand);
  if (typeof limit === 'number' && !isPossible) {
    throw new Fault('Several aliases require OWNERSHIP=confirmed and AUTH=on.', EXIT_USAGE);
  }
  return withStore(database, async (store) => {
    if (typeof limit === 'number') await store.plans.set(address, limit);
    if (limit === 'remove') await store.plans.end(address);
    const own = await store.plans.of(address);
    const rows = await Promise.all([address, ...earlier].map((one) => store.aliasesOf(one)));
    const has = rows.flat().filter(({ state }) => state.confirmedAt !== null).length;
    const most = isPossible ? (own ?? config.aliasesPerOwner) : 1;
    const whose = own === undefined || !isPossible ? 'the default' : 'its own';
    return `${address} may have ${most} ${most === 1 ? 'alias' : 'aliases'} (${whose}), and has ${has}.\n`;
  });
}

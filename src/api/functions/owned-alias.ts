/** The alias of a function's call, for its owner alone: no other caller learns that it exists. */

import { isOwner } from '#rules/ownership.ts';
import type { OwnedAlias, Store } from '#store/store.ts';
import type { Caller } from '../caller.ts';
import { CallRefused } from '../errors.ts';

export const notFound = () => new CallRefused(404, 'not_found', 'There is no such alias.');

/** @throws CallRefused not_found */
export async function ownedAlias(
  store: Pick<Store, 'aliasById'>,
  { asker }: Caller,
  id: unknown,
): Promise<OwnedAlias & { owner: string }> {
  const found = typeof id === 'string' ? await store.aliasById(id.toLowerCase()) : undefined;
  if (!found || asker.email === undefined || !isOwner(found.alias, found.state, asker)) {
    throw notFound();
  }
  return { ...found, owner: asker.email };
}

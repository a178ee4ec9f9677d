/** The alias that a function is about, for its owner alone: nobody else is told that there is one. */

import type { Context } from 'hono';
import { isOwner } from '#rules/ownership.ts';
import type { OwnedAlias, Store } from '#store/store.ts';
import type { Caller } from '../caller.ts';
import { CallRefused } from '../errors.ts';

export type OwnerCallOptions = {
  store: Store;
  callerOf: (c: Context) => Promise<Caller>;
};

export const notFound = () => new CallRefused(404, 'not_found', 'There is no such alias.');

/** @throws CallRefused not_found */
export async function ownedAlias(
  { store, callerOf }: OwnerCallOptions,
  c: Context,
  id: unknown,
): Promise<OwnedAlias & { owner: string }> {
  const { asker } = await callerOf(c);
  const found = typeof id === 'string' ? await store.aliasById(id.toLowerCase()) : undefined;
  if (!found || asker.email === undefined || !isOwner(found.alias, found.state, asker)) {
    throw notFound();
  }
  return { ...found, owner: asker.email };
}

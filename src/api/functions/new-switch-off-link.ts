/** `POST /functions/v1/new-switch-off-link`: voids the links in earlier mails. */

import type { Alias, Store } from '#store/store.ts';
import { isObject, readJson } from '../body.ts';
import type { CallOfCaller } from '../caller.ts';
import { notFound, ownedAlias } from './owned-alias.ts';

const BODY_OCTETS = 512;

/** @param switched called with the alias: its next mail carries the new link */
export function newSwitchOffLinkCall(
  store: Pick<Store, 'aliasById' | 'owners'>,
  switched: ((alias: Alias) => void) | undefined,
): CallOfCaller {
  return async (c, caller) => {
    const body = await readJson(c, BODY_OCTETS);
    const id = isObject(body) ? body.alias_id : undefined;
    const { alias, owner } = await ownedAlias(store, caller, id);
    const epoch = await store.owners.renewLink(alias.id, owner);
    if (epoch === undefined) throw notFound();
    switched?.(alias);
    return c.json({});
  };
}

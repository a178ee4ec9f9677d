/** `POST /functions/v1/new-switch-off-link`: voids the links in earlier messages. */

import type { Context } from 'hono';
import { readMembers } from '../body.ts';
import type { Caller } from '../caller.ts';
import { type FunctionParts, notFound, ownedAlias } from './function-call.ts';

const BODY_OCTETS = 512;

export async function newSwitchOffLinkCall(
  c: Context,
  caller: Caller,
  { store, switched }: FunctionParts,
) {
  const { alias_id: id } = await readMembers(c, BODY_OCTETS);
  const { alias, owner } = await ownedAlias(store, caller, id);
  const epoch = await store.owners.renewLink(alias.id, owner);
  if (epoch === undefined) throw notFound();
  // Its next message contains the new link.
  switched(alias);
  return c.json({});
}

/** `POST /functions/v1/new-switch-off-link`: voids the links in earlier messages. */

import type { Context } from 'hono';
import { isObject, readJson } from '../body.ts';
import type { Caller } from '../caller.ts';
import { type FunctionParts, notFound, ownedAlias } from './function-call.ts';

const BODY_OCTETS = 512;

export async function newSwitchOffLinkCall(
  c: Context,
  caller: Caller,
  { store, switched }: FunctionParts,
) {
  const body = await readJson(c, BODY_OCTETS);
  const id = isObject(body) ? body.alias_id : undefined;
  const { alias, owner } = await ownedAlias(store, caller, id);
  const epoch = await store.owners.renewLink(alias.id, owner);
  if (epoch === undefined) throw notFound();
  // Its next message contains the new link.
  switched(alias);
  return c.json({});
}

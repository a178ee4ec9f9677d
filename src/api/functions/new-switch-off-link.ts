/** `POST /functions/v1/new-switch-off-link`: links in mails of before switch the alias no more. */

import type { Context } from 'hono';
import { isObject, readJson } from '../body.ts';
import { notFound, type OwnerCallOptions, ownedAlias } from './owned-alias.ts';

const BODY_OCTETS = 512;

export function newSwitchOffLinkCall(options: OwnerCallOptions): (c: Context) => Promise<Response> {
  return async (c) => {
    const body = await readJson(c, BODY_OCTETS);
    const id = isObject(body) ? body.alias_id : undefined;
    const { alias, owner } = await ownedAlias(options, c, id);
    const epoch = await options.store.owners.renewLink(alias.id, owner);
    if (epoch === undefined) throw notFound();
    return c.json({});
  };
}

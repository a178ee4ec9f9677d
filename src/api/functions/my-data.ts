/** `GET /functions/v1/my-data`: everything that is kept of whoever is signed in, as a download. */

import type { Context } from 'hono';
import { personalData } from '#store/personal-data.ts';
import { readRealAddress } from '../real-address.ts';
import { notFound, type OwnerCallOptions } from './owned-alias.ts';

export function myDataCall({
  store,
  callerOf,
}: OwnerCallOptions): (c: Context) => Promise<Response> {
  return async (c) => {
    const { asker, signedIn } = await callerOf(c);
    if (asker.email === undefined) throw notFound();
    const earlier = readRealAddress(asker.email)?.earlier ?? [];
    const data = await personalData(store, signedIn?.user, [asker.email, ...earlier]);
    c.header('Content-Disposition', 'attachment; filename="veilpost-my-data.json"');
    return c.json(data);
  };
}

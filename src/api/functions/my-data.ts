/** `GET /functions/v1/my-data`: everything that is kept of whoever is signed in, as a download. */

import { personalData } from '#store/personal-data.ts';
import type { Store } from '#store/store.ts';
import type { CallOfCaller } from '../caller.ts';
import { readRealAddress } from '#domains/real-address.ts';
import { notFound } from './owned-alias.ts';

export function myDataCall(store: Store): CallOfCaller {
  return async (c, { asker: { email }, signedIn }) => {
    if (signedIn === undefined) throw notFound();
    // Rows of before there was one spelling are the same person's.
    const earlier = email === undefined ? [] : (readRealAddress(email)?.earlier ?? []);
    const addresses = email === undefined ? [] : [email, ...earlier];
    const data = await personalData(store, signedIn.user, addresses);
    c.header('Content-Disposition', 'attachment; filename="veilpost-my-data.json"');
    return c.json(data);
  };
}

/** `GET /functions/v1/my-data`: all stored data of the caller, as a download. */

import type { Facility } from '#auth/facility.ts';
import type { SenderNames } from '#mail/senders/sender-names.ts';
import { personalData } from '#store/personal-data.ts';
import type { Store } from '#store/store.ts';
import type { CallOfCaller } from '../caller.ts';
import { readRealAddress } from '#domains/real-address.ts';
import { demandSecondFactor } from '../auth/user.ts';
import { notFound } from './owned-alias.ts';

/** A session of a user with a second factor must have shown it: 403 `insufficient_aal`. */
export function myDataCall(
  store: Store,
  facility: Facility,
  names: SenderNames | undefined,
): CallOfCaller {
  return async (c, { asker: { email }, signedIn }) => {
    if (signedIn === undefined) throw notFound();
    await demandSecondFactor(facility, signedIn.session, 403);
    // Rows from before the canonical spelling belong to the same person.
    const earlier = email === undefined ? [] : (readRealAddress(email)?.earlier ?? []);
    const addresses = email === undefined ? [] : [email, ...earlier];
    const data = await personalData(store, signedIn.user, addresses, (aliasId, sealed) =>
      names?.open(aliasId, sealed),
    );
    c.header('Content-Disposition', 'attachment; filename="veilpost-my-data.json"');
    return c.json(data);
  };
}

/** `GET /functions/v1/my-data`: all stored data of the caller, as a download. */

import type { Context } from 'hono';
import { personalData } from '#store/personal-data.ts';
import type { Caller } from '../caller.ts';
import { readRealAddress } from '#domains/real-address.ts';
import { demandSecondFactor } from '../auth/user.ts';
import { type FunctionParts, notFound } from './function-call.ts';

/** A session of a user with a second factor must have shown it: 403 `insufficient_aal`. */
export async function myDataCall(
  c: Context,
  { asker: { email }, signedIn }: Caller,
  parts: FunctionParts,
): Promise<Response> {
  const { store, facility, senderNames: names, noteSealing } = parts;
  if (signedIn === undefined) throw notFound();
  await demandSecondFactor(facility, signedIn.session, 403);
  // Rows from before the canonical spelling belong to the same person.
  const earlier = email === undefined ? [] : (readRealAddress(email)?.earlier ?? []);
  const addresses = email === undefined ? [] : [email, ...earlier];
  const data = await personalData(store, signedIn.user, addresses, {
    name: (aliasId, sealed) => names?.open(aliasId, sealed),
    note: (aliasId, sealed) => noteSealing?.open(aliasId, sealed)?.text,
  });
  c.header('Content-Disposition', 'attachment; filename="veilpost-my-data.json"');
  return c.json(data);
}

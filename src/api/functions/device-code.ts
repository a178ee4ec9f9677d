/** `POST /functions/v1/device-code`: a code with which whoever is signed in here signs in with another browser too. */

import type { Context } from 'hono';
import { DEVICE_CODE_SECONDS, deviceCode } from '#auth/device-codes.ts';
import type { Facility } from '#auth/facility.ts';
import { knownPerson, type SignedIn } from '../auth/signed-in.ts';

/** Redeemed as any code: POST auth/v1/verify with `type: "email"`, the address and the code. */
export function deviceCodeCall(
  { accounts, codes }: Facility,
  demand: (c: Context) => Promise<SignedIn>,
): (c: Context) => Promise<Response> {
  return async (c) => {
    const { user } = await knownPerson(accounts, await demand(c));
    return c.json({ code: await deviceCode(codes, user), expires_in: DEVICE_CODE_SECONDS });
  };
}

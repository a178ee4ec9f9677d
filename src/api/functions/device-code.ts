/** `POST /functions/v1/device-code`: a code that signs the caller in with another browser too. */

import type { Context } from 'hono';
import { DEVICE_CODE_MS } from '#auth/tokens/one-time-codes.ts';
import { type Caller, sessionEnded } from '../caller.ts';
import { CallRefused } from '../errors.ts';
import type { FunctionParts } from './function-call.ts';

/**
 * Redeemed like any code: POST auth/v1/verify with `type: "email"`, the address and the code. An earlier one is void.
 */
export async function deviceCodeCall(
  c: Context,
  { signedIn }: Caller,
  { facility }: FunctionParts,
): Promise<Response> {
  // An anonymous user has no address to redeem a code with.
  if (signedIn === undefined || signedIn.user.anonymous) {
    throw new CallRefused(401, 'PGRST301', 'A session of an address is needed.');
  }
  const code = await facility.codes.issueShown(signedIn.session);
  if (code === undefined) throw sessionEnded();
  return c.json({ code, expires_in: DEVICE_CODE_MS / 1000 });
}

/** `POST /functions/v1/device-code`: a code that signs the caller in with another browser too. */

import type { Facility } from '#auth/facility.ts';
import { DEVICE_CODE_MS } from '#auth/tokens/one-time-codes.ts';
import type { CallOfCaller } from '../caller.ts';
import { CallRefused } from '../errors.ts';

/** Redeemed as any code: POST auth/v1/verify with `type: "email"`, the address and the code. An earlier one is void. */
export function deviceCodeCall({ codes }: Pick<Facility, 'codes'>): CallOfCaller {
  return async (c, { signedIn }) => {
    // An anonymous user has no address to redeem a code with.
    if (signedIn === undefined || signedIn.user.anonymous) {
      throw new CallRefused(401, 'PGRST301', 'A session of an address is needed.');
    }
    const { id: challenge, userId } = signedIn.session;
    const { code } = await codes.issue(userId, 'device', { redirectTo: null, challenge });
    return c.json({ code, expires_in: DEVICE_CODE_MS / 1000 });
  };
}

/** `POST /functions/v1/not-me`: whoever reads at an address says that nobody there asked for the letter. */

import type { Context } from 'hono';
import type { Facility } from '#auth/facility.ts';
import { readFields, text } from '../auth/fields.ts';
import { otpExpired } from '../auth/refused.ts';

/** The link's token is the proof; nobody is signed in. Rows made in the name of the address and never confirmed go. */
export function notMeCall({ redeeming }: Facility): (c: Context) => Promise<Response> {
  return async (c) => {
    const token = text(await readFields(c), 'token_hash', 256);
    if (!(await redeeming.decline(token))) throw otpExpired();
    return c.json({});
  };
}

/** `POST /functions/v1/asked-for`: what a letter's link would confirm, before anyone confirms it. */

import type { Context } from 'hono';
import type { Facility } from '#auth/facility.ts';
import { readFields, text } from '../auth/wire/fields.ts';
import { otpExpired } from '../auth/wire/refused.ts';

/**
 * The link's token is the proof, and stays unused: `{address, alias}`, the address masked; alias null: it names none.
 */
export async function askedForCall(c: Context, { redeeming }: Facility): Promise<Response> {
  const asked = await redeeming.asksFor(text(await readFields(c), 'token_hash', 256));
  if (asked === undefined) throw otpExpired();
  return c.json(asked);
}

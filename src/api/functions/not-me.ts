/** `asked-for` and `not-me`: the reader at an address reads what a letter asks for, and declines an unwanted one. */

import type { Context } from 'hono';
import type { Facility } from '#auth/facility.ts';
import { readFields, text } from '../auth/wire/fields.ts';
import { AuthRefused, otpExpired } from '../auth/wire/refused.ts';

/**
 * `POST /functions/v1/not-me`: the link's token is the proof, without a session. Unconfirmed rows of the address are
 * deleted.
 */
export async function notMeCall(c: Context, { redeeming }: Facility): Promise<Response> {
  const token = text(await readFields(c), 'token_hash', 256);
  const declined = await redeeming.decline(token);
  if (declined === 'void') throw otpExpired();
  if (declined === 'taken') {
    const message = 'This address has another alias now. Delete it, and use the link again.';
    throw new AuthRefused(422, 'email_exists', message);
  }
  return c.json({});
}

/**
 * `POST /functions/v1/asked-for`: what a letter's link would confirm, before anyone confirms it. The link's token is the proof, and stays unused: `{address, alias}`, the address masked; alias null: it names none.
 */
export async function askedForCall(c: Context, { redeeming }: Facility): Promise<Response> {
  const asked = await redeeming.asksFor(text(await readFields(c), 'token_hash', 256));
  if (asked === undefined) throw otpExpired();
  return c.json(asked);
}

/** Calls of codes and links: a code for another browser, what a letter's link asks for, and its refusal. */

import type { Context } from 'hono';
import type { Facility } from '#auth/facility.ts';
import { DEVICE_CODE_MS } from '#auth/tokens/one-time-codes.ts';
import { readFields, text } from '../auth/wire/fields.ts';
import { AuthRefused, otpExpired } from '../auth/wire/refused.ts';
import { type Caller, sessionEnded } from '../caller.ts';
import { CallRefused } from '../errors.ts';
import type { FunctionParts } from './function-call.ts';

/**
 * `POST /functions/v1/device-code`: a code that signs the caller in with another browser too. It is redeemed like any
 * code: POST auth/v1/verify with `type: "email"`, the address and the code. An earlier one is void.
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
 * `POST /functions/v1/asked-for`: what a letter's link would confirm, before anyone confirms it. The link's token is the
 * proof, and stays unused: `{address, alias}`, the address masked; alias null: it names none.
 */
export async function askedForCall(c: Context, { redeeming }: Facility): Promise<Response> {
  const asked = await redeeming.asksFor(text(await readFields(c), 'token_hash', 256));
  if (asked === undefined) throw otpExpired();
  return c.json(asked);
}

/** POST verify with JSON: a link's token, or an address and the code sent to it. */

import type { Context } from 'hono';
import type { Redeemed } from '#auth/accounts/redeemed.ts';
import { REDEEMABLE } from '#auth/accounts/redeeming.ts';
import type { OneTimeKind } from '#store/sessions/one-time.ts';
import type { AuthParts } from './auth-call.ts';
import { setDeviceCookie } from './wire/cookies.ts';
import { email, flag, optionalText, phoneInvalid, readFields, text } from './wire/fields.ts';
import { AuthRefused, invalid, otpExpired } from './wire/refused.ts';
import { sessionAnswer } from './wire/shapes.ts';
import { sessionIfAny } from './wire/signed-in.ts';

/** Kinds that a phone would redeem: phones cannot sign in here. */
const PHONE_TYPES = new Set(['sms', 'phone_change']);

export async function verifyCall(c: Context, parts: AuthParts): Promise<Response> {
  const { redeeming, ours, requesterOf, demand } = parts;
  const fields = await readFields(c);
  const type = text(fields, 'type', 64);
  if (PHONE_TYPES.has(type)) throw refusedPhone(optionalText(fields, 'phone'));
  const kinds = kindsOf(type);
  const hash = optionalText(fields, 'token_hash');
  // Our own member: false if the reader does not want to stay signed in.
  const remembered = flag(fields, 'remember', true);
  const redeemed =
    hash === undefined
      ? await redeeming.code(email(fields, ours), text(fields, 'token', 64), kinds, {
          requester: requesterOf(c).address,
          session: await sessionIfAny(c, demand),
        })
      : await redeeming.link(hash, kinds);
  if (redeemed.kind === 'signed-in' && remembered) {
    setDeviceCookie(c, parts, redeemed.answer.person.user.email);
  }
  return c.json(await answerOf(c, parts, redeemed));
}

/** A phone never has a code: a number is "expired", an invalid one is reported. GoTrue does not require a plus sign. */
function refusedPhone(phone: string | undefined): AuthRefused {
  const valid = phone === undefined || /^\+?[1-9]\d{1,14}$/.test(phone);
  return valid ? otpExpired() : phoneInvalid();
}

/** @throws AuthRefused for an unknown kind of letter */
export function kindsOf(type: string): readonly OneTimeKind[] {
  if (type === 'invite') return [];
  const kinds = Object.hasOwn(REDEEMABLE, type) ? REDEEMABLE[type] : undefined;
  if (kinds === undefined) {
    throw invalid('type must be email, magiclink, signup, recovery, invite or email_change.');
  }
  return kinds;
}

/** The first letter of an address change, in GoTrue's words, which applications display. */
export const HALF_WAY =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/** The letter to the old address, used last. */
export const CHANGED = 'Email address changed';

/** @throws AuthRefused if nothing was redeemed */
async function answerOf(
  c: Context,
  parts: AuthParts,
  redeemed: Redeemed,
): Promise<Record<string, unknown>> {
  switch (redeemed.kind) {
    case 'signed-in':
      return sessionAnswer(c, parts, redeemed.answer);
    case 'proven':
      // Only a browser's response has this form.
      throw otpExpired();
    case 'half':
      return { msg: HALF_WAY, code: '200' };
    case 'changed':
      return { msg: CHANGED, code: '200' };
    case 'expired':
      throw otpExpired();
    case 'taken':
      throw emailExists();
  }
}

export const emailExists = () =>
  new AuthRefused(
    422,
    'email_exists',
    'A user with this email address has already been registered',
  );

/** Calls that send a sign-in letter: otp and magiclink, recover, resend. */

import type { Context } from 'hono';
import type { LetterRequestResult, LetterRequest } from '#auth/accounts/sign-in-letters.ts';
import { ourLanguage } from '#languages/languages.ts';
import { didLittle } from '../guard.ts';
import type { AuthParts } from './auth-call.ts';
import { demandCaptcha } from './captcha.ts';
import {
  addressInvalid,
  codeChallenge,
  data,
  email,
  type Fields,
  flag,
  optionalText,
  readFields,
} from './wire/fields.ts';
import { AuthRefused, invalid, tooMany, tooSoon } from './wire/refused.ts';

/** How long a response waits for the remote server's verdict on a letter, in milliseconds. */
const VERDICT_MS = 10_000;

/** POST otp, magiclink. */
export async function otpCall(c: Context, parts: AuthParts): Promise<Response> {
  const fields = await readFields(c);
  refusePhone(fields);
  const request = requestOf(c, fields, parts);
  const meta = data(fields);
  await demandCaptcha(parts, fields, request);
  if (flag(fields, 'create_user', true)) {
    const asked = parts.signInLetters.toAnybody(request, 'magiclink', meta);
    return answered(c, await withinTime(asked));
  }
  if (parts.switches.autoconfirm && !(await parts.accounts.find(request.email))) {
    throw new AuthRefused(422, 'otp_disabled', 'Signups not allowed for otp');
  }
  return answered(c, parts.signInLetters.toKnown(request, 'magiclink'));
}

/** POST recover: a sign-in letter for an existing user; the response does not reveal whether there is one. */
export async function recoverCall(c: Context, parts: AuthParts): Promise<Response> {
  const fields = await readFields(c);
  refusePhone(fields);
  const request = requestOf(c, fields, parts);
  await demandCaptcha(parts, fields, request);
  return answered(c, parts.signInLetters.toKnown(request, 'recovery'));
}

/** POST resend: of a pending sign-up or address change; the response does not reveal whether there is one. */
export async function resendCall(c: Context, parts: AuthParts): Promise<Response> {
  const fields = await readFields(c);
  refusePhone(fields);
  const type = optionalText(fields, 'type');
  if (type !== 'signup' && type !== 'email_change') {
    throw invalid('type must be signup or email_change.');
  }
  const request = requestOf(c, fields, parts);
  await demandCaptcha(parts, fields, request);
  return answered(c, parts.signInLetters.pendingAgain(request, type));
}

export function requestOf(
  c: Context,
  fields: Fields,
  { ours, requesterOf, redirects }: AuthParts,
): LetterRequest {
  return {
    email: email(fields, ours),
    requester: requesterOf(c),
    redirectTo: redirects.allowed(c.req.query('redirect_to')),
    challenge: codeChallenge(fields),
    // An unknown language, or none, is English: no letter fails for it.
    language: ourLanguage(data(fields).language),
  };
}

/** @throws AuthRefused if the letter may not be sent, or was rejected */
export function answered(c: Context, asked: LetterRequestResult): Response {
  if (asked.kind === 'wait') {
    const { limit, seconds } = asked.wait;
    throw limit === 'block' ? tooMany(seconds) : tooSoon(seconds);
  }
  if (asked.kind === 'sent' && asked.verdict === 'refused') throw addressInvalid();
  // Usually no letter is sent.
  if (asked.kind === 'silent') didLittle(c);
  return c.json({});
}

/** A slow remote server does not delay the caller: the letter is on its way. */
export async function withinTime(
  asked: Promise<LetterRequestResult>,
): Promise<LetterRequestResult> {
  const { promise, resolve } = Promise.withResolvers<LetterRequestResult>();
  const timer = setTimeout(() => resolve({ kind: 'silent' }), VERDICT_MS);
  try {
    return await Promise.race([asked, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** A phone cannot sign in here; it can be a second factor. */
export function refusePhone(fields: Fields): void {
  if (fields.phone === undefined || fields.phone === null || fields.phone === '') return;
  throw new AuthRefused(400, 'phone_provider_disabled', 'Phone logins are disabled');
}

/** The captcha's token in a body: `gotrue_meta_security.captcha_token`. */

import type { LetterRequest } from '#auth/accounts/sign-in-letters.ts';
import type { Facility } from '#auth/facility.ts';
import { isObject } from '../body.ts';
import { type Fields, optionalText } from './wire/fields.ts';
import { AuthRefused } from './wire/refused.ts';

/** The longest tokens of hCaptcha have a few thousand characters. */
const LONGEST_TOKEN = 16_384;

type Parts = Pick<Facility, 'captcha' | 'letters' | 'browsers'>;

/**
 * Without a captcha here a token is accepted and unused.
 * @param letter the request for one; absent: the call sends none
 * @throws AuthRefused if the token is missing or bad (400), or cannot be verified (503)
 */
export async function demandCaptcha(parts: Parts, fields: Fields, letter?: LetterRequest) {
  const { captcha } = parts;
  if (captcha === undefined) return;
  if (captcha.whenBusy && !(await isNeeded(parts, letter))) return;
  const security = fields.gotrue_meta_security;
  const token = isObject(security)
    ? optionalText(security, 'captcha_token', LONGEST_TOKEN)
    : undefined;
  const verdict = token === undefined ? 'bad' : await captcha.check(token);
  if (verdict === 'bad') {
    const message = 'captcha protection: request disallowed';
    throw new AuthRefused(400, 'captcha_failed', message);
  }
  if (verdict === 'silent') {
    throw new AuthRefused(503, 'unexpected_failure', 'The captcha cannot be verified now.');
  }
}

/**
 * In a flood of newcomers every address needs one, known or not, so that the response reveals nothing about it. A
 * browser in which the address was signed in does not.
 */
async function isNeeded({ letters, browsers }: Parts, letter?: LetterRequest): Promise<boolean> {
  if (letter === undefined || !letters.isBusy()) return false;
  return !(await browsers.knows(letter.requester.browser, letter.email));
}

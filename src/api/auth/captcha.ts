/** The captcha's token in a body: `gotrue_meta_security.captcha_token`. */

import type { Facility } from '#auth/facility.ts';
import { isObject } from '../body.ts';
import { type Fields, optionalText } from './wire/fields.ts';
import { AuthRefused } from './wire/refused.ts';

/** The longest tokens of hCaptcha have some thousand characters. */
const LONGEST_TOKEN = 16_384;

/**
 * Without a captcha here a token is accepted and unused.
 * @throws AuthRefused where the token is missing or bad (400), or cannot be verified (503)
 */
export async function demandCaptcha({ captcha }: Pick<Facility, 'captcha'>, fields: Fields) {
  if (captcha === undefined) return;
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

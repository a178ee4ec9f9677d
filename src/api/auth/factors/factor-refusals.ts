/** Refusals of second factors, in GoTrue's words and statuses. */

import { FactorRefused } from '#auth/factors/factor-kind.ts';
import type { FactorType } from '#store/sessions/factors.ts';
import type { AuthCall } from '../auth-call.ts';
import { AuthRefused, notEnough, tooMany, tooSoon } from '../wire/refused.ts';

/** Statuses that differ between calls. */
export type FactorStatuses = { below_aal2: 403 | 422; not_found: 404 | 422 };

/** The same call, with AuthRefused instead of FactorRefused. */
export function withFactorRefusals(statuses: FactorStatuses, call: AuthCall): AuthCall {
  return async (c, parts) => {
    try {
      return await call(c, parts);
    } catch (error) {
      throw error instanceof FactorRefused ? translated(error, statuses) : error;
    }
  };
}

/** A kind of factor that is not offered here. */
export function factorOff(type: FactorType, what: 'enroll' | 'verify'): AuthRefused {
  const message = 'This kind of second factor is not offered here.';
  return new AuthRefused(422, `mfa_${type}_${what}_not_enabled`, message);
}

function translated({ refusal }: FactorRefused, statuses: FactorStatuses): AuthRefused {
  switch (refusal.reason) {
    case 'not_found':
      return notFound(statuses.not_found, 'Factor not found');
    case 'no_challenge':
      return notFound(422, 'MFA factor with the provided challenge ID not found');
    case 'challenge_expired': {
      const message = 'MFA challenge has expired, create a new challenge.';
      return new AuthRefused(422, 'mfa_challenge_expired', message);
    }
    case 'wrong':
      return new AuthRefused(422, 'mfa_verification_failed', WRONG[refusal.type]);
    case 'locked':
      return tooMany(refusal.seconds);
    case 'sent_lately':
      return tooSoon(refusal.seconds, 'over_sms_send_rate_limit');
    case 'not_sent':
      return new AuthRefused(422, 'sms_send_failed', 'The message could not be sent.');
    case 'name_taken': {
      const message = 'A factor with this friendly name exists already.';
      return new AuthRefused(422, 'mfa_factor_name_conflict', message);
    }
    case 'too_many': {
      const message = 'Maximum number of factors reached, unenroll to continue';
      return new AuthRefused(422, 'too_many_enrolled_mfa_factors', message);
    }
    case 'below_aal2':
      return notEnough(statuses.below_aal2);
    case 'off':
      return factorOff(refusal.type, 'verify');
  }
}

/** Texts that applications compare with. */
const WRONG: Record<FactorType, string> = {
  totp: 'Invalid TOTP code entered',
  phone: 'Invalid MFA Phone code entered',
  webauthn: 'Credential verification failed',
};

const notFound = (status: 404 | 422, message: string) =>
  new AuthRefused(status, 'mfa_factor_not_found', message);

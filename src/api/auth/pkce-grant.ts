/** POST token?grant_type=pkce: a code from the end of a sign-in, and its requester's verifier (RFC 7636). */

import type { TokenAnswer } from '#auth/accounts/accounts.ts';
import type { Facility } from '#auth/facility.ts';
import { type Fields, optionalText } from './wire/fields.ts';
import { AuthRefused, invalid } from './wire/refused.ts';

export async function pkceGrant({ exchangeCodes }: Facility, fields: Fields): Promise<TokenAnswer> {
  const code = optionalText(fields, 'auth_code');
  const verifier = optionalText(fields, 'code_verifier');
  if (code === undefined || verifier === undefined) {
    throw invalid('invalid request: both auth code and code verifier should be non-empty');
  }
  const exchanged = await exchangeCodes.exchange(code, verifier);
  switch (exchanged.kind) {
    case 'signed-in':
      return exchanged.answer;
    case 'unknown':
      throw new AuthRefused(
        404,
        'flow_state_not_found',
        'invalid flow state, no valid flow state found',
      );
    case 'expired':
      throw new AuthRefused(
        422,
        'flow_state_expired',
        'invalid flow state, flow state has expired',
      );
    case 'wrong-verifier': {
      const message = 'code challenge does not match previously saved code verifier';
      throw new AuthRefused(400, 'bad_code_verifier', message);
    }
  }
}

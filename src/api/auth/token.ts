/** POST token: a session's next tokens, by the grant type. */

import { languageOf } from '#auth/letters/account-language.ts';
import type { Context } from 'hono';
import type { TokenAnswer } from '#auth/accounts/accounts.ts';
import type { Facility } from '#auth/facility.ts';
import { demandCaptcha } from './captcha.ts';
import { type Fields, optionalText, readFields } from './wire/fields.ts';
import { AuthRefused, invalid, notOffered, OAuthRefused } from './wire/refused.ts';
import { sessionAnswer } from './wire/shapes.ts';
import { passwordGrant } from './signup.ts';

type Grant = (facility: Facility, fields: Fields) => Promise<TokenAnswer | undefined>;

const GRANTS: Record<string, Grant> = {
  refresh_token: refresh,
  async password(facility, fields) {
    if (facility.switches.passwords) await demandCaptcha(facility, fields);
    return passwordGrant(facility, fields);
  },
  pkce: pkceGrant,
  // A caller's ID token is not bound to one of our flows.
  id_token: notOffered(400, 'oauth_provider_not_supported', 'Bad ID token'),
  web3: notOffered(422, 'web3_provider_disabled', 'Web3 provider is disabled'),
};

export async function tokenCall(c: Context, facility: Facility): Promise<Response> {
  const type = c.req.query('grant_type') ?? '';
  const grant = Object.hasOwn(GRANTS, type) ? GRANTS[type] : undefined;
  if (!grant) throw new OAuthRefused('unsupported_grant_type', 'This grant_type is not offered.');
  const answer = await grant(facility, await readFields(c));
  if (answer === undefined) throw REFUSALS.refresh_token_not_found;
  return c.json(await sessionAnswer(c, facility, answer));
}

async function refresh(facility: Facility, fields: Fields): Promise<TokenAnswer | undefined> {
  const { sessions, accounts, store } = facility;
  const token = optionalText(fields, 'refresh_token');
  if (token === undefined) {
    throw new OAuthRefused('invalid_request', 'refresh_token required');
  }
  const refreshed = await sessions.refresh(token);
  switch (refreshed.kind) {
    case 'refused':
      throw REFUSALS[refreshed.error];
    case 'misused':
      await tellOfMisuse(facility, refreshed.session.userId);
      throw new AuthRefused(
        400,
        'refresh_token_already_used',
        'Invalid Refresh Token: Already Used',
      );
    case 'refreshed': {
      const { session, person } = refreshed;
      if (session.aal === 2) {
        const factors = person?.factors ?? (await store.factors.of(session.userId));
        const fallen = !factors.some(({ verified }) => verified);
        if (fallen) return accounts.answer((await sessions.lower(session)) ?? session, person);
      }
      return accounts.answer(session, person);
    }
  }
}

/** A code from the end of a sign-in, and its requester's verifier (RFC 7636). */
async function pkceGrant({ exchangeCodes }: Facility, fields: Fields): Promise<TokenAnswer> {
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

/** The token may have been copied: its owner gets a notice. */
async function tellOfMisuse({ store, letters }: Facility, userId: string): Promise<void> {
  const user = await store.users.byId(userId);
  if (user?.email) letters.notify('session-misused', user.email, languageOf(user));
}

const notFound = (code: string, words: string) =>
  new AuthRefused(400, code, `Invalid Refresh Token: ${words}`);

/** Created once: the stack trace of an error takes longer than rejecting a forged token. */
const REFUSALS = {
  refresh_token_not_found: notFound('refresh_token_not_found', 'Refresh Token Not Found'),
  session_expired: notFound('session_expired', 'Session Expired'),
};

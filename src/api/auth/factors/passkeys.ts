/** The calls of passkeys. */

import type { Context } from 'hono';
import {
  type PasskeyCeremony,
  type PasskeyRefusal,
  PasskeyRefused,
  type Passkeys,
} from '#auth/factors/passkeys.ts';
import type { Passkey } from '#store/sessions/passkeys.ts';
import type { AuthCall, AuthParts } from '../auth-call.ts';
import { NAME_LENGTH } from './factors.ts';
import { readFields, text } from '../wire/fields.ts';
import { AuthRefused } from '../wire/refused.ts';
import { sessionAnswer, seconds, time } from '../wire/shapes.ts';
import { knownPerson } from '../wire/signed-in.ts';
import { demandSecondFactor } from '../user.ts';
import { assertionResponse, attestationResponse } from './webauthn-fields.ts';

/** The calls, by method and path after `passkeys`. */
export const PASSKEY_CALLS: [method: string, path: string, call: AuthCall][] = [
  ['POST', '/registration/options', withPasskeys(beginRegistration)],
  ['POST', '/registration/verify', withPasskeys(register)],
  ['POST', '/authentication/options', withPasskeys(beginSignIn)],
  ['POST', '/authentication/verify', withPasskeys(signIn)],
  ['GET', '', withPasskeys(list)],
  ['PATCH', '/:passkeyId', withPasskeys(rename)],
  ['DELETE', '/:passkeyId', withPasskeys(remove)],
];

type PasskeyCall = (c: Context, passkeys: Passkeys, parts: AuthParts) => Promise<Response>;

/** The same call if there are passkeys, with AuthRefused instead of PasskeyRefused. */
function withPasskeys(call: PasskeyCall): AuthCall {
  return async (c, parts) => {
    const { passkeys } = parts;
    if (passkeys === undefined) throw passkeysOff();
    try {
      return await call(c, passkeys, parts);
    } catch (error) {
      throw error instanceof PasskeyRefused ? REFUSALS[error.reason]() : error;
    }
  };
}

/** A signed-in user, at aal2 if they have a second factor. */
async function owner(c: Context, parts: AuthParts) {
  const session = await parts.demand(c);
  const { user } = await knownPerson(parts.accounts, session);
  await demandSecondFactor(parts, session, 403);
  return { user, session };
}

async function beginRegistration(c: Context, passkeys: Passkeys, parts: AuthParts) {
  const { user, session } = await owner(c, parts);
  return c.json(ceremonyShape(await passkeys.registration(session, user)));
}

async function register(c: Context, passkeys: Passkeys, parts: AuthParts) {
  const { user, session } = await owner(c, parts);
  const fields = await readFields(c);
  const challengeId = text(fields, 'challenge_id', 64);
  const response = attestationResponse(fields, 'credential');
  return c.json(shape(await passkeys.register(session, user, challengeId, response)));
}

async function beginSignIn(c: Context, passkeys: Passkeys) {
  await readFields(c);
  return c.json(ceremonyShape(await passkeys.authentication()));
}

async function signIn(c: Context, passkeys: Passkeys, parts: AuthParts) {
  const fields = await readFields(c);
  const challengeId = text(fields, 'challenge_id', 64);
  const response = assertionResponse(fields, 'credential');
  const answer = await passkeys.signIn(challengeId, response);
  return c.json(await sessionAnswer(c, parts, answer));
}

async function list(c: Context, passkeys: Passkeys, parts: AuthParts) {
  const { user } = await owner(c, parts);
  return c.json((await passkeys.of(user.id)).map(shape));
}

async function rename(c: Context, passkeys: Passkeys, parts: AuthParts) {
  const { user } = await owner(c, parts);
  const name = text(await readFields(c), 'friendly_name', NAME_LENGTH);
  const renamed = await passkeys.rename(user, c.req.param('passkeyId') ?? '', name);
  if (renamed === undefined) throw notFound();
  return c.json(shape(renamed));
}

async function remove(c: Context, passkeys: Passkeys, parts: AuthParts) {
  const { user } = await owner(c, parts);
  if (!(await passkeys.remove(user, c.req.param('passkeyId') ?? ''))) throw notFound();
  return c.body(null, 204);
}

function ceremonyShape({ challengeId, publicKey, until }: PasskeyCeremony): object {
  return { challenge_id: challengeId, options: publicKey, expires_at: seconds(until) };
}

function shape({ id, name, createdAt, lastUsedAt }: Passkey): Record<string, unknown> {
  return {
    id,
    ...(name !== null && { friendly_name: name }),
    created_at: time(createdAt),
    ...(lastUsedAt !== null && { last_used_at: time(lastUsedAt) }),
  };
}

const passkeysOff = () =>
  new AuthRefused(422, 'feature_disabled', 'Passkeys are not offered here.');
const notFound = () => new AuthRefused(404, 'validation_failed', 'Passkey not found');

const REFUSALS: Record<PasskeyRefusal, () => AuthRefused> = {
  no_challenge: () =>
    new AuthRefused(400, 'webauthn_challenge_not_found', 'Challenge not found or already used'),
  challenge_expired: () =>
    new AuthRefused(400, 'webauthn_challenge_expired', 'Challenge has expired'),
  wrong: () =>
    new AuthRefused(400, 'webauthn_verification_failed', 'Credential verification failed'),
  known: () =>
    new AuthRefused(422, 'webauthn_credential_exists', 'This credential is already registered'),
  too_many: () => new AuthRefused(422, 'too_many_passkeys', 'Maximum number of passkeys reached'),
  session_ended: () => new AuthRefused(403, 'session_not_found', 'The session has ended.'),
};

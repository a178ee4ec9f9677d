/** The calls of passkeys. */

import type { Context } from 'hono';
import type { Facility } from '#auth/facility.ts';
import {
  type PasskeyCeremony,
  type PasskeyRefusal,
  PasskeyRefused,
  type Passkeys,
} from '#auth/factors/passkeys.ts';
import type { Passkey } from '#store/sessions/passkeys.ts';
import { NAME_LENGTH } from './factors.ts';
import { readFields, text } from '../wire/fields.ts';
import { AuthRefused } from '../wire/refused.ts';
import { seconds, time, tokenShape } from '../wire/shapes.ts';
import { knownPerson, type SignedIn } from '../wire/signed-in.ts';
import { demandSecondFactor } from '../user.ts';
import { assertionResponse, attestationResponse } from './webauthn-fields.ts';

type Demand = (c: Context) => Promise<SignedIn>;
type Call = (c: Context) => Promise<Response>;

/** All passkey calls, by method and path after `passkeys`. */
export function passkeyCalls(facility: Facility, demand: Demand): [string, string, Call][] {
  /** A signed-in user, at aal2 where they have a second factor. */
  const owner = async (c: Context) => {
    const signedIn = await demand(c);
    const { user } = await knownPerson(facility.accounts, signedIn);
    await demandSecondFactor(facility, signedIn.session, 403);
    return { user, session: signedIn.session };
  };
  const call =
    (answer: (passkeys: Passkeys, c: Context) => Promise<Response>): Call =>
    async (c) => {
      const { passkeys } = facility;
      if (passkeys === undefined) throw passkeysOff();
      try {
        return await answer(passkeys, c);
      } catch (error) {
        throw error instanceof PasskeyRefused ? REFUSALS[error.reason]() : error;
      }
    };
  return [
    [
      'POST',
      '/registration/options',
      call(async (passkeys, c) => {
        const { user, session } = await owner(c);
        return c.json(ceremonyShape(await passkeys.registration(session, user)));
      }),
    ],
    [
      'POST',
      '/registration/verify',
      call(async (passkeys, c) => {
        const { user, session } = await owner(c);
        const fields = await readFields(c);
        const challengeId = text(fields, 'challenge_id', 64);
        const response = attestationResponse(fields, 'credential');
        return c.json(shape(await passkeys.register(session, user, challengeId, response)));
      }),
    ],
    [
      'POST',
      '/authentication/options',
      call(async (passkeys, c) => {
        await readFields(c);
        return c.json(ceremonyShape(await passkeys.authentication()));
      }),
    ],
    [
      'POST',
      '/authentication/verify',
      call(async (passkeys, c) => {
        const fields = await readFields(c);
        const challengeId = text(fields, 'challenge_id', 64);
        const response = assertionResponse(fields, 'credential');
        return c.json(tokenShape(await passkeys.signIn(challengeId, response)));
      }),
    ],
    [
      'GET',
      '',
      call(async (passkeys, c) => {
        const { user } = await owner(c);
        return c.json((await passkeys.of(user.id)).map(shape));
      }),
    ],
    [
      'PATCH',
      '/:passkeyId',
      call(async (passkeys, c) => {
        const { user } = await owner(c);
        const name = text(await readFields(c), 'friendly_name', NAME_LENGTH);
        const renamed = await passkeys.rename(user, c.req.param('passkeyId') ?? '', name);
        if (renamed === undefined) throw notFound();
        return c.json(shape(renamed));
      }),
    ],
    [
      'DELETE',
      '/:passkeyId',
      call(async (passkeys, c) => {
        const { user } = await owner(c);
        if (!(await passkeys.remove(user, c.req.param('passkeyId') ?? ''))) throw notFound();
        return c.body(null, 204);
      }),
    ],
  ];
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
};

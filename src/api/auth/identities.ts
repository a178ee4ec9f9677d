/** DELETE user/identities/{identity_id}. */

import type { Context } from 'hono';
import type { Facility } from '#auth/facility.ts';
import { unlink } from '#auth/accounts/unlinking.ts';
import { demandProviders } from './authorize.ts';
import { AuthRefused } from './wire/refused.ts';
import type { SignedIn } from './wire/signed-in.ts';
import { demandSecondFactor } from './user.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function unlinkIdentityCall(facility: Facility, demand: (c: Context) => Promise<SignedIn>) {
  return async (c: Context): Promise<Response> => {
    const { session } = await demand(c);
    demandProviders(facility);
    const id = c.req.param('id') ?? '';
    if (!UUID.test(id)) {
      throw new AuthRefused(404, 'validation_failed', 'identity_id must be an UUID');
    }
    await demandSecondFactor(facility, session, 403);
    switch (await unlink(facility, session.userId, id.toLowerCase())) {
      case 'unlinked':
        return c.json({});
      case 'single':
        throw refused(
          'single_identity_not_deletable',
          'User must have at least 1 identity after unlinking',
        );
      case 'unknown':
        throw refused('identity_not_found', "Identity doesn't exist");
      case 'conflict':
        throw refused(
          'email_conflict_identity_not_deletable',
          'Unable to unlink identity due to email conflict',
        );
    }
  };
}

const refused = (code: string, message: string) => new AuthRefused(422, code, message);

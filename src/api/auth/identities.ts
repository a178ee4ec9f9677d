/** DELETE user/identities/{identity_id}. */

import type { Context } from 'hono';
import { unlink } from '#auth/accounts/unlinking.ts';
import { isUuid } from '#store/storable.ts';
import type { AuthParts } from './auth-call.ts';
import { demandProviders } from './authorize.ts';
import { AuthRefused } from './wire/refused.ts';
import { demandSecondFactor } from './user.ts';

export async function unlinkIdentityCall(c: Context, parts: AuthParts): Promise<Response> {
  const session = await parts.demand(c);
  demandProviders(parts);
  const id = (c.req.param('id') ?? '').toLowerCase();
  if (!isUuid(id)) {
    throw new AuthRefused(404, 'validation_failed', 'identity_id must be an UUID');
  }
  await demandSecondFactor(parts, session, 403);
  switch (await unlink(parts, session.userId, id)) {
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
}

const refused = (code: string, message: string) => new AuthRefused(422, code, message);

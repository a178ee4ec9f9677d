/** A new alias, and the response of either API if there is none. */

import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { AliasWish, OwnersAlias } from '#auth/aliases/many-aliases.ts';
import type { KeyCall } from './parts.ts';
import { ApiRefused, tooMany } from './refusal.ts';

/** @param status of either refusal, by which clients tell them apart @throws ApiRefused */
export async function newlyMade(
  { c, owner, aliases }: KeyCall,
  wish: AliasWish,
  status: Record<'full' | 'taken', ContentfulStatusCode>,
): Promise<OwnersAlias> {
  const making = await aliases.make(owner, wish);
  switch (making.kind) {
    case 'created':
      return making.alias;
    case 'full':
      throw new ApiRefused(status.full, `You have ${making.has} of ${making.most} aliases.`);
    case 'too_soon':
      throw tooMany(c, making.seconds);
    case 'taken':
      throw new ApiRefused(status.taken, 'This alias exists already. Load the suggestions again.');
    case 'not_owner':
      // The account was deleted, or changed its address, at this very moment: so the key has ended.
      throw new ApiRefused(401, 'Wrong API key.');
  }
}

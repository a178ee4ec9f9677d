/** The owner of a call: by an API key in the header of its API, and by nothing else. */

import type { Context } from 'hono';
import { type ApiKeyScope, includesScope } from '#rules/api-key.ts';
import type { ApiKeys } from '#auth/accounts/api-keys.ts';
import { type AliasOwner, aliasOwner } from '#auth/aliases/many-aliases.ts';
import type { ApiKey } from '#store/sessions/api-keys.ts';
import type { User } from '#store/sessions/users.ts';
import { bearerToken } from '../key.ts';
import { addressOf, type RouteOptions } from '../guard.ts';
import { ApiRefused, isAddy, tooMany } from './refusal.ts';

const WRONG = 'Wrong API key.';

/** The owner of a key, with the key's row and the user's. */
export type KeyOwner = AliasOwner & { key: ApiKey; user: User };

/** The key of a call, in the header of its API. @returns undefined: none, or not a key */
function sentKey({ req }: Context): string | undefined {
  const sent = isAddy(req.path)
    ? bearerToken(req.header('authorization') ?? '')
    : req.header('authentication');
  return sent?.trim() || undefined;
}

/** Whether the call's key is right: such a call is exempt from the limit of all callers, which strangers share. */
export async function hasRightKey(c: Context, apiKeys: Pick<ApiKeys, 'ownerOf'>): Promise<boolean> {
  const sent = sentKey(c);
  return sent !== undefined && (await apiKeys.ownerOf(sent)) !== undefined;
}

/** @throws ApiRefused 401 for a wrong or revoked key, 403 for a key of a smaller scope */
export async function keyOwner(
  c: Context,
  needed: ApiKeyScope,
  apiKeys: Pick<ApiKeys, 'ownerOf'>,
  options: RouteOptions,
): Promise<KeyOwner> {
  const sent = sentKey(c);
  if (sent === undefined) throw new ApiRefused(401, WRONG);
  const found = await apiKeys.ownerOf(sent);
  const owner = found && aliasOwner(found.user);
  // Extensions sign their user out on 401, so it is only sent for a missing or wrong key.
  if (found === undefined || owner === undefined) throw wrongKey(c, options);
  if (!includesScope(found.key.scope, needed)) {
    throw new ApiRefused(403, `This API key may not do that: it needs the scope ${needed}.`);
  }
  return { ...found, ...owner };
}

/** Counted for wrong keys only: a stranger behind the same address does not lock out the owner of a right one. */
function wrongKey(c: Context, options: RouteOptions): ApiRefused {
  const wait = options.rateLimits?.take('key_wrong', addressOf(c, options)) ?? 0;
  if (wait > 0) return tooMany(c, wait);
  return new ApiRefused(401, WRONG);
}

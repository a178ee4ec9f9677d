/** What both APIs share: a call with its key, the owner's aliases, and a new one. */

import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { AliasWish, ManyAliases, OwnersAlias } from '#auth/aliases/many-aliases.ts';
import type { NameSpace } from '#rules/alias.ts';
import type { ReplyAddressParts } from '../functions/reply-address.ts';
import type { KeyOwner } from './key.ts';
import type { SignedNames } from './options.ts';
import { ApiRefused, tooMany } from './refusal.ts';

export type CompatParts = ReplyAddressParts & {
  aliases: ManyAliases;
  signedNames: SignedNames;
  space: NameSpace;
  /** Origin of the site, where owners make their keys. */
  publicUrl: string;
  /** Milliseconds since 1970. */
  now: () => number;
};

/** A call with a key of sufficient scope. */
export type KeyCall = CompatParts & {
  c: Context;
  owner: KeyOwner;
};

/** The owner's aliases that count, newest first: not those that someone else made for the address. */
export async function ownAliases({ aliases, owner }: KeyCall): Promise<OwnersAlias[]> {
  return (await aliases.list(owner)).aliases.filter(({ confirmed }) => confirmed);
}

/** Whether the text occurs in an alias's address, label or site. @param query in lower case */
export const named = ({ alias_email, label, site }: OwnersAlias, query: string): boolean =>
  [alias_email, label, site].some((text) => text.toLowerCase().includes(query));

/** A new alias. @param status of either refusal, by which clients tell them apart @throws ApiRefused */
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

/** What the compatible calls work with. */

import type { Context } from 'hono';
import type { ManyAliases } from '#auth/aliases/many-aliases.ts';
import type { NameSpace } from '#rules/alias.ts';
import type { ReplyAddressParts } from '../functions/reply-address.ts';
import type { KeyOwner } from './key.ts';
import type { SignedNames } from './options.ts';

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

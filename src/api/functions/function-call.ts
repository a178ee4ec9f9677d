/** A call of functions/v1, what it works with, and the alias of its owner. */

import type { Context } from 'hono';
import type { ManyAliases } from '#auth/aliases/many-aliases.ts';
import type { Facility } from '#auth/facility.ts';
import type { ReplyAddresses } from '#mail/return-path/reply-addresses.ts';
import type { SenderNames } from '#mail/senders/sender-names.ts';
import type { OwnNames } from '#rules/own-domain.ts';
import { isOwner } from '#rules/ownership.ts';
import type { Sealing } from '#secrets/sealing.ts';
import type { Alias, OwnedAlias, Store } from '#store/store.ts';
import type { Caller } from '../caller.ts';
import { CallRefused } from '../errors.ts';
import type { NewCorrespondents } from './new-correspondents.ts';

/** Replies of owners through us. */
export type OwnersReplies = {
  addresses: Pick<ReplyAddresses, 'sealed'>;
  newCorrespondents: Pick<NewCorrespondents, 'spend'>;
};

/** What the owners' calls of functions/v1 work with. */
export type FunctionParts = OwnNames & {
  store: Store;
  facility: Facility;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Called for each alias that was switched, paused or deleted, or has a new switch-off link. */
  switched: (alias: Alias) => void;
  /** The last delivered messages, newest first, in this node's memory. Times are milliseconds since 1970. */
  lastArrivals: (aliasId: string) => readonly { at: number; domain: string; author?: string }[];
  /** Writes this node's pending history, so that an owner sees a message of a moment ago. Never rejects. */
  writeHistory: () => Promise<void>;
  /**
   * Names the authenticated authors, and the MACs by which their owner acts on them; absent: senders are not recorded.
   */
  senderNames?: SenderNames;
  /** Opens owners' notes; absent: notes are left out of a download. */
  noteSealing?: Sealing;
  /** Several aliases of one owner; absent: no one has them here. */
  manyAliases?: ManyAliases;
  /** Absent: owners do not reply through us. */
  replies?: OwnersReplies;
};

export type FunctionCall = (c: Context, caller: Caller, parts: FunctionParts) => Promise<Response>;

export const notFound = () => new CallRefused(404, 'not_found', 'There is no such alias.');

/** The alias of a call, for its owner alone: no other caller learns that it exists. @throws CallRefused not_found */
export async function ownedAlias(
  store: Pick<Store, 'aliasById'>,
  { asker }: Caller,
  id: unknown,
): Promise<OwnedAlias & { owner: string }> {
  const found = typeof id === 'string' ? await store.aliasById(id.toLowerCase()) : undefined;
  if (!found || asker.email === undefined || !isOwner(found.alias, found.state, asker)) {
    throw notFound();
  }
  return { ...found, owner: asker.email };
}

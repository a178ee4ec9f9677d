/** RCPT TO: finds the recipient for one of our addresses. */

import { BoundedMap } from '#collections/bounded-map.ts';
import { splitAddress } from '#rules/address.ts';
import { aliasNamedBy, type NameSpace } from '#rules/alias.ts';
import { type Ownership, receiveVerdict } from '#rules/ownership.ts';
import type { OwnersWord } from '#rules/senders.ts';
import type { OwnedAlias, Store } from '#store/store.ts';
import { NO_REPLY } from '../reply/refusals.ts';
import type { ReplyAddresses } from '../return-path/reply-addresses.ts';
import type { ReturnPaths, Unwound } from '../return-path/return-paths.ts';
import type { EnvelopeMailbox } from '../smtp/receive/policy.ts';
import type { Reply } from '../smtp/reply.ts';
import * as replies from '../replies.ts';

/** One accepted recipient. */
export type Recipient = {
  /** The address that may be shown: in Received, in Delivered-To, to the ledger. Two spellings of one alias are equal. */
  shown: string;
} & (
  | {
      kind: 'alias';
      /** Where the message goes. */
      forwardPath: string;
      /** Id of the row. */
      aliasId: string;
      /** The row was created before this service confirmed addresses, and is not confirmed yet. */
      isUnconfirmed: boolean;
      /** For links that switch the alias: a new value invalidates all earlier links. */
      linkEpoch: number;
      /** The owner's rules about senders. Absent: the owner is unknown, and senders are not recorded. */
      senders?: OwnersWord;
    }
  | {
      kind: 'operator';
      /** Where the message goes. */
      forwardPath: string;
    }
  | {
      kind: 'bounce';
      /** Where the report goes: to the sender of a message, or to the owner who sent a reply. */
      forwardPath: string;
      about: 'mail' | 'reply';
      /** The alias that the message was for, if known, or through which the reply was sent. */
      alias: string | undefined;
    }
  /** The return path of our own notifications: a report to it is discarded. */
  | { kind: 'letter'; key: string }
  /** A reply address: its correspondent is known once the owner is. */
  | { kind: 'reply' }
);

/** The answer to an address that is not a recipient now. */
export type RecipientRefusal = Reply & {
  /** An alias that its owner has paused, or that has expired. */
  turnedAway?: { kind: 'paused' | 'ended'; aliasId: string };
};

export type DirectoryOptions = {
  space: NameSpace;
  store: Pick<Store, 'aliasByAddress' | 'hasAliases'>;
  returnPaths: ReturnPaths;
  /** If replies are off it has none, and an address of their form is an unknown alias. */
  replyAddresses: Pick<ReplyAddresses, 'kindOf'>;
  ownership: Ownership;
  /** Receives messages to postmaster@ and abuse@; undefined: no address is set. */
  operator: string | undefined;
  /** Other domains, besides those of aliases, that have these two mailboxes. In lower case. */
  operatorDomains: readonly string[];
  /**
   * The lifetime of a cached lookup, in milliseconds, at most 2000: for that time a switched-off alias may still be accepted.
   */
  cacheMs: number;
  now: () => number;
  /** Milliseconds since 1970. */
  date: () => number;
  /** The store does not respond: the sender gets 451. */
  onFault: (error: unknown) => void;
};

/** RFC 5321 section 4.5.1 and RFC 2142 section 5: mailboxes that every domain has, in any case. */
const OPERATOR_MAILBOX = /^(?:postmaster|abuse)$/i;
/** The largest number of cached aliases. */
const CACHED_ALIASES = 10_000;
/** The largest number of nested return paths: more do not fit into the length of an address. */
const NESTED_ALIASES = 5;

export class Directory {
  readonly #options: DirectoryOptions;
  /**
   * Whether the store has ever been seen to contain an alias. After that, an alias that it does not find does not exist.
   */
  #inUse = false;
  readonly #cache = new BoundedMap<string, { found: OwnedAlias; at: number }>(CACHED_ALIASES);

  /** The number of calls of `forget`: a lookup that was in progress meanwhile is not cached. */
  #forgotten = 0;

  constructor(options: DirectoryOptions) {
    this.#options = options;
  }

  find(
    mailbox: EnvelopeMailbox,
  ): Recipient | RecipientRefusal | Promise<Recipient | RecipientRefusal> {
    const { space, operatorDomains, replyAddresses, returnPaths } = this.#options;
    const { domain } = mailbox;
    const local = withoutQuotes(mailbox.local);
    // RFC 5321 section 4.5.1: postmaster is also valid without a domain.
    const ours = domain === '' || space.domains.includes(domain);
    if (OPERATOR_MAILBOX.test(local) && (ours || operatorDomains.includes(domain))) {
      return this.#operator(local, domain);
    }
    // The same for every sender: an answer that depended on the sender would let anyone guess real addresses, one RCPT
    // each.
    switch (replyAddresses.kindOf(local, domain)) {
      case 'reply':
        return { kind: 'reply', shown: `${local}@${domain}`.toLowerCase() };
      case 'no-reply':
        return NO_REPLY.reply;
      case undefined:
    }
    if (returnPaths.owns(domain)) return this.#bounce(local, domain);
    if (!ours) return replies.RELAY_DENIED;
    const address = aliasNamedBy(`${local}@${domain}`, space);
    return address === undefined ? replies.NO_SUCH_ALIAS : this.#alias(address);
  }

  /** Looks this alias up again the next time, because it was switched here. */
  forget(address: string): void {
    this.#cache.delete(address);
    this.#forgotten += 1;
  }

  async #alias(address: string): Promise<Recipient | RecipientRefusal> {
    const found = await this.#find(address, replies.NO_SUCH_ALIAS);
    if ('code' in found) return found;
    const { alias, state } = found;
    const verdict = this.#verdict(found);
    switch (verdict) {
      case 'forward':
      case 'grace':
        return {
          kind: 'alias',
          shown: address,
          forwardPath: alias.real_email,
          aliasId: alias.id,
          isUnconfirmed: verdict === 'grace',
          linkEpoch: state.linkEpoch,
          ...(state.confirmedAt !== null && { senders: state }),
        };
      case 'later':
        return state.confirmedAt === null
          ? replies.NOT_AT_THE_MOMENT
          : { ...replies.NOT_AT_THE_MOMENT, turnedAway: { kind: 'paused', aliasId: alias.id } };
      case 'ended':
        return { ...replies.NO_SUCH_ALIAS, turnedAway: { kind: 'ended', aliasId: alias.id } };
      case 'off':
      case 'gone':
        return replies.NO_SUCH_ALIAS;
    }
  }

  /** The alias with this address. @returns the rejection if there is none, or 451. Never rejects */
  async #find(address: string, refusal: Reply): Promise<OwnedAlias | Reply> {
    try {
      const found = this.#cached(address) ?? (await this.#lookUp(address));
      this.#inUse ||= found !== undefined;
      return found ?? (await this.#refused(refusal));
    } catch (error) {
      this.#options.onFault(error);
      return replies.STORE_SILENT;
    }
  }

  /**
   * A store without any alias is new, or the wrong one: a volume that is not mounted, a forgotten restore. A message rejected
   * permanently because of it would be lost, so messages are deferred until the first alias exists.
   * @returns the rejection, or 451
   */
  async #refused(refusal: Reply): Promise<Reply> {
    try {
      this.#inUse ||= await this.#options.store.hasAliases();
      return this.#inUse ? refusal : replies.STORE_SILENT;
    } catch (error) {
      this.#options.onFault(error);
      return replies.STORE_SILENT;
    }
  }

  #cached(address: string): OwnedAlias | undefined {
    const entry = this.#cache.get(address);
    if (entry === undefined) return undefined;
    if (this.#options.now() - entry.at < this.#options.cacheMs) return entry.found;
    this.#cache.delete(address);
    return undefined;
  }

  async #lookUp(address: string): Promise<OwnedAlias | undefined> {
    const { now, store, cacheMs } = this.#options;
    // The time before the lookup counts: the store's answer may be that old.
    const at = now();
    const forgotten = this.#forgotten;
    const found = await store.aliasByAddress(address);
    const mayBeOld = forgotten < this.#forgotten;
    // Only an alias that forwards is cached: an alias that is new, confirmed, or switched on again works immediately.
    if (found !== undefined && cacheMs > 0 && !mayBeOld && this.#verdict(found) === 'forward') {
      this.#cache.set(address, { found, at });
    }
    return found;
  }

  #verdict({ alias, state }: OwnedAlias) {
    const { ownership, date } = this.#options;
    return receiveVerdict(ownership, alias, state, date());
  }

  #operator(local: string, domain: string): Recipient | Reply {
    const { operator, space } = this.#options;
    if (operator === undefined) return replies.NO_OPERATOR;
    const shown = `${local.toLowerCase()}@${domain || space.domains[0]}`;
    return { kind: 'operator', shown, forwardPath: operator };
  }

  async #bounce(local: string, domain: string): Promise<Recipient | Reply> {
    const unwound = this.#unwound(local, domain);
    const shown = `${local}@${domain}`.toLowerCase();
    switch (unwound.kind) {
      case 'forged':
        // The secret that signed it may be in the missing store.
        return this.#refused(replies.BOUNCE_FORGED);
      case 'expired':
        return replies.BOUNCE_EXPIRED;
      case 'letter':
        return { kind: 'letter', shown, key: unwound.key };
      case 'sender':
        return {
          kind: 'bounce',
          shown,
          forwardPath: unwound.address,
          about: 'mail',
          alias: unwound.alias,
        };
      case 'owner':
        return this.#owner(unwound.alias, shown);
    }
  }

  /** A report on a reply is not a message for the alias: it reaches the owner even while the alias is off or paused. */
  async #owner(address: string, shown: string): Promise<Recipient | Reply> {
    const found = await this.#find(address, replies.BOUNCE_FORGED);
    if ('code' in found) return found;
    const alias = { ...found.alias, active: true };
    const state = { ...found.state, pausedUntil: null, endsAt: null };
    switch (this.#verdict({ alias, state })) {
      case 'forward':
      case 'grace':
        return {
          kind: 'bounce',
          shown,
          forwardPath: alias.real_email,
          about: 'reply',
          alias: address,
        };
      case 'later':
        return replies.NOT_AT_THE_MOMENT;
      case 'off':
      case 'ended':
      case 'gone':
        return replies.BOUNCE_FORGED;
    }
  }

  /** A message may have passed through several aliases: the report goes to its author, about the alias that the author used. */
  #unwound(local: string, domain: string): Unwound {
    const { returnPaths } = this.#options;
    let unwound = returnPaths.unwind(local, domain);
    for (let aliases = 1; unwound.kind === 'sender' && aliases < NESTED_ALIASES; aliases++) {
      const [inner, host] = splitAddress(unwound.address);
      if (!returnPaths.owns(host.toLowerCase())) break;
      unwound = returnPaths.unwind(inner, host.toLowerCase());
    }
    return unwound;
  }
}

/** RFC 5321 section 4.1.2: a quoted local part is the same mailbox as the text within the quotes. */
function withoutQuotes(local: string): string {
  if (!local.includes('"')) return local;
  return local.replaceAll(/"((?:[^"\\]|\\.)*)"/g, (_, text: string) =>
    text.replaceAll(/\\(.)/g, '$1'),
  );
}

/** RCPT TO: finds the recipient behind an address of ours. */

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
      /** The row is older than the confirmation of addresses here, and is not confirmed yet. */
      isUnconfirmed: boolean;
      /** Of links that switch the alias: a new one makes all earlier links void. */
      linkEpoch: number;
      /** The owner's word about senders. Absent: nobody is known to own the alias, and its senders are not noted. */
      senders?: OwnersWord;
    }
  | {
      kind: 'operator';
      /** Where the message goes. */
      forwardPath: string;
    }
  | {
      kind: 'bounce';
      /** Where the report goes: to the sender of a mail, or to the owner who has sent a reply. */
      forwardPath: string;
      about: 'mail' | 'reply';
      /** The alias that the mail was for, where it is known, or through which the reply went. */
      alias: string | undefined;
    }
  /** The return path of a letter of ours: a report to it goes nowhere. */
  | { kind: 'letter'; key: string }
  /** A reply address: its correspondent is known once the owner is. */
  | { kind: 'reply' }
);

/** The answer to an address that is no recipient now. */
export type RecipientRefusal = Reply & {
  /** An alias that its owner has paused, or whose time is over. */
  turnedAway?: { kind: 'paused' | 'ended'; aliasId: string };
};

export type DirectoryOptions = {
  space: NameSpace;
  store: Pick<Store, 'aliasByAddress' | 'hasAliases'>;
  returnPaths: ReturnPaths;
  /** Undefined: there are none, and an address of their form is an unknown alias. */
  replyAddresses: Pick<ReplyAddresses, 'kindOf'> | undefined;
  ownership: Ownership;
  /** Receives mail to postmaster@ and abuse@; undefined: no address is set. */
  operator: string | undefined;
  /** Domains besides those of aliases that have these two mailboxes. In lower case. */
  operatorDomains: readonly string[];
  /**
   * The time for which a look-up may be used again, in milliseconds, 2000 at the most: so long a switched-off alias may
   * pass.
   */
  cacheMs: number;
  now: () => number;
  /** Milliseconds since 1970. */
  date: () => number;
  /** A store that does not answer: the sender is answered 451. */
  onFault: (error: unknown) => void;
};

/** RFC 5321 section 4.5.1 and RFC 2142 section 5: mailboxes that every domain has, in any case. */
const OPERATOR_MAILBOX = /^(?:postmaster|abuse)$/i;
/** Most aliases that are cached. */
const CACHED_ALIASES = 10_000;
/** Most return paths within each other: the length of an address has no room for more. */
const NESTED_ALIASES = 5;

export class Directory {
  readonly #options: DirectoryOptions;
  /**
   * Whether the store has ever been seen to hold an alias: from then on an alias that it does not know does not exist.
   */
  #inUse = false;
  readonly #cache = new BoundedMap<string, { found: OwnedAlias; at: number }>(CACHED_ALIASES);

  /** The number of calls of `forget`: a look-up that was under way meanwhile is not remembered. */
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
    // RFC 5321 section 4.5.1: postmaster also without a domain.
    const ours = domain === '' || space.domains.includes(domain);
    if (OPERATOR_MAILBOX.test(local) && (ours || operatorDomains.includes(domain))) {
      return this.#operator(local, domain);
    }
    // The same for every sender: an answer that depended on the sender would let anybody guess real addresses, one RCPT
    // each.
    switch (replyAddresses?.kindOf(local, domain)) {
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

  /** Looks this alias up anew the next time, because it was switched here. */
  forget(address: string): void {
    this.#cache.delete(address);
    this.#forgotten += 1;
  }

  async #alias(address: string): Promise<Recipient | RecipientRefusal> {
    const { ownership, date, onFault } = this.#options;
    try {
      const found = this.#cached(address) ?? (await this.#lookUp(address));
      this.#inUse ||= found !== undefined;
      if (found === undefined) return await this.#refused(replies.NO_SUCH_ALIAS);
      const { alias, state } = found;
      const verdict = receiveVerdict(ownership, alias, state, date());
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
    } catch (error) {
      onFault(error);
      return replies.STORE_SILENT;
    }
  }

  /**
   * A store without a single alias is new, or the wrong one: a volume that is not mounted, a forgotten restore. A mail
   * refused for good on its word is lost, so mail is asked to wait until the first alias is there.
   * @returns the refusal, or 451
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
    // The moment before the look-up counts: the store's answer may be as old as that.
    const at = now();
    const forgotten = this.#forgotten;
    const found = await store.aliasByAddress(address);
    const mayBeOld = forgotten < this.#forgotten;
    // Only an alias that forwards is cached: one that is new, confirmed, or switched on again, serves at once.
    if (found !== undefined && cacheMs > 0 && !mayBeOld && this.#forwards(found)) {
      this.#cache.set(address, { found, at });
    }
    return found;
  }

  #forwards({ alias, state }: OwnedAlias): boolean {
    const { ownership, date } = this.#options;
    return receiveVerdict(ownership, alias, state, date()) === 'forward';
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

  /** A report on a reply is not mail for the alias: it reaches the owner while the alias is off, and while it is paused. */
  async #owner(address: string, shown: string): Promise<Recipient | Reply> {
    const { ownership, date, onFault } = this.#options;
    try {
      const found = this.#cached(address) ?? (await this.#lookUp(address));
      if (found === undefined) return await this.#refused(replies.BOUNCE_FORGED);
      const { alias, state } = found;
      const [on, open] = [
        { ...alias, active: true },
        { ...state, pausedUntil: null, endsAt: null },
      ];
      switch (receiveVerdict(ownership, on, open, date())) {
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
    } catch (error) {
      onFault(error);
      return replies.STORE_SILENT;
    }
  }

  /** A mail may have been through several aliases: the report is its author's, about the alias that the author knows. */
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

/** RFC 5321 section 4.1.2: a quoted local part names the same mailbox as the text within the quotes. */
function withoutQuotes(local: string): string {
  if (!local.includes('"')) return local;
  return local.replaceAll(/"((?:[^"\\]|\\.)*)"/g, (_, text: string) =>
    text.replaceAll(/\\(.)/g, '$1'),
  );
}

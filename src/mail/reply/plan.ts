/**
 * The plan of one reply: the outcome for a message to reply addresses, decided once for all its recipients. The gate
 * comes first. After it the owner is known, and gets the exact reason.
 */

import { readRealAddress } from '#domains/real-address.ts';
import { splitAddress } from '#rules/address.ts';
import { type Ownership, receiveVerdict } from '#rules/ownership.ts';
import type { OwnedAlias, Store } from '#store/store.ts';
import type { Envelope, WireMessage } from '../message/message.ts';
import type { OpenedReplyAddress, ReplyAddresses } from '../return-path/reply-addresses.ts';
import type { ReturnPaths } from '../return-path/return-paths.ts';
import type { AuthenticationOutcome } from '../trust/authentication.ts';
import type { CountedReply, ReplyAllowances } from './allowances.ts';
import type { ComposedReply, ReplyComposer } from './compose.ts';
import { type Gate, passGate } from './gate.ts';
import * as refusals from './refusals.ts';
import type { ReplyRefusal } from './refusals.ts';
import type { SentIds } from './sent-ids.ts';

/** A message to reply addresses. Its octets are lent until the verdict. */
export type ReplyMail = {
  /** As in Received. */
  id: string;
  /** The reverse-path, empty for `<>`. */
  sender: string;
  message: WireMessage;
  /** Index of the body's first octet: after the empty line. */
  bodyStart: number;
  /** Whether SMTPUTF8 was declared. */
  utf8: boolean;
  /** Called only if needed; rejects for internal errors only. */
  judgement: () => Promise<AuthenticationOutcome>;
  /** Called if a sender without any proof has tried this address: it may be a guess. */
  onGuess: (replyAddress: string) => void;
};

export type ReplyPlanOptions = {
  addresses: ReplyAddresses;
  returnPaths: Pick<ReturnPaths, 'forReply'>;
  store: Pick<Store, 'aliasNamesOf' | 'aliasByAddress' | 'hasAliases'>;
  ownership: Ownership;
  allowances: ReplyAllowances;
  composer: ReplyComposer;
  sentIds: SentIds;
  /**
   * Called when a confirmed alias's reply has reached its correspondent.
   * @param correspondent with a domain in lower case and A-labels
   */
  reached: (aliasId: string, correspondent: string) => void;
  /** `dkim`: SPF alone does not prove an owner. */
  proof: 'any' | 'dkim';
  /** Milliseconds since 1970. */
  date: () => number;
  onFault: (error: unknown) => void;
};

export type PlannedReply =
  | { kind: 'refused'; refusal: ReplyRefusal }
  | {
      kind: 'send';
      envelope: Envelope;
      message: WireMessage;
      /** To be called with the verdict. */
      ended: (kind: 'accepted' | 'deferred' | 'refused') => Promise<void>;
    };

/** The owner according to the store. */
type Owner = {
  /** The canonical spelling of the proven address. */
  address: string;
  /** The names of all aliases; of several hundred, only those that send this reply are loaded in full. */
  names: readonly string[];
};

/** @param row of the alias that sends the reply */
type Opened = Extract<OpenedReplyAddress, { kind: 'open' }> & { row: OwnedAlias };

export class ReplyPlan {
  readonly #mail: ReplyMail;
  readonly #options: ReplyPlanOptions;
  #gate: Promise<Gate> | undefined;
  #owner: Promise<Owner | undefined> | undefined;
  /** One for each alias that sends the reply. */
  readonly #composed = new Map<string, Promise<ComposedReply>>();
  /** Opened reply addresses of the envelope and the header, which are usually the same. */
  readonly #opened = new Map<string, OpenedReplyAddress>();

  constructor(mail: ReplyMail, options: ReplyPlanOptions) {
    this.#mail = mail;
    this.#options = options;
  }

  /** @param replyAddress of the envelope, in lower case. Rejects for internal errors only */
  async for(replyAddress: string): Promise<PlannedReply> {
    const { allowances } = this.#options;
    const gate = await (this.#gate ??= this.#passGate());
    if (gate.kind === 'silent') return refused(refusals.NO_ANSWER);
    if (gate.kind === 'long') return refused(refusals.beyondLimits(gate.field));
    if (gate.kind === 'refused') {
      if (!(await this.#hasSignature())) this.#mail.onGuess(replyAddress);
      return refused(refusals.REFUSED);
    }
    if (!gate.appliesTo(replyAddress)) return refused(refusals.REFUSED);
    const owner = await (this.#owner ??= this.#find(gate.author));
    if (owner === undefined) return refused(refusals.STORE_SILENT);
    // A sender without an alias is not an owner, and gets the same reply as a stranger.
    if (owner.names.length === 0) return refused(refusals.REFUSED);
    if (allowances.isGuessing(owner.address)) return refused(refusals.TOO_MANY);
    const opened = await this.#open(replyAddress, owner);
    if ('refusal' in opened) {
      if (opened.refusal === refusals.UNKNOWN) allowances.missed(owner.address);
      return refused(opened.refusal);
    }
    const counted = { ...opened, owner: owner.address };
    if (allowances.take(counted) > 0) return refused(refusals.TOO_MANY);
    const composed = await this.#compose(opened.row, owner);
    if (composed.kind === 'refused') {
      allowances.giveBack(counted);
      return refused(composed.refusal);
    }
    return this.#planned(counted, composed);
  }

  async #passGate(): Promise<Gate> {
    const { sender, judgement } = this.#mail;
    return passGate(await judgement(), { sender, proof: this.#options.proof });
  }

  async #hasSignature(): Promise<boolean> {
    const { dkim } = await this.#mail.judgement();
    return dkim.some(({ result }) => result === 'pass');
  }

  /** @returns undefined if the store is unavailable, or may be incomplete */
  async #find(author: string): Promise<Owner | undefined> {
    const { store, onFault } = this.#options;
    const address = readRealAddress(author);
    if (address === undefined) return { address: author, names: [] };
    const { canonical, earlier } = address;
    try {
      const ofEach = [canonical, ...earlier].map((spelling) => store.aliasNamesOf(spelling));
      const names = (await Promise.all(ofEach)).flat();
      // A store without any alias is new, or the wrong one: it must not cause a permanent rejection.
      if (names.length === 0 && !(await store.hasAliases())) return undefined;
      return { address: canonical, names };
    } catch (error) {
      onFault(error);
      return undefined;
    }
  }

  async #open(replyAddress: string, owner: Owner): Promise<Opened | { refusal: ReplyRefusal }> {
    const { store, ownership, date, onFault } = this.#options;
    const meaning = this.#meaning(replyAddress, owner);
    if (meaning.kind === 'expired') return { refusal: refusals.EXPIRED };
    if (meaning.kind !== 'open') return { refusal: refusals.UNKNOWN };
    let row: OwnedAlias | undefined;
    try {
      row = await store.aliasByAddress(meaning.alias);
    } catch (error) {
      onFault(error);
      return { refusal: refusals.STORE_SILENT };
    }
    // Deleted since its name was loaded. The alias is never given to anyone else.
    if (row === undefined) return { refusal: refusals.UNKNOWN };
    const opened = { ...meaning, row };
    switch (receiveVerdict(ownership, row.alias, row.state, date())) {
      case 'forward':
      case 'grace':
        return opened;
      case 'later':
        // A pause applies to incoming mail only; an unconfirmed alias has no owner yet.
        return row.state.pausedUntil === null ? { refusal: refusals.UNKNOWN } : opened;
      case 'off':
      case 'ended':
        return { refusal: refusals.ALIAS_OFF };
      case 'gone':
        return { refusal: refusals.UNKNOWN };
    }
  }

  /** @param replyAddress in any case */
  #meaning(replyAddress: string, { names }: Owner): OpenedReplyAddress {
    const address = replyAddress.toLowerCase();
    const before = this.#opened.get(address);
    if (before !== undefined) return before;
    const opened = this.#options.addresses.open(...splitAddress(address), names);
    this.#opened.set(address, opened);
    return opened;
  }

  #compose({ alias: { alias_email: alias }, state }: OwnedAlias, owner: Owner) {
    const before = this.#composed.get(alias);
    if (before !== undefined) return before;
    const { composer } = this.#options;
    const made = this.#mail.judgement().then((judgement) =>
      composer.compose(this.#mail, judgement, {
        alias,
        address: owner.address,
        aliases: owner.names,
        onFind: state.replyBody,
        open: (one) => this.#meaning(one, owner),
      }),
    );
    this.#composed.set(alias, made);
    return made;
  }

  #planned(
    counted: Opened & CountedReply,
    { message, utf8, ownId }: Extract<ComposedReply, { kind: 'composed' }>,
  ): PlannedReply {
    const { alias, correspondent, owner, row } = counted;
    const { allowances, reached, returnPaths, sentIds } = this.#options;
    const { sender } = this.#mail;
    const isAscii = Buffer.byteLength(correspondent) === correspondent.length;
    return {
      kind: 'send',
      envelope: {
        // SRS0 would show the owner's address to the correspondent's server.
        reversePath: sender === '' ? '' : returnPaths.forReply(alias),
        forwardPath: correspondent,
        // RFC 6531 section 3.2: only a message beyond ASCII needs it, even if the owner's server declared it.
        utf8: utf8 || !isAscii,
      },
      message,
      ended: async (kind) => {
        if (kind === 'deferred') allowances.giveBack(counted);
        if (kind !== 'accepted') return;
        if (row.state.confirmedAt !== null) reached(row.alias.id, correspondent);
        if (ownId !== undefined) await sentIds.remember(ownId, owner);
      },
    };
  }
}

const refused = (refusal: ReplyRefusal): PlannedReply => ({ kind: 'refused', refusal });

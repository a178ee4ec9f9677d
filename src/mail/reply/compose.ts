/** Composes a reply as its correspondents get it: a new header, the owner's body, and our signature. */

import { isAscii } from 'node:buffer';
import { readRealAddress } from '#domains/real-address.ts';
import { domainOf } from '#rules/address.ts';
import { aliasNamedBy, type NameSpace } from '#rules/alias.ts';
import type { AliasState } from '#rules/ownership.ts';
import { edited } from '../message/edits.ts';
import { HeaderBlock, type HeaderField, linesOf } from '../message/header-block.ts';
import type { WireMessage } from '../message/message.ts';
import { isSharedProvider } from '../return-path/common-domains.ts';
import type { OpenedReplyAddress } from '../return-path/reply-addresses.ts';
import type { SignedBody } from '../trust/dkim/sign.ts';
import type { AuthenticationOutcome } from '../trust/authentication.ts';
import { BodyDigests } from '../trust/signature/body-digests.ts';
import { guardReply } from './guard/guard.ts';
import { searchHeader } from './guard/search-header.ts';
import { needlesOf } from './guard/needles.ts';
import { replyHeader } from './header.ts';
import { fieldBeyondLimits, withoutCopies } from './header-limits.ts';
import type { MessageIds } from './message-ids.ts';
import * as refusals from './refusals.ts';
import type { ReplyRefusal } from './refusals.ts';
import type { SentIds } from './sent-ids.ts';
import { foreignIds, readThread } from './thread.ts';

const CRLF = Buffer.from('\r\n');
/** Octets of a changed body that are hashed between turns of the event loop. */
const PIECE = 65_536;

export type ReplyComposerOptions = {
  space: NameSpace;
  messageIds: MessageIds;
  sentIds: SentIds;
  /** Our own name in Received. */
  hostname: string;
  /** Milliseconds since 1970. */
  date: () => number;
  /** A DKIM-Signature; empty if none can be made. */
  sign: (domain: string, block: HeaderBlock, body: SignedBody) => Promise<readonly HeaderField[]>;
  /** Yields to the event loop. */
  turn: () => Promise<void>;
  /** Called with the seconds that the search of a body took. */
  onGuarded: (seconds: number) => void;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
};

/** The owner who wrote the reply. */
export type ReplyAuthor = {
  /** The alias that the reply comes from. */
  alias: string;
  /** The real address, in its canonical spelling. */
  address: string;
  /** All aliases of the address. */
  aliases: readonly string[];
  /** What to do if a text of the body contains the owner's address. */
  onFind: AliasState['replyBody'];
  /** Opens a reply address, for all of the owner's aliases. @param address in any case */
  open: (address: string) => OpenedReplyAddress;
};

export type ComposedReply =
  | { kind: 'refused'; refusal: ReplyRefusal }
  | {
      kind: 'composed';
      message: WireMessage;
      /** Whether the header needs SMTPUTF8 (RFC 6531). */
      utf8: boolean;
      /** The Message-ID in the owner's mailbox; undefined if the message had none. */
      ownId: string | undefined;
    };

export class ReplyComposer {
  readonly #options: ReplyComposerOptions;

  constructor(options: ReplyComposerOptions) {
    this.#options = options;
  }

  async compose(
    mail: { id: string; sender: string; message: WireMessage; bodyStart: number; utf8: boolean },
    { block, body }: AuthenticationOutcome,
    author: ReplyAuthor,
  ): Promise<ComposedReply> {
    const { alias, address, onFind, open } = author;
    const { messageIds, sentIds, hostname, date, turn, now } = this.#options;
    // Before the guard, which decodes and searches fields.
    const beyond = fieldBeyondLimits(block);
    if (beyond !== undefined) return { kind: 'refused', refusal: refusals.beyondLimits(beyond) };
    const needles = needlesOf({
      address,
      mailFrom: mail.sender,
      aliasDomain: domainOf(alias),
      sharedProvider: isSharedProvider(domainOf(address)),
    });
    const begun = now();
    const guarded = await guardReply(
      { message: mail.message, block: withoutCopies(block), bodyStart: mail.bodyStart },
      {
        needles,
        alias,
        onFind,
        sealId: (id) => messageIds.contentId(id, alias),
        newBoundary: (boundary) => messageIds.boundary(boundary, mail.id, alias),
        turn,
      },
    );
    this.#options.onGuarded((now() - begun) / 1000);
    if (guarded.kind === 'refused') return { kind: 'refused', refusal: refusals.ofGuard(guarded) };

    const thread = readThread(block);
    const foreign = foreignIds(thread, messageIds, alias);
    const header = replyHeader(block, {
      alias,
      messageIds,
      sent: await sentIds.among(foreign, address),
      hostname,
      id: mail.id,
      now: date(),
      contentType: guarded.contentType,
      sealedIds: guarded.sealedIds,
      isOwners: (one) => this.#isOwners(one, author),
      open: (one) => {
        const opened = open(one);
        return opened.kind === 'open' && opened.alias === alias ? opened.correspondent : undefined;
      },
      search: (text) => searchHeader(text, needles),
    });
    if (header.kind === 'refused') return { kind: 'refused', refusal: refusals.ofHeader(header) };

    const outgoing = new HeaderBlock(header.fields);
    const { edits } = guarded;
    const signedBody =
      edits.length === 0 ? body : await digestOf(edited(mail.message, edits), mail.bodyStart, turn);
    const signed = await this.#options.sign(domainOf(alias), outgoing, signedBody);
    const lines = Buffer.concat([linesOf([...signed, ...header.fields]), CRLF]);
    const message = edited(mail.message, [{ start: 0, end: mail.bodyStart, lines }, ...edits]);
    return {
      kind: 'composed',
      message,
      utf8: header.utf8 || (mail.utf8 && !isAscii(lines)),
      ownId: thread.own,
    };
  }

  /** Whether this is an address of the owner, or one that leads to the owner: To and Cc of a reply omit it. */
  #isOwners(one: string, { alias, address, aliases, open }: ReplyAuthor): boolean {
    const named = aliasNamedBy(one, this.#options.space);
    const opened = open(one);
    return (
      withoutTag(readRealAddress(one)?.canonical ?? '') === withoutTag(address) ||
      (named !== undefined && aliases.includes(named)) ||
      (opened.kind === 'open' && opened.alias !== alias)
    );
  }
}

/** RFC 5233 section 1: the same mailbox, by the leak guard's rule. */
const withoutTag = (address: string) => address.replace(/(?<=.)\+.*(?=@)/s, '');

/** The new hash of a changed body. */
async function digestOf(
  { chunks }: WireMessage,
  bodyStart: number,
  turn: () => Promise<void>,
): Promise<SignedBody> {
  const digests = new BodyDigests();
  const digest = digests.want('relaxed');
  let at = 0;
  for (const chunk of chunks) {
    const body = chunk.subarray(Math.max(0, bodyStart - at));
    at += chunk.length;
    for (let from = 0; from < body.length; from += PIECE) {
      digests.push(body.subarray(from, from + PIECE));
      await turn();
    }
  }
  digests.end();
  return { form: 'relaxed', digest };
}

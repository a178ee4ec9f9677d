/** A reply as its correspondents get it: a new header, the body that the owner wrote, and our signature. */

import { domainOf } from '#rules/address.ts';
import { type Edit, edited } from '../message/edits.ts';
import { HeaderBlock, HeaderField, linesOf } from '../message/header-block.ts';
import type { WireMessage } from '../message/message.ts';
import { isSharedProvider } from '../return-path/common-domains.ts';
import type { ReplyAddresses } from '../return-path/reply-addresses.ts';
import type { SignedBody } from '../trust/dkim/sign.ts';
import type { Judgement } from '../trust/inspection.ts';
import { BodyDigests } from '../trust/signature/body-digests.ts';
import { guardReply } from './guard/guard.ts';
import { searchHeader } from './guard/header-search.ts';
import { needlesOf } from './guard/needles.ts';
import { replyHeader } from './header.ts';
import type { MessageIds } from './message-ids.ts';
import * as refusals from './refusals.ts';
import type { ReplyRefusal } from './refusals.ts';
import type { SentIds } from './sent-ids.ts';
import { readThread } from './thread.ts';

/** Octets of a changed body that are hashed between turns of the event loop. */
const PIECE = 65_536;

export type ReplyComposerOptions = {
  addresses: ReplyAddresses;
  messageIds: MessageIds;
  sentIds: SentIds;
  /** What becomes of a body that shows the owner's address in a text. */
  onFind: 'refuse' | 'replace';
  /** Our own name in Received. */
  hostname: string;
  /** Milliseconds since 1970. */
  date: () => number;
  /** A DKIM-Signature; nothing where none can be made. */
  sign: (domain: string, block: HeaderBlock, body: SignedBody) => Promise<readonly HeaderField[]>;
  /** Resolves when the event loop has had its turn. */
  turn: () => Promise<void>;
  /** A body was searched, in so many seconds. */
  onGuarded: (seconds: number) => void;
  /** Milliseconds of a monotonic clock. */
  now: () => number;
};

/** Whose reply it is. */
export type ReplyAuthor = {
  /** From which the reply comes. */
  alias: string;
  /** The real address, in its canonical spelling. */
  address: string;
  /** All aliases of the address. */
  aliases: readonly string[];
};

export type ComposedReply =
  | { kind: 'refused'; refusal: ReplyRefusal }
  | {
      kind: 'composed';
      message: WireMessage;
      /** Whether the header needs SMTPUTF8 (RFC 6531). */
      utf8: boolean;
      /** The Message-ID that the owner's mailbox knows; undefined where the mail had none. */
      ownId: string | undefined;
    };

export class ReplyComposer {
  readonly #options: ReplyComposerOptions;

  constructor(options: ReplyComposerOptions) {
    this.#options = options;
  }

  async compose(
    mail: { id: string; sender: string; message: WireMessage; bodyStart: number; utf8: boolean },
    { block, body }: Judgement,
    { alias, address, aliases }: ReplyAuthor,
  ): Promise<ComposedReply> {
    const { addresses, messageIds, sentIds, onFind, hostname, date, turn, now } = this.#options;
    const needles = needlesOf({
      address,
      mailFrom: mail.sender,
      sharedProvider: isSharedProvider(domainOf(address)),
    });
    const begun = now();
    const guarded = await guardReply(
      { message: mail.message, block, bodyStart: mail.bodyStart },
      { needles, alias, onFind, sealId: (id) => messageIds.seal(id, alias), turn },
    );
    this.#options.onGuarded((now() - begun) / 1000);
    if (guarded.kind === 'refused') return { kind: 'refused', refusal: refusals.ofGuard(guarded) };

    const { own, answered, references } = readThread(block);
    const named = [...answered, ...references];
    const header = replyHeader(withIds(block, guarded.sealedIds), {
      alias,
      messageIds,
      sent: await sentIds.among([...new Set(named)], address),
      hostname,
      id: mail.id,
      now: date(),
      isOwners: (one) => this.#isOwners(one, { address, aliases, alias }),
      open: (one) => this.#correspondent(one, [alias]),
      showsOwner: (text) => searchHeader(text, needles) !== 'clean',
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
      ownId: own,
    };
  }
}

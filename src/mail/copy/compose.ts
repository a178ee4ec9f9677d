/** One recipient's copy: the message as received, with our lines prepended and a few fields changed. */

import { domainOf } from '#rules/address.ts';
import { type HeaderBlock, HeaderField, linesOf } from '../message/header-block.ts';
import { type Edit, edited, prepend } from '../message/edits.ts';
import type { WireMessage } from '../message/message.ts';
import { MESSAGE_SIGNATURE, RESULTS, SEAL } from '../trust/arc/sets.ts';
import { DKIM_SIGNATURE } from '../trust/dkim/signature.ts';
import type { Decision } from './author-policy.ts';
import {
  openedThread,
  redirectCopies,
  replyToElsewhere,
  type AliasReplyAddresses,
  ownReplyTo,
} from './redirect-replies.ts';
import {
  changed,
  editsFor,
  type HeaderChanges,
  NO_CHANGES,
  together,
  without,
} from './header-changes.ts';
import type { JudgedMessage, HeaderRange } from './judged-message.ts';
import { firstAuthor, replyToAuthor, rewriteAuthor } from './rewrite-author.ts';
import type { Signatures } from '../signing/signatures.ts';

export type Composition = {
  message: WireMessage;
  /** Fields of its header that are not forwarded, from the last to the first. */
  cuts: readonly HeaderRange[];
  /** The alias, or the operator's mailbox, that received the message. */
  alias: string;
  /** Reply addresses of the alias; undefined: senders stay unchanged, and replies show the real address. */
  replyAddresses: AliasReplyAddresses | undefined;
  /** In A-labels and lower case: an author's name must not contain one of them in our From. */
  ownDomains: readonly string[];
  /** Received, Delivered-To and our mark; each ends with CRLF. */
  trace: string;
  signatures: Signatures;
  /** An https address that switches the alias off; undefined: none. */
  switchOff: () => string | undefined;
};

export type ForwardDecision = Extract<Decision, { kind: 'keep' | 'rewrite' }>;

const NOTHING = Buffer.alloc(0);
const ARC_FIELDS = [SEAL, MESSAGE_SIGNATURE, RESULTS];

/** The copy of a message that was not judged. */
export function composeUnjudged({
  message,
  cuts,
  trace,
}: Pick<Composition, 'message' | 'cuts' | 'trace'>): WireMessage {
  return prepend(Buffer.from(trace), edited(message, cuts.toReversed().map(removal)));
}

/** The copy of a judged message; only our own lines differ between recipients. */
export async function compose(
  judged: JudgedMessage,
  decision: ForwardDecision,
  composition: Composition,
): Promise<WireMessage> {
  return decision.kind === 'rewrite'
    ? await rewritten(judged, decision, composition)
    : await kept(judged, decision, composition);
}

async function kept(
  judged: JudgedMessage,
  { redirect, authentic }: Extract<ForwardDecision, { kind: 'keep' }>,
  composition: Composition,
): Promise<WireMessage> {
  const { block } = judged.judgement;
  const { alias, replyAddresses } = composition;
  if (redirect === 'none' || replyAddresses === undefined) {
    const sealed = await judged.sealAsItCame(domainOf(alias));
    return withOurLines(judged, composition, sealed, NO_CHANGES);
  }
  const mail = { block, replyAddresses, authentic };
  const changes = together(ownReplyTo(mail), ...(redirect === 'all' ? [redirectCopies(mail)] : []));
  const sealed = await judged.seal(domainOf(alias), changed(block, changes));
  return withOurLines(judged, composition, sealed, changes);
}

async function rewritten(
  judged: JudgedMessage,
  { authentic, shows }: Extract<ForwardDecision, { kind: 'rewrite' }>,
  composition: Composition,
): Promise<WireMessage> {
  const { alias, replyAddresses, signatures, ownDomains } = composition;
  const { block, body } = judged.judgement;
  // Without an address, no one can be answered.
  const isUnanswerable = shows === 'words';
  const from =
    replyAddresses === undefined || isUnanswerable
      ? alias
      : replyAddresses.of(firstAuthor(block), authentic);
  const answerable = replyAddresses && {
    block,
    replyAddresses,
    authentic: authentic && !isUnanswerable,
  };
  const domain = replyAddresses?.signingDomain(from) ?? domainOf(alias);
  const changes = together(
    rewriteAuthor(block, from, { domains: ownDomains, shows }),
    isUnanswerable
      ? without(block.fields('reply-to'))
      : answerable === undefined
        ? replyToAuthor(block, shows)
        : replyToElsewhere(answerable),
    ...(answerable ? [redirectCopies(answerable), openedThread(answerable)] : []),
    unsubscribeChanges(block, composition),
    // Earlier signatures are all broken: each covers From (RFC 6376 section 5.4), and an ARC chain covers its last
    // message signature.
    without(block.fields(DKIM_SIGNATURE)),
    without(ARC_FIELDS.flatMap((name) => block.fields(name))),
  );
  const outgoing = changed(block, together(changes, cutsIn(block, composition)));
  // Fields that were not parsed may be among those that a signature would cover.
  const signed = block.complete ? await signatures.dkim(domain, outgoing, body, ['reply-to']) : [];
  return withOurLines(judged, composition, signed, changes);
}

function unsubscribeChanges(
  block: HeaderBlock,
  { alias, replyAddresses, signatures, switchOff }: Composition,
): HeaderChanges {
  // RFC 8058 section 4: the fields count only if a signature covers them.
  const wanted = block.complete && isSwitchable(block) && signatures.canSign(domainOf(alias));
  const link = wanted ? switchOff() : undefined;
  return link === undefined
    ? NO_CHANGES
    : switchOffFields(block, link, replyAddresses === undefined);
}

/** RFC 5322 section 3.6.7 puts trace fields first: ours go above everything else that we add. */
function withOurLines(
  { results }: JudgedMessage,
  { message, cuts, trace }: Composition,
  signatures: readonly HeaderField[],
  changes: HeaderChanges,
): WireMessage {
  const edits = editsFor(changes);
  const others = cuts.filter(({ start }) => !edits.some((edit) => edit.start === start));
  const ours = Buffer.from(`Authentication-Results: ${results}\r\n${trace}`);
  return prepend(
    Buffer.concat([linesOf(signatures), ours, linesOf(changes.added)]),
    edited(
      message,
      [...edits, ...others.map(removal)].toSorted((a, b) => a.start - b.start),
    ),
  );
}

const cutsIn = (block: HeaderBlock, { cuts }: Composition) =>
  without(block.all.filter((field) => cuts.some(({ start }) => start === field.start)));

const removal = ({ start, end }: HeaderRange): Edit => ({ start, end, lines: NOTHING });

const BULK = /^\s*(?:bulk|list)\s*$/i;
const HTTPS = /<\s*https:/i;
/** An address to unsubscribe by mail that the list itself gives; short enough for a line (RFC 5322 section 2.1.1). */
const BY_MAIL = /<mailto:[^<>\s]{1,900}>/i;

/**
 * One-click unsubscribe of mailing lists (RFC 8058): if a list message has none, ours switches the alias off.
 * Personal mail gets no button: one tap must not switch off an alias by surprise.
 * @returns false if the message is not bulk by its own fields, or has its own one-click link
 */
function isSwitchable(block: HeaderBlock): boolean {
  const own = block.fields('list-unsubscribe');
  if (own.some(({ value }) => HTTPS.test(value))) return false;
  const bulk = block.fields('precedence').some(({ value }) => BULK.test(value));
  return bulk || own.length > 0 || block.fields('list-id').length > 0;
}

/**
 * @param link https address that switches the alias off by a POST
 * @param keepsMail whether the list's own mailto link, which shows the reader's real address, stays after our link
 */
function switchOffFields(block: HeaderBlock, link: string, keepsMail: boolean): HeaderChanges {
  const own = block.fields('list-unsubscribe');
  const found = keepsMail ? own.flatMap(({ value }) => BY_MAIL.exec(value)?.slice(0, 1) ?? []) : [];
  return {
    added: [
      new HeaderField(`List-Unsubscribe: ${[`<${link}>`, ...found.slice(0, 1)].join(',\r\n ')}`),
      new HeaderField('List-Unsubscribe-Post: List-Unsubscribe=One-Click'),
    ],
    // RFC 2369 section 3.2 allows one field, so ours contains the list's links.
    replaced: without([...own, ...block.fields('list-unsubscribe-post')]).replaced,
  };
}

/** What one recipient gets: the mail as it came, with lines of ours in front, and a few fields changed. */

import { HeaderBlock, type HeaderField } from '../message/header-block.ts';
import { type Edit, edited } from '../message/edits.ts';
import type { WireMessage } from '../message/message.ts';
import { prepend } from '../message/prepend.ts';
import { MESSAGE_SIGNATURE, RESULTS, SEAL } from '../trust/arc/sets.ts';
import { DKIM_SIGNATURE } from '../trust/dkim/signature.ts';
import type { JudgedMail, Range } from './judged-mail.ts';
import { rewriteAuthor } from './rewrite-author.ts';
import { linesOf, type Signatures } from './signatures.ts';
import { isSwitchable, switchOffFields } from './switch-off-field.ts';

export type Composition = {
  message: WireMessage;
  /** Fields of its header that do not travel on, from the last to the first. */
  cuts: readonly Range[];
  /** The alias, or the operator's mailbox, that the mail came through. */
  alias: string;
  /** Received, Delivered-To and our mark; each ended by CRLF. */
  trace: string;
  signatures: Signatures;
  /** An https address that switches the alias off; undefined: there is none. */
  switchOff: () => string | undefined;
};

const NOTHING = Buffer.alloc(0);
const ARC_FIELDS = [SEAL, MESSAGE_SIGNATURE, RESULTS];

/** The mail of which nothing was found out. */
export function composeUnjudged({ message, cuts, trace }: Composition): WireMessage {
  return prepend(Buffer.from(trace), edited(message, cuts.toReversed().map(removal)));
}

/** The mail as it is decided about it; only our own lines differ from recipient to recipient. */
export async function compose(judged: JudgedMail, composition: Composition): Promise<WireMessage> {
  return judged.decision.kind === 'rewrite'
    ? await rewritten(judged, composition)
    : await kept(judged, composition);
}

async function kept(judged: JudgedMail, composition: Composition): Promise<WireMessage> {
  const sealed = await judged.sealAsItCame(domainOf(composition.alias));
  const { message, cuts } = composition;
  return prepend(
    Buffer.concat([linesOf(sealed), ourLines(judged, composition)]),
    edited(message, cuts.toReversed().map(removal)),
  );
}

/** RFC 5322 section 3.6.7 has trace fields above all others: ours stand above what we add to the header. */
async function rewritten(judged: JudgedMail, composition: Composition): Promise<WireMessage> {
  const { message, cuts, alias, signatures } = composition;
  const { block, body } = judged.judgement;
  const domain = domainOf(alias);
  const { from, removed, replyTo } = rewriteAuthor(block, alias);
  const unsubscribe = unsubscribeFields(block, domain, composition);
  const gone = new Set([
    ...removed,
    // None of them holds any more: each covers From (RFC 6376 section 5.4), and a chain its last message signature.
    ...block.fields(DKIM_SIGNATURE),
    ...(judged.sealsAll ? [] : ARC_FIELDS.flatMap((name) => block.fields(name))),
    ...unsubscribe.removed,
    ...block.all.filter((field) => cuts.some(({ start }) => start === field.start)),
  ]);
  const added = [...(replyTo === undefined ? [] : [replyTo]), ...unsubscribe.added];
  const [author] = removed;
  const inPlace = (field: HeaderField) =>
    field === author ? from : gone.has(field) ? [] : [field];
  const outgoing = new HeaderBlock([...added, ...block.all.flatMap(inPlace)], block.complete);
  // Fields that were not read may be among those that a signature would cover.
  const signed = block.complete ? await signatures.dkim(domain, outgoing, body, ['reply-to']) : [];
  const sealed = judged.sealsAll
    ? await judged.seal(domain, new HeaderBlock([...signed, ...outgoing.all]))
    : [];
  const edits = [...gone].map((field): Edit => {
    return field === author ? { ...removal(field), lines: linesOf(from) } : removal(field);
  });
  const others = cuts.filter(({ start }) => !edits.some((edit) => edit.start === start));
  const ordered = [...edits, ...others.map(removal)].toSorted((a, b) => a.start - b.start);
  return prepend(
    Buffer.concat([linesOf([...sealed, ...signed]), ourLines(judged, composition), linesOf(added)]),
    edited(message, ordered),
  );
}

function unsubscribeFields(block: HeaderBlock, domain: string, composition: Composition) {
  const { signatures, switchOff } = composition;
  // RFC 8058 section 4: the fields count only where a signature covers them.
  const wanted = block.complete && isSwitchable(block) && signatures.canSign(domain);
  const link = wanted ? switchOff() : undefined;
  return link === undefined ? { added: [], removed: [] } : switchOffFields(block, link);
}

const ourLines = ({ results }: JudgedMail, { trace }: Composition) =>
  Buffer.from(`Authentication-Results: ${results}\r\n${trace}`);

const removal = ({ start, end }: Range): Edit => ({ start, end, lines: NOTHING });

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1);

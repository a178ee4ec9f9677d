/**
 * The gate of replies: whether a message is proven to come from the address in its From. It uses only the message
 * itself and the findings of the checks. So a stranger learns nothing, not even from the time that a reply takes.
 */

import { readRealAddress } from '#domains/real-address.ts';
import { addressOf, parseAddressList } from '../message/address-list.ts';
import type { HeaderBlock } from '../message/header-block.ts';
import type { DkimSignature } from '../trust/dkim/signature.ts';
import type { AuthenticationOutcome } from '../trust/authentication.ts';
import { selectFields } from '../trust/signature/canonical-header.ts';
import { isWithin } from '../trust/signature/domain-name.ts';
import { withoutBatvTag } from './guard/needles.ts';
import { longList } from './header-limits.ts';

export type GateOptions = {
  /** The reverse-path, empty for `<>`. */
  sender: string;
  /** `dkim`: SPF alone is not enough. */
  proof: 'any' | 'dkim';
};

export type Gate =
  | {
      kind: 'proven';
      /** The address in From, as written. */
      author: string;
      /**
       * Whether the proof applies to a reply to this address. A signature proves a message only for the recipients in
       * its signed To and Cc. Otherwise anyone with a signed message of the owner could send it to a reply address,
       * and learn from the answer whose alias it is.
       * @param replyAddress in lower case
       */
      appliesTo: (replyAddress: string) => boolean;
    }
  | { kind: 'refused' }
  /** A signature proves the author, but the list that should name the reply address is too long to be parsed. */
  | { kind: 'long'; field: 'to' | 'cc' }
  /** A look-up failed whose answer could be the proof. */
  | { kind: 'silent' };

const REFUSED: Gate = { kind: 'refused' };

/** RFC 3834 section 5: an automatic reply. */
const AUTO_REPLIED = /^\s*auto-replied\s*(?:[;(]|$)/i;
const RECIPIENTS: readonly string[] = ['to', 'cc'];

export function passGate(judgement: AuthenticationOutcome, { sender, proof }: GateOptions): Gate {
  const { block } = judgement;
  // A From that is too long to be parsed has no author domain.
  const author = judgement.author.kind === 'one' ? singleAuthor(block) : undefined;
  // Fields that were not parsed may include a second From.
  if (author === undefined || !block.complete) return REFUSED;
  const isAutomatic = sender === '';
  if (isAutomatic && !isAutoReplied(block)) return REFUSED;
  const isSender = !isAutomatic && isSameMailbox(sender, author);
  // The domain of `<>` is only the client's claim, and all users of that host share it. Any other sender is not the
  // author.
  const bySpf = proof === 'any' && isSender;
  if (bySpf && judgement.dmarc.aligned.spf) {
    return { kind: 'proven', author, appliesTo: () => true };
  }
  // The owner's relay uses its own MAIL FROM: then the signature must also cover the recipient.
  const mayProve = (signature: DkimSignature) =>
    isOf(author, judgement.dmarc.author, signature) &&
    (isAutomatic || isSender || signature.names.includes('to'));
  const candidates = judgement.dkim.flatMap(({ result, partial, signature }, i) =>
    signature !== undefined && !partial && mayProve(signature)
      ? [{ result, signature, isAligned: judgement.dmarc.aligned.signatures[i] === true }]
      : [],
  );
  const signed = candidates.filter(({ isAligned }) => isAligned);
  if (signed.length > 0) {
    const long = longList(block);
    if (long !== undefined) return { kind: 'long', field: long };
    const covered = signed.flatMap(({ signature: { names, field } }) =>
      selectFields(block, names, field),
    );
    const lists = new Set(covered.filter(({ name }) => RECIPIENTS.includes(name)));
    const named = new Set([...lists].flatMap(addressesIn));
    return { kind: 'proven', author, appliesTo: (replyAddress) => named.has(replyAddress) };
  }
  // While a policy record cannot be looked up, a passing domain may turn out to belong to the same organization.
  const mayRelate = judgement.dmarc.result === 'temperror';
  const maySign = candidates.some(
    ({ result }) => result === 'temperror' || (mayRelate && result === 'pass'),
  );
  return maySign || (bySpf && judgement.spf.result === 'temperror') ? { kind: 'silent' } : REFUSED;
}

/**
 * Whether a signer may sign for this author: the domain of From, or a parent of it. A subdomain or a sibling of the
 * organization is often another customer, or a service that signs for many. RFC 6376 section 3.5: the user in i= is
 * the one who signed.
 */
function isOf(author: string, domain: string, { domain: signer, user, identity }: DkimSignature) {
  return isWithin(domain, signer) && (user === '' || isSameMailbox(`${user}@${identity}`, author));
}

/** The only address of the only From field. */
function singleAuthor(block: HeaderBlock): string | undefined {
  const [from, another] = block.fields('from');
  if (from === undefined || another !== undefined) return undefined;
  const { mailboxes, strayDomains } = parseAddressList(from.value);
  const [author, second] = mailboxes;
  return author === undefined || second !== undefined || strayDomains.length > 0
    ? undefined
    : addressOf(author);
}

const addressesIn = ({ value }: { value: string }) =>
  parseAddressList(value).mailboxes.map((mailbox) => addressOf(mailbox).toLowerCase());

function isAutoReplied(block: HeaderBlock): boolean {
  const [field] = block.fields('auto-submitted');
  return field !== undefined && AUTO_REPLIED.test(field.value);
}

function isSameMailbox(sender: string, author: string): boolean {
  const one = readRealAddress(withoutBatvTag(sender))?.canonical;
  return one !== undefined && one === readRealAddress(author)?.canonical;
}

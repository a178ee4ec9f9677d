/**
 * Exits: fields of a mail by which the real address would leave, because the answer that they ask for goes past us. A mail
 * program answers From, and does as these fields say.
 */

import { parseAddressList } from '../message/address-list.ts';

/** A field with what stands behind its colon, one character for each octet. */
export type NamedField = { name: string; value: string };

/** Which exits a mail has. From itself is always one, where no Reply-To of ours is added. */
export type Exits = {
  /** Whether it has a Reply-To. */
  replyTo: boolean;
  /** Others than the alias in To and Cc: who answers to all answers to them as well. */
  others: boolean;
  /** Mail-Reply-To and Mail-Followup-To, which some programs obey in the place of Reply-To. */
  followUps: boolean;
  /** Receipts are sent from the real mailbox. */
  receipts: boolean;
  /** A mail program leaves a list by a mail from the real mailbox (RFC 2369 section 3.2). */
  unsubscribe: boolean;
};

const COPIES: readonly string[] = ['to', 'cc'];
const FOLLOW_UPS: readonly string[] = ['mail-reply-to', 'mail-followup-to'];
const RECEIPTS: readonly string[] = [
  'disposition-notification-to',
  'return-receipt-to',
  'x-confirm-reading-to',
];

/**
 * @param fields of the whole header, names in lower case
 * @param alias through which the mail came
 */
export function findExits(fields: readonly NamedField[], alias: string): Exits {
  const some = (names: readonly string[]) => fields.filter(({ name }) => names.includes(name));
  return {
    replyTo: some(['reply-to']).length > 0,
    others: some(COPIES).some(({ value }) => namesOthers(value, alias)),
    followUps: some(FOLLOW_UPS).length > 0,
    receipts: some(RECEIPTS).length > 0,
    unsubscribe: some(['list-unsubscribe']).some(({ value }) => /mailto:/i.test(value)),
  };
}

/** A list of recipients that is longer names others; it is not read. */
const LIST_OCTETS = 32_768;

function namesOthers(value: string, alias: string): boolean {
  if (value.length > LIST_OCTETS) return true;
  const { mailboxes, strayDomains } = parseAddressList(value);
  const own = withoutTag(alias);
  return (
    strayDomains.length > 0 ||
    mailboxes.some(({ local, domain }) => withoutTag(`${local}@${domain}`) !== own)
  );
}

/** In lower case, and without what stands behind a plus: tags lead to the same alias. */
function withoutTag(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).replace(/\+.*$/s, '');
  return `${local}${address.slice(at).replace(/\.$/, '')}`.toLowerCase();
}

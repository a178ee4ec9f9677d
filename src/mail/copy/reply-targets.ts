/**
 * Reply targets: fields that would reveal the real address, because the reply that they ask for bypasses us. A mail
 * program replies to From, and follows these fields.
 */

import { parseAddressList } from '../message/address-list.ts';

/** A field with its value, one character for each octet. */
export type NamedField = { name: string; value: string };

/** Which reply targets a message has. From is always one if we add no Reply-To. */
export type ReplyTargets = {
  replyTo: boolean;
  /** Addresses other than the alias in To and Cc: a reply to all reaches them too. */
  others: boolean;
  /** Mail-Reply-To and Mail-Followup-To, which some programs use instead of Reply-To. */
  followUps: boolean;
  /** Receipts come from the real mailbox. */
  receipts: boolean;
  /** A mail program leaves a list, posts to it or asks for help with a message from the real mailbox (RFC 2369). */
  lists: boolean;
};

/** Names of fields, in lower case. */
export const COPIES: readonly string[] = ['to', 'cc'];
export const FOLLOW_UPS: readonly string[] = ['mail-reply-to', 'mail-followup-to'];
export const RECEIPTS: readonly string[] =
  'disposition-notification-to return-receipt-to x-confirm-reading-to'.split(' ');
/** RFC 2369 and RFC 2919: fields of lists with addresses to write to. */
export const LIST_FIELDS: readonly string[] =
  'list-unsubscribe list-post list-help list-subscribe list-owner list-archive'.split(' ');

/**
 * @param fields of the whole header, names in lower case
 * @returns a function that gives the reply targets for an alias; the fields are parsed once for all aliases
 */
export function replyTargetsOf(fields: readonly NamedField[]): (alias: string) => ReplyTargets {
  const some = (names: readonly string[]) => fields.filter(({ name }) => names.includes(name));
  const named = COPIES.flatMap((name) => readLists(some([name])));
  const replyTargets = {
    replyTo: some(['reply-to']).length > 0,
    followUps: some(FOLLOW_UPS).length > 0,
    receipts: some(RECEIPTS).length > 0,
    lists: some(LIST_FIELDS).some(({ value }) => /mailto:/i.test(value)),
  };
  return (alias) => ({ ...replyTargets, others: named.some((list) => namesOthers(list, alias)) });
}

/** Longer lists of recipients count as naming others, and are not parsed: octets of all fields of a name together. */
const LIST_OCTETS = 32_768;

/** A list of recipients; undefined if a mail program may read other addresses in it than we do. */
export type Recipients = ReturnType<typeof parseAddressList>['mailboxes'] | undefined;

/**
 * The list of each field. RFC 5322 section 4.5.3: those of repeated fields form one list.
 * @param fields all of one name
 */
export function readLists(fields: readonly Pick<NamedField, 'value'>[]): Recipients[] {
  const octets = fields.reduce((sum, { value }) => sum + value.length, 0);
  return fields.map(({ value }) => (octets > LIST_OCTETS ? undefined : readRecipients(value)));
}

function readRecipients(value: string): Recipients {
  const { mailboxes, strayDomains } = parseAddressList(value);
  return strayDomains.length > 0 ? undefined : mailboxes;
}

export function namesOthers(recipients: Recipients, alias: string): boolean {
  return recipients === undefined || recipients.some((one) => !isAlias(one, alias));
}

/** Whether a recipient is the alias, in any case and with any tag. */
export function isAlias({ local, domain }: { local: string; domain: string }, alias: string) {
  return withoutTag(`${local}@${domain}`) === withoutTag(alias);
}

/** In lower case, without the tag after a plus: tags lead to the same alias. */
function withoutTag(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).replace(/\+.*$/s, '');
  return `${local}${address.slice(at).replace(/\.$/, '')}`.toLowerCase();
}

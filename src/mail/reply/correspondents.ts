/** To and Cc of a reply: the reply addresses opened, the owner left out, and nobody else. */

import { type Mailbox, parseAddressList } from '../message/address-list.ts';
import type { HeaderBlock } from '../message/header-block.ts';

/** Of a list no more is read; a reply has no longer one. */
const LIST_OCTETS = 65_536;
/** Addresses in To and Cc together: opening one costs two ciphers. */
const MOST_ADDRESSES = 200;
/** A longer display name is left out: an address of 254 octets has room beside it in a line (RFC 5322 section 2.1.1). */
const PHRASE_OCTETS = 600;

/** Who is who in a reply. Addresses are text as they stand in the header, in any case. */
export type ReplyNames = {
  /** Left out of To and Cc: a proven address of the owner, an alias of the owner, a reply address of another one of them. */
  isOwners: (address: string) => boolean;
  /** A reply address of this alias. @returns its correspondent; undefined where it is none */
  open: (address: string) => string | undefined;
  /**
   * The leak guard's search of a header field.
   * @param text body of the field or a part of it, folded or not, one character for each octet
   * @param field its name in lower case
   */
  showsOwner: (text: string, field: string) => boolean;
};

/** Each as it is written, with its display name: one character for each octet. */
export type Correspondents =
  | { kind: 'known'; to: readonly string[]; cc: readonly string[]; utf8: boolean }
  /** The list is too long to be read. */
  | { kind: 'long'; field: 'to' | 'cc' }
  /** The owner's server has sent somebody a direct copy, from the real address. */
  | { kind: 'others'; field: 'to' | 'cc' };

export function readCorrespondents(block: HeaderBlock, names: ReplyNames): Correspondents {
  const seen = new Set<string>();
  const lists: Record<'to' | 'cc', string[]> = { to: [], cc: [] };
  let left = MOST_ADDRESSES;
  let utf8 = false;
  for (const field of ['to', 'cc'] as const) {
    // RFC 5322 section 4.5.3: where the field is repeated its lists are one.
    const value = block
      .fields(field)
      .map((one) => one.value)
      .join(',');
    if (value.length > LIST_OCTETS) return { kind: 'long', field };
    const { mailboxes, strayDomains } = parseAddressList(value);
    left -= mailboxes.length;
    if (left < 0) return { kind: 'long', field };
    if (strayDomains.length > 0) return { kind: 'others', field };
    for (const mailbox of mailboxes) {
      const address = addressOf(mailbox);
      if (names.isOwners(address)) continue;
      const correspondent = names.open(address);
      if (correspondent === undefined) return { kind: 'others', field };
      const key = correspondent.toLowerCase();
      if (seen.has(key)) continue;
      seen.add(key);
      const octets = Buffer.from(correspondent, 'utf8').toString('latin1');
      // RFC 6531 section 3.2: such an address travels by SMTPUTF8 only, whatever the owner's server has asked for.
      utf8 ||= octets.length !== correspondent.length;
      lists[field].push(`${displayName(mailbox, field, names)}<${octets}>`);
    }
  }
  return { kind: 'known', ...lists, utf8 };
}

/** RFC 6532 section 3.2: octets above 127 are UTF-8. A final dot changes nothing. */
function addressOf({ local, domain }: Mailbox): string {
  return Buffer.from(`${local}@${domain.replace(/\.$/, '')}`, 'latin1').toString('utf8');
}

/** The name with the blank behind it, in one line; nothing where it could break the field or tells who the owner is. */
function displayName(
  { phrase, phraseIsSound }: Mailbox,
  field: string,
  { showsOwner }: ReplyNames,
): string {
  const isKept =
    phraseIsSound && phrase !== '' && phrase.length <= PHRASE_OCTETS && !showsOwner(phrase, field);
  return isKept ? `${phrase.replaceAll(/\r\n/g, '')} ` : '';
}

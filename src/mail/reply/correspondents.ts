/** To and Cc of a reply: reply addresses are opened, the owner is omitted, and other addresses are not allowed. */

import { splitAddress } from '#rules/address.ts';
import { addressOf, type Mailbox, parseAddressList } from '../message/address-list.ts';
import { withoutTrailingFolding } from '../message/folding.ts';
import type { HeaderBlock } from '../message/header-block.ts';
import { addressInWords } from '../message/address-in-words.ts';
import { decodeWords } from './guard/decoding/encoded-words.ts';
import type { HeaderFinding } from './guard/search-header.ts';

/** Addresses in To and Cc together: opening one costs two ciphers. */
const MOST_ADDRESSES = 200;
/** A longer display name is omitted, so that the line has room for an address (RFC 5322 section 2.1.1). */
const PHRASE_OCTETS = 600;

/** Addresses in a display name: a name with more is omitted, because opening each costs the same. */
const MOST_IN_PHRASE = 2;
/** In a phrase, perhaps with quotes around it. */
const ADDRESS = /[^\s"'<>(),;:@]+@[\w.-]+\w/g;

/** How addresses in a reply are classified. They are given as in the header, in any case. */
export type ReplyNames = {
  /**
   * Omitted from To and Cc: a proven address of the owner, an alias of the owner, a reply address of another of these
   * aliases.
   */
  isOwners: (address: string) => boolean;
  /** A reply address of this alias. @returns its correspondent; undefined if it is not one */
  open: (address: string) => string | undefined;
  /** The leak guard's search. @param text of a field or a part of it, folded or not, one character for each octet */
  search: (text: string) => HeaderFinding;
};

export type Correspondents =
  | {
      kind: 'known';
      /** As written, with display names; one character for each octet. Each address occurs once. */
      to: readonly string[];
      cc: readonly string[];
      /** Whether one of the addresses is beyond ASCII. */
      utf8: boolean;
    }
  | {
      /**
       * `others`: the owner's server has also sent a direct copy to someone, from the real address. `long`: the lists
       * have too many addresses.
       */
      kind: 'others' | 'long';
      field: Field;
    };

type Field = 'to' | 'cc';

/** @param block within the limits of `fieldBeyondLimits` */
export function readCorrespondents(block: HeaderBlock, names: ReplyNames): Correspondents {
  const seen = new Set<string>();
  const lists: Record<Field, string[]> = { to: [], cc: [] };
  let read = 0;
  let utf8 = false;
  for (const field of ['to', 'cc'] as const) {
    const mailboxes = mailboxesOf(block, field);
    if (mailboxes === undefined) return { kind: 'others', field };
    read += mailboxes.length;
    if (read > MOST_ADDRESSES) return { kind: 'long', field };
    for (const mailbox of mailboxes) {
      const address = addressOf(mailbox);
      const correspondent = names.open(address);
      if (correspondent === undefined) {
        if (names.isOwners(address)) continue;
        return { kind: 'others', field };
      }
      const key = correspondent.toLowerCase();
      if (seen.has(key)) continue;
      seen.add(key);
      const octets = Buffer.from(correspondent, 'utf8').toString('latin1');
      utf8 ||= octets.length !== correspondent.length;
      lists[field].push(`${displayName(mailbox, correspondent, names)}<${octets}>`);
    }
  }
  return { kind: 'known', ...lists, utf8 };
}

/** RFC 5322 section 4.5.3: the lists of repeated fields form one list. Undefined if broken grammar hides an address. */
function mailboxesOf(block: HeaderBlock, field: Field): Mailbox[] | undefined {
  const lists = block.fields(field).map(({ value }) => parseAddressList(value));
  if (lists.some(({ strayDomains }) => strayDomains.length > 0)) return undefined;
  return lists.flatMap(({ mailboxes }) => mailboxes);
}

/** The name and a blank, on one line; empty if it could break the field, or shows the owner. */
function displayName(mailbox: Mailbox, correspondent: string, names: ReplyNames): string {
  const { phrase, phraseIsSound } = mailbox;
  if (!phraseIsSound || phrase.length > PHRASE_OCTETS || namesOurs(phrase, names)) return '';
  const name = withoutAddressInWords(phrase.replaceAll('\r\n', ''), correspondent);
  return name !== '' && names.search(name) === 'clean' ? `${name} ` : '';
}

/** Outlook repeats an address without a name as its name. To the correspondent our reply address is not a name. */
function namesOurs(phrase: string, { open, isOwners }: ReplyNames): boolean {
  const addresses = decodeWords(phrase).text.match(ADDRESS) ?? [];
  if (addresses.length > MOST_IN_PHRASE) return true;
  return addresses.some((address) => open(address) !== undefined || isOwners(address));
}

/**
 * A rewritten message has the author's address after the name (`rewrite-author.ts`); in a reply the address itself is
 * there.
 */
function withoutAddressInWords(phrase: string, correspondent: string): string {
  const octets = Buffer.from(correspondent, 'utf8').toString('latin1');
  const [local, domain] = splitAddress(octets);
  const inWords = addressInWords({ local, domain });
  if (phrase.endsWith(`"${inWords}"`))
    return withoutTrailingFolding(phrase.slice(0, -inWords.length - 2));
  // Many programs write the whole name in one pair of quotes.
  if (!phrase.endsWith(` ${inWords}"`)) return phrase;
  return `${withoutTrailingFolding(phrase.slice(0, -inWords.length - 2))}"`;
}

/** To and Cc of a reply: the reply addresses opened, the owner left out, and no other address. */

import { splitAddress } from '#rules/address.ts';
import { addressOf, type Mailbox, parseAddressList } from '../message/address-list.ts';
import { withoutFoldingBehind } from '../message/folding.ts';
import type { HeaderBlock } from '../message/header-block.ts';
import { toldAddress } from '../message/told-address.ts';
import { decodeWords } from './guard/decoding/encoded-words.ts';
import type { HeaderFinding } from './guard/search-header.ts';
import { longList } from './header-limits.ts';

/** Addresses in To and Cc together: opening one costs two ciphers. */
const MOST_ADDRESSES = 200;
/** A longer display name is left out: beside it a line has room for an address (RFC 5322 section 2.1.1). */
const PHRASE_OCTETS = 600;

/** Addresses in a display name: one with more of them is left out, as opening each costs the same. */
const MOST_IN_PHRASE = 2;
/** In a phrase, where quotes of any kind may be around it. */
const ADDRESS = /[^\s"'<>(),;:@]+@[\w.-]+\w/g;

/** The people of a reply. Addresses are text as they stand in the header, in any case. */
export type ReplyNames = {
  /** Left out of To and Cc: a proven address of the owner, an alias of the owner, a reply address of another one of them. */
  isOwners: (address: string) => boolean;
  /** A reply address of this alias. @returns its correspondent; undefined where it is none */
  open: (address: string) => string | undefined;
  /** The leak guard's search. @param text of a field or a part of it, folded or not, one character for each octet */
  search: (text: string) => HeaderFinding;
};

export type Correspondents =
  | {
      kind: 'known';
      /** As they are written, with their display names; one character for each octet. Each address is in them once. */
      to: readonly string[];
      cc: readonly string[];
      /** One of them has an address beyond ASCII. */
      utf8: boolean;
    }
  | {
      /**
       * `others`: the owner's server has sent somebody a direct copy, from the real address. `long`: too long to be
       * read.
       */
      kind: 'others' | 'long';
      field: Field;
    };

type Field = 'to' | 'cc';

export function readCorrespondents(block: HeaderBlock, names: ReplyNames): Correspondents {
  const seen = new Set<string>();
  const lists: Record<Field, string[]> = { to: [], cc: [] };
  let read = 0;
  let utf8 = false;
  const long = longList(block);
  if (long !== undefined) return { kind: 'long', field: long };
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

/** RFC 5322 section 4.5.3: where the field is repeated its lists are one. Undefined where the grammar hides an address. */
function mailboxesOf(block: HeaderBlock, field: Field): Mailbox[] | undefined {
  const lists = block.fields(field).map(({ value }) => parseAddressList(value));
  if (lists.some(({ strayDomains }) => strayDomains.length > 0)) return undefined;
  return lists.flatMap(({ mailboxes }) => mailboxes);
}

/** The name and the blank behind it, in one line; nothing where it could break the field, or shows the owner. */
function displayName(mailbox: Mailbox, correspondent: string, names: ReplyNames): string {
  const { phrase, phraseIsSound } = mailbox;
  if (!phraseIsSound || phrase.length > PHRASE_OCTETS || namesOurs(phrase, names)) return '';
  const name = withoutTold(phrase.replaceAll('\r\n', ''), correspondent);
  return name !== '' && names.search(name) === 'clean' ? `${name} ` : '';
}

/** Outlook writes an address that has no name once more as its name: to the correspondent a reply address is none. */
function namesOurs(phrase: string, { open, isOwners }: ReplyNames): boolean {
  const addresses = decodeWords(phrase).text.match(ADDRESS) ?? [];
  if (addresses.length > MOST_IN_PHRASE) return true;
  return addresses.some((address) => open(address) !== undefined || isOwners(address));
}

/** A rewritten mail has the author's address behind the name (`rewrite-author.ts`); here it is the address itself. */
function withoutTold(phrase: string, correspondent: string): string {
  const octets = Buffer.from(correspondent, 'utf8').toString('latin1');
  const [local, domain] = splitAddress(octets);
  const told = toldAddress({ local, domain });
  if (phrase.endsWith(`"${told}"`)) return withoutFoldingBehind(phrase.slice(0, -told.length - 2));
  // Many programs write the whole name in one pair of quotes.
  if (!phrase.endsWith(` ${told}"`)) return phrase;
  return `${withoutFoldingBehind(phrase.slice(0, -told.length - 2))}"`;
}

/**
 * The author of a mail whose own proof would not hold at the next hop: From names an address of ours, under which our signature holds,
 * and the author's words stay in it.
 */

import { type HeaderBlock, HeaderField } from '../message/header-block.ts';
import { addressOf, type Mailbox, parseAddressList } from '../message/address-list.ts';
import { type HeaderChanges, NO_CHANGES } from './header-changes.ts';

/** A longer display name is left out. */
const PHRASE_OCTETS = 200;
/** Of the author's address in a display name. */
const TOLD_OCTETS = 254;

/** A field that names the author of a mail: it would contradict the new From. */
const CLAIMS: readonly string[] = ['sender'];

/** The address that a mail program answers; undefined where none can be read. */
export function firstAuthor(block: HeaderBlock): string | undefined {
  const [from] = block.fields('from');
  const [author] = from === undefined ? [] : parseAddressList(from.value).mailboxes;
  return author && addressOf(author);
}

/** @param block with one From field. @param address of ours, that From names */
export function rewriteAuthor(block: HeaderBlock, address: string): HeaderChanges {
  const [from] = block.fields('from');
  if (from === undefined) throw new Error('there is no author to write anew');
  const [author] = parseAddressList(from.value).mailboxes;
  const display = author === undefined ? '' : displayName(author);
  return {
    added: [],
    replaced: new Map<HeaderField, readonly HeaderField[]>([
      [
        from,
        [
          new HeaderField(`From: ${display}<${address}>`),
          new HeaderField(`X-Original-From:${from.value}`),
        ],
      ],
      ...CLAIMS.flatMap((name) => block.fields(name)).map((field) => [field, []] as const),
    ]),
  };
}

/** Reply-To in transparent mode: the author, unless the mail has a Reply-To. */
export function replyToAuthor(block: HeaderBlock): HeaderChanges {
  const [from] = block.fields('from');
  if (from === undefined || block.fields('reply-to').length > 0) return NO_CHANGES;
  return { added: [new HeaderField(`Reply-To:${from.value}`)], replaced: new Map() };
}

/** The author's own words with their octets kept, and the address in a form that no program takes for an address. */
function displayName({ phrase, phraseIsSound, local, domain }: Mailbox): string {
  const kept = phraseIsSound && phrase !== '' && phrase.length <= PHRASE_OCTETS;
  // oxlint-disable-next-line no-control-regex
  const told = `${local} at ${domain}`.replaceAll(/[\x00-\x1f\x7f]/g, '').slice(0, TOLD_OCTETS);
  const quoted = `"(${told.replaceAll(/["\\]/g, '\\$&')})"`;
  return `${kept ? `${phrase}\r\n ` : ''}${quoted}\r\n `;
}

/**
 * The author of a mail whose own proof would not hold at the next hop: From names an address of ours, under which our signature holds,
 * and the author's words stay in it.
 */

import { type HeaderBlock, HeaderField } from '../message/header-block.ts';
import { addressOf, type Mailbox, parseAddressList } from '../message/address-list.ts';
import { toldAddress } from '../message/told-address.ts';
import { authorPhrase } from './author-phrase.ts';
import { type HeaderChanges, NO_CHANGES } from './header-changes.ts';

/** Fields that name the author of a mail: they would contradict the new From, or ours. */
const CLAIMS: readonly string[] = ['sender', 'x-original-from'];

/** The address that a mail program answers; undefined where none can be read. */
export function firstAuthor(block: HeaderBlock): string | undefined {
  const [from] = block.fields('from');
  const [author] = from === undefined ? [] : parseAddressList(from.value).mailboxes;
  return author && addressOf(author);
}

/**
 * @param block with one From field
 * @param address of ours, that From names
 * @param domains of ours, which no author may name in a display name
 */
export function rewriteAuthor(
  block: HeaderBlock,
  address: string,
  domains: readonly string[],
): HeaderChanges {
  const [from] = block.fields('from');
  if (from === undefined) throw new Error('there is no author to write anew');
  const [author] = parseAddressList(from.value).mailboxes;
  const display = author === undefined ? '' : displayName(author, domains);
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

/** The author's own words, and the address in a form that no program takes for an address. */
function displayName(author: Mailbox, domains: readonly string[]): string {
  const phrase = authorPhrase(author, domains);
  return `${phrase === '' ? '' : `${phrase}\r\n `}"${toldAddress(author)}"\r\n `;
}

/**
 * The author of a mail whose own proof would not hold at the next hop: From names the alias, under which our signature holds, the
 * author's words stay in it, and answers go to the author.
 */

import { type HeaderBlock, HeaderField } from '../message/header-block.ts';
import { type Mailbox, parseAddressList } from '../message/address-list.ts';

/** A longer display name is left out. */
const PHRASE_OCTETS = 200;
/** Of the author's address in a display name. */
const TOLD_OCTETS = 254;

/** A field that claims who wrote a mail: it would name another than From does. */
const CLAIMS: readonly string[] = ['sender'];

export type Rewriting = {
  /** The field From, and X-Original-From with what it said. */
  from: readonly [HeaderField, HeaderField];
  /** The fields that they come in the place of, and others that do not hold any more. */
  removed: readonly HeaderField[];
  /** Goes in front; undefined where the mail says already where answers go. */
  replyTo: HeaderField | undefined;
};

/** @param block with one From field. @param alias that the mail came through */
export function rewriteAuthor(block: HeaderBlock, alias: string): Rewriting {
  const [from] = block.fields('from');
  if (from === undefined) throw new Error('there is no author to write anew');
  const [author] = parseAddressList(from.value).mailboxes;
  const display = author === undefined ? '' : displayName(author);
  return {
    from: [
      new HeaderField(`From: ${display}<${alias}>`),
      new HeaderField(`X-Original-From:${from.value}`),
    ],
    removed: [from, ...CLAIMS.flatMap((name) => block.fields(name))],
    replyTo:
      block.fields('reply-to').length > 0 ? undefined : new HeaderField(`Reply-To:${from.value}`),
  };
}

/** The author's own words with their octets kept, and the address in words that no program takes for one. */
function displayName({ phrase, phraseIsSound, local, domain }: Mailbox): string {
  const kept = phraseIsSound && phrase !== '' && phrase.length <= PHRASE_OCTETS;
  // oxlint-disable-next-line no-control-regex
  const told = `${local} at ${domain}`.replaceAll(/[\x00-\x1f\x7f]/g, '').slice(0, TOLD_OCTETS);
  const quoted = `"(${told.replaceAll(/["\\]/g, '\\$&')})"`;
  return `${kept ? `${phrase}\r\n ` : ''}${quoted}\r\n `;
}

/**
 * The author of a message whose own proof would break at the next hop. From becomes one of our addresses, which our
 * signature covers, and keeps the author's name.
 */

import { type HeaderBlock, HeaderField } from '../message/header-block.ts';
import { addressOf, isPhrase, parseAddressList } from '../message/address-list.ts';
import { type AddressToken, addressTokens } from '../message/address-tokens.ts';
import { withoutTrailingFolding } from '../message/folding.ts';
import { addressInWords } from '../message/address-in-words.ts';
import { authorPhrase, phraseOfWords } from './author-phrase.ts';
import { type HeaderChanges, NO_CHANGES } from './header-changes.ts';

/** Fields that name an author: they would contradict the new From. */
const OTHER_AUTHOR_FIELDS: readonly string[] = ['sender', 'x-original-from'];

/** The address that a mail program answers; undefined if none can be parsed. */
export function firstAuthor(block: HeaderBlock): string | undefined {
  const [from] = block.fields('from');
  const [author] = from === undefined ? [] : parseAddressList(from.value).mailboxes;
  return author && addressOf(author);
}

export type AuthorShown = {
  /** Our domains, which an author's display name must not contain. */
  domains: readonly string[];
  /** Name and address, the address alone, or the name alone. */
  shows: 'author' | 'address' | 'words';
};

/** @param block with one From field. @param address ours, for the new From */
export function rewriteAuthor(
  block: HeaderBlock,
  address: string,
  { domains, shows }: AuthorShown,
): HeaderChanges {
  const [from] = block.fields('from');
  if (from === undefined) throw new Error('there is no author to rewrite');
  const [author] = parseAddressList(from.value).mailboxes;
  const phrase =
    shows === 'words'
      ? wordsWithoutAddress(from.value, domains)
      : author === undefined || shows === 'address'
        ? ''
        : authorPhrase(author, domains);
  const inWords =
    author === undefined || shows === 'words' ? '(no address)' : addressInWords(author);
  const display = `${phrase === '' ? '' : `${phrase}\r\n `}"${inWords}"\r\n `;
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
      ...OTHER_AUTHOR_FIELDS.flatMap((name) => block.fields(name)).map(
        (field) => [field, []] as const,
      ),
    ]),
  };
}

/**
 * Reply-To without reply addresses: the author, unless the message has a Reply-To.
 * @param shows `address`: the author's name is left out
 */
export function replyToAuthor(block: HeaderBlock, shows: AuthorShown['shows']): HeaderChanges {
  const [from] = block.fields('from');
  if (from === undefined || block.fields('reply-to').length > 0) return NO_CHANGES;
  const { mailboxes } = parseAddressList(from.value);
  const bare = mailboxes.map(({ local, domain }) => `<${local}@${domain}>`).join(',\r\n ');
  const value = shows === 'address' ? ` ${bare}` : from.value;
  return { added: [new HeaderField(`Reply-To:${value}`)], replaced: new Map() };
}

/**
 * The words of a From without an address: those before the brackets, or else a comment (`root (Cron Daemon)`).
 * Without either, the text in place of an address.
 */
function wordsWithoutAddress(value: string, domains: readonly string[]): string {
  const tokens = addressTokens(value);
  const open = tokens.findIndex(({ kind }) => kind === '<');
  const name = open < 0 ? [] : tokens.slice(0, open);
  const [first] = name;
  if (first !== undefined) {
    const phrase = withoutTrailingFolding(value.slice(first.start, tokens[open]?.start));
    return authorPhrase({ phrase, phraseIsSound: isPhrase(name) }, domains);
  }
  const words = tokens.filter(({ kind }) => kind === 'atom' || kind === 'quoted' || kind === '.');
  const text =
    firstComment(value, tokens) ?? value.slice(words[0]?.start ?? 0, words.at(-1)?.end ?? 0);
  return phraseOfWords(text, domains);
}

/** RFC 5322 section 3.2.2. Comments are between tokens. */
function firstComment(value: string, tokens: readonly AddressToken[]): string | undefined {
  const gaps = [...tokens, undefined].map((token, i) =>
    value.slice(tokens[i - 1]?.end ?? 0, token?.start),
  );
  const [, comment] = gaps.map((gap) => /^[^(]*\((.*)\)/s.exec(gap)).find((found) => found) ?? [];
  return comment?.replaceAll(/\\(.)/gs, '$1');
}

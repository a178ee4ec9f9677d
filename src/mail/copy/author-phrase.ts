/**
 * The display name of an author in a From that we sign. Readers see little else, so the name must not imitate us,
 * contain another address, or hide the address after it.
 */

import { domainToUnicode } from 'node:url';
import { addressTokens } from '../message/address-tokens.ts';
import type { Mailbox } from '../message/address-list.ts';
import { encodeWords } from '../message/base64.ts';
import { decodeWords } from '../reply/guard/decoding/encoded-words.ts';

const CHARACTERS = 64;
/** A longer author is refused. For a run of combining marks, `normalize` takes time quadratic in its length. */
const OCTETS = 8192;
/** A longer phrase is re-encoded, so that the line has room for an address (RFC 5322 section 2.1.1). */
const KEPT_OCTETS = 600;

/** Blanks of any width, including those of Braille and Hangul. */
const BLANK = '[\\s\\p{Z}\\u2800\\u3164\\u115f\\u1160\\uffa0]';
const BLANKS = new RegExp(`${BLANK}+`, 'gu');
const RUN_OF_BLANKS = new RegExp(`${BLANK}{2,}|[\\t\\r\\n\\v\\f]`, 'gu');
const UNWANTED = /[\p{Cc}\p{Bidi_Control}]/gu;
const UNSEEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

/** Rejected besides the at sign and its look-alikes in words that read as an address. */
const PRODUCT = 'veilpost';

/**
 * @param domains ours, in A-labels and lower case
 * @returns the phrase unchanged, or re-encoded if it must change; empty if it is left out
 */
export function authorPhrase(
  { phrase, phraseIsSound }: Pick<Mailbox, 'phrase' | 'phraseIsSound'>,
  domains: readonly string[],
): string {
  if (!phraseIsSound || phrase === '') return '';
  const shown = shownOf(phrase);
  if (shown === undefined || isMisleading(phrase, domains)) return '';
  const fits = phrase.length <= KEPT_OCTETS && shown.isWhole;
  return fits && authorWords(shown.text) === shown.text
    ? phrase
    : asPhrase(authorWords(shown.text));
}

/**
 * Words of an author that are not a phrase, such as a comment, as one phrase; empty if left out. @param words octets
 */
export function phraseOfWords(words: string, domains: readonly string[]): string {
  const { text, readable } = decodeWords(words.replaceAll('"', ''));
  return readable && !isMisleading(words, domains) ? asPhrase(authorWords(text)) : '';
}

/** What a reader sees of a phrase, without its comments. @returns undefined if a charset is not known */
function shownOf(phrase: string): { text: string; isWhole: boolean } | undefined {
  const line = phrase.replaceAll('\r\n', '');
  let words = '';
  let behind = 0;
  let isWhole = true;
  for (const { kind, start, end } of addressTokens(line)) {
    const between = line.slice(behind, start);
    isWhole &&= !between.includes('(');
    const token = line.slice(start, end);
    words += between === '' ? '' : isWhole ? between : ' ';
    words += kind === 'quoted' ? token.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : token;
    behind = end;
  }
  isWhole &&= !line.slice(behind).includes('(');
  const { text, readable } = decodeWords(words);
  return readable ? { text, isWhole } : undefined;
}

/** At most 64 characters, with runs of blanks collapsed, and without characters that control the text around them. */
function authorWords(text: string): string {
  const plain = text.replaceAll(RUN_OF_BLANKS, ' ').replaceAll(UNWANTED, '').trim();
  const characters = Array.from(plain);
  return characters.length <= CHARACTERS ? plain : `${characters.slice(0, CHARACTERS).join('')}...`;
}

/** Whether any program may show these octets as an address, or as our words; true if they are too long to read. */
export function isMisleading(octets: string, domains: readonly string[]): boolean {
  if (octets.length > OCTETS) return true;
  const names = [PRODUCT, ...domains, ...domains.map(domainToUnicode)].filter(
    (name) => name !== '',
  );
  return readingsOf(octets).some((reading) => {
    // The address follows the words, so the reading ends with a blank.
    const text = comparable(`${reading} `);
    return text.includes('@') || text.includes(' at ') || names.some((name) => text.includes(name));
  });
}

/** Programs also decode encoded words inside quotes, and some keep the blanks between them. */
function readingsOf(octets: string): string[] {
  const line = octets.replaceAll('\r\n', '');
  const bare = line.replaceAll(/\\(.)/gs, '$1').replaceAll('"', '');
  const apart = (text: string) =>
    text
      .split(/[ \t]+/)
      .map((word) => decodeWords(word).text)
      .join(' ');
  return [line, bare].flatMap((text) => [decodeWords(text).text, apart(text)]);
}

const comparable = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(BLANKS, ' ')
    .replaceAll(UNSEEN, '')
    .toLowerCase()
    .replaceAll(/ +/g, ' ');

/** RFC 5322 section 3.2.4, or encoded words. */
function asPhrase(text: string): string {
  if (text === '') return '';
  const isPlain = /^[\x20-\x7e]*$/.test(text) && !text.includes('=?');
  return isPlain ? `"${text.replaceAll(/["\\]/g, '\\$&')}"` : encodeWords(text);
}

/** The Author Domain of RFC 9989 section 5.3.1: the domain that readers take for the author's. */

import { asciiDomain } from '#domains/ascii-domain.ts';
import { parseAddressList } from '../../message/address-list.ts';

/**
 * `none` and `several` differ: a report may have no author, but mail from several domains cannot be judged, nor mail with an
 * address that programs read differently.
 */
export type Author =
  | {
      kind: 'one';
      domain: string;
      /** Present where a broken name beside the address has an address in another domain: some readers see that one. */
      showsAnother?: true;
    }
  | { kind: 'none' | 'several' };

// oxlint-disable-next-line no-control-regex
const NON_ASCII = /[^\x00-\x7f]/;
/** Marks of direction and the like: a reader takes a domain for the one without them. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}|\p{Cc}/gu;
/** Of any width, and Braille's: one reader takes what is in front of it for the domain, another one what is behind. */
const BLANK = /[\p{Z}\u2800]/u;

/** A longer From field is not read, and counts as several: no mail in good faith comes near. */
const OCTETS = 8192;

/**
 * The one domain of all addresses in the From fields, in A-labels and lower case, without a final dot.
 * RFC 9989 section 11.5 warns of mails that show readers one author, and checks another.
 * @param fields bodies of all From fields, one character for each octet
 */
export function authorDomain(fields: readonly string[]): Author {
  const [field] = fields;
  if (field === undefined) return { kind: 'none' };
  if (fields.length > 1 || field.length > OCTETS) return { kind: 'several' };
  const { mailboxes, strayDomains, namedDomains, isLegible } = parseAddressList(field);
  if (!isLegible) return { kind: 'several' };
  const written = [...mailboxes.map(({ domain }) => domain), ...strayDomains];
  if (written.some((domain) => BLANK.test(textOf(domain)))) return { kind: 'several' };
  const domains = new Set(written.map(comparable).filter((name) => name !== ''));
  const [domain] = domains;
  if (domain === undefined) return { kind: 'none' };
  if (domains.size > 1) return { kind: 'several' };
  const showsAnother = namedDomains.some((named) => comparable(named) !== domain);
  return showsAnother ? { kind: 'one', domain, showsAnother } : { kind: 'one', domain };
}

const WORD = /=\?[^?]*\?([bq])\?([^?]*)\?=/gi;

/** RFC 2047 section 5 has no encoded words in addresses: some programs decode them there, or decode the field before they read it. */
function decoded(domain: string): string {
  if (!domain.includes('?=')) return domain;
  const [whole = ''] = domain
    .replaceAll(WORD, (_, way: string, text: string) =>
      way.toLowerCase() === 'b' ? Buffer.from(text, 'base64').toString('latin1') : unquoted(text),
    )
    .split('?=', 1);
  return unquoted(whole);
}

/** RFC 2047 section 4.2. */
const unquoted = (text: string) =>
  text.replaceAll(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

/** RFC 6532: octets above 127 are UTF-8. */
const textOf = (domain: string) => Buffer.from(decoded(domain), 'latin1').toString('utf8');

/** RFC 9989 section 5.3.1: U-labels become A-labels. */
function comparable(domain: string): string {
  const name = asciiDomain(textOf(domain).replace(/\.$/, '').toLowerCase());
  // A name that is one stays as it is: some scripts write joiners.
  return NON_ASCII.test(name) ? asciiDomain(name.replaceAll(UNSEEN, '')) : name;
}

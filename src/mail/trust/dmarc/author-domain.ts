/** The Author Domain of RFC 9989 section 5.3.1: the domain that readers take for the author's. */

import { asciiDomain } from '#domains/ascii-domain.ts';
import { parseAddressList } from '../../message/address-list.ts';

/**
 * `none` and `several` differ: a report may have no author. Messages from several domains cannot be judged, nor can
 * those with an address that programs read differently.
 */
export type Author =
  | {
      kind: 'one';
      domain: string;
      /** Present if a broken name next to the address has an address in another domain: some readers see that one. */
      showsAnother?: true;
    }
  | { kind: 'none' | 'several' };

// oxlint-disable-next-line no-control-regex
const NON_ASCII = /[^\x00-\x7f]/;
/** Direction marks and the like: a reader sees the same domain without them. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}|\p{Cc}/gu;
/**
 * Of any width, including Braille's: some readers take the text before it for the domain, others the text after it.
 */
const BLANK = /[\p{Z}\u2800]/u;

/** A longer From field is not parsed, and counts as several: genuine fields are far shorter. */
const OCTETS = 8192;

/**
 * The only domain of all addresses in the From fields, in A-labels and lower case, without a final dot. RFC 9989
 * section 11.5 warns of messages that show one author to readers, and another to checks.
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

/**
 * RFC 2047 section 5 forbids encoded words in addresses. Some programs decode them there, or decode the field before
 * parsing it.
 */
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
  // A valid A-label stays unchanged: some scripts need joiners.
  return NON_ASCII.test(name) ? asciiDomain(name.replaceAll(UNSEEN, '')) : name;
}

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
  const domains = new Set(written.map(comparable).filter((name) => name !== ''));
  const [domain] = domains;
  if (domain === undefined) return { kind: 'none' };
  if (domains.size > 1) return { kind: 'several' };
  const showsAnother = namedDomains.some((named) => comparable(named) !== domain);
  return showsAnother ? { kind: 'one', domain, showsAnother } : { kind: 'one', domain };
}

/** RFC 9989 section 5.3.1: U-labels become A-labels. RFC 6532: octets above 127 are UTF-8. */
function comparable(domain: string): string {
  const text = Buffer.from(domain, 'latin1').toString('utf8');
  const name = asciiDomain(text.replace(/\.$/, '').toLowerCase());
  // A name that is one stays as it is: some scripts write joiners.
  return NON_ASCII.test(name) ? asciiDomain(name.replaceAll(UNSEEN, '')) : name;
}

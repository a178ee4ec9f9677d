/** The Author Domain of RFC 9989 section 5.3.1: who a reader takes for the author. */

import { asciiDomain } from '#domains/ascii-domain.ts';
import { parseAddressList } from '../../message/address-list.ts';

/** A From field that is longer has no author: no mail that is sent in good faith comes near, and reading it would take long. */
const OCTETS = 8192;

/**
 * The domain that every address of the From fields has, in A-labels and lower case, without a final dot.
 * @param fields bodies of all From fields, one character for each octet
 * @returns undefined where there is not one From field, no domain in it, or more than one: RFC 9989 section 11.5 warns of those
 */
export function authorDomain(fields: readonly string[]): string | undefined {
  const [field] = fields;
  if (field === undefined || fields.length > 1 || field.length > OCTETS) return;
  const { mailboxes, strayDomains } = parseAddressList(field);
  const written = [...mailboxes.map(({ domain }) => domain), ...strayDomains];
  const domains = new Set(written.map(comparable));
  const [domain] = domains;
  return domains.size === 1 && domain !== '' ? domain : undefined;
}

/** RFC 9989 section 5.3.1: U-labels become A-labels. RFC 6532: octets above 127 are UTF-8. */
function comparable(domain: string): string {
  const text = Buffer.from(domain, 'latin1').toString('utf8');
  return asciiDomain(text.replace(/\.$/, '').toLowerCase());
}

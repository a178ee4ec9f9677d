import { domainToASCII } from 'node:url';

// oxlint-disable-next-line no-control-regex
const NON_ASCII = /[^\x00-\x7f]/;

/**
 * The domain in A-labels: both forms are the same domain (RFC 5890 section 2.3.2.1). One that has none stays as it is.
 * @param domain held against the grammar of a domain: of any other text a part would be read
 */
export function asciiDomain(domain: string): string {
  return NON_ASCII.test(domain) ? domainToASCII(domain) || domain : domain;
}

import { domainToASCII } from 'node:url';

// oxlint-disable-next-line no-control-regex
const NON_ASCII = /[^\x00-\x7f]/;

/**
 * The domain in A-labels, which is the same domain (RFC 5890 section 2.3.2.1). A domain without A-labels is returned unchanged.
 * @param domain valid by the grammar of a domain: of any other text only a part would be converted
 */
export function asciiDomain(domain: string): string {
  return NON_ASCII.test(domain) ? domainToASCII(domain) || domain : domain;
}

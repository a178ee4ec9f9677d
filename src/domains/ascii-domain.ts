import { domainToASCII } from 'node:url';

// oxlint-disable-next-line no-control-regex
const NON_ASCII = /[^\x00-\x7f]/;
/** ASCII that no host name has: `domainToASCII` reads a text as a URL does, which ends a host at such signs, or decodes them. */
// oxlint-disable-next-line no-control-regex
const NO_HOST = /[\x00-,/:-@[-^`{-\x7f]/;

/**
 * The domain in A-labels, which is the same domain (RFC 5890 section 2.3.2.1). A domain without A-labels, and a text that is no
 * domain, is returned unchanged.
 */
export function asciiDomain(domain: string): string {
  return NON_ASCII.test(domain) && !NO_HOST.test(domain) ? domainToASCII(domain) || domain : domain;
}

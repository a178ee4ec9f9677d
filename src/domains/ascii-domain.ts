import { domainToASCII } from 'node:url';

// oxlint-disable-next-line no-control-regex
const NON_ASCII = /[^\x00-\x7f]/;
/**
 * ASCII characters that no host name has: `domainToASCII` parses like a URL, which ends a host at them, or decodes
 * them.
 */
// oxlint-disable-next-line no-control-regex
const NO_HOST = /[\x00-,/:-@[-^`{-\x7f]/;

/**
 * The domain in A-labels, which is the same domain (RFC 5890 section 2.3.2.1). A label without an A-label stays as it
 * is: the labels above it still belong to the domain.
 */
export function asciiDomain(domain: string): string {
  return converted(domain) ?? domain.split('.').map(asciiLabel).join('.');
}

/** Next to a letter: a number alone would be read as an IP address. */
const asciiLabel = (label: string) => converted(`${label}.x`)?.slice(0, -2) ?? label;

/** @returns undefined if a label has no A-label */
function converted(domain: string): string | undefined {
  if (!NON_ASCII.test(domain)) return domain;
  return NO_HOST.test(domain) ? undefined : domainToASCII(domain) || undefined;
}

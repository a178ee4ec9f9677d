/** Domain names in signatures, checked before they become DNS queries. */

import { asciiDomain } from '#domains/ascii-domain.ts';

/** RFC 6376 section 3.5 has sub-domains of RFC 5321; underscores are also used. */
const LABELS =
  /^(?!.{254})(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
/** The characters of a domain, before it is converted to A-labels. */
const LETTERS = /^[\p{L}\p{M}\p{N}_.-]+$/u;

/**
 * @param octets a domain or selector, each character one octet; U-labels in UTF-8 (RFC 8616 section 3)
 * @returns it in lower case and A-labels, or undefined if it cannot be a name
 */
export function domainName(octets: string): string | undefined {
  if (octets.length > 254) return undefined;
  const text = Buffer.from(octets, 'latin1').toString('utf8');
  if (!LETTERS.test(text)) return undefined;
  const name = asciiDomain(text).toLowerCase();
  return LABELS.test(name) ? name : undefined;
}

/** Whether a domain is another one or below it; both in lower case and A-labels. */
export function isWithin(domain: string, above: string): boolean {
  return domain === above || domain.endsWith(`.${above}`);
}

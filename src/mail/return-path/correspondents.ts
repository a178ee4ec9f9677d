/** A correspondent packed into a reply address: one octet for the proof and a common domain, then the local part. */

import { asciiDomain } from '#domains/ascii-domain.ts';
import { ADDRESS_OCTETS, splitAddress } from '#rules/address.ts';
import { domainOfNumber, numberOfDomain } from './common-domains.ts';

/**
 * In the first octet: the correspondent was not proven when the address was made. The other bits number a common
 * domain.
 */
const NOT_PROVEN = 0x80;

/**
 * Local parts that we can write to: atoms, dots and quoted strings, as envelopes accept them. Dots may be anywhere,
 * because providers have issued such addresses. The address becomes part of a command: no control character, and no
 * angle bracket outside quotes.
 */
const LOCAL =
  /^(?:[^\s\p{Cc}()<>[\]:;@\\,"]|(?<=^|\.)"(?:[^\p{Cc}"\\]|\\[\x20-\x7e])*"(?=\.|$))+$/u;
const LABEL = /^[\p{L}\p{N}_](?:[\p{L}\p{N}\p{M}_-]{0,61}[\p{L}\p{N}\p{M}_])?$/u;

/** Whether we can write to an address from a stranger's header. */
export function canBeAnswered(correspondent: string): boolean {
  const [local, domain] = splitAddress(correspondent);
  return (
    correspondent.length <= ADDRESS_OCTETS &&
    correspondent.includes('@') &&
    // Half a surrogate pair has no octets in UTF-8 (RFC 3629 section 3).
    correspondent.isWellFormed() &&
    LOCAL.test(local) &&
    domain.split('.').every((label) => LABEL.test(label))
  );
}

/** @param correspondent an address we can write to; its domain is converted to lower case and A-labels */
export function packCorrespondent(correspondent: string, isProven: boolean): Buffer {
  const [local, written] = splitAddress(correspondent);
  const domain = asciiDomain(written.toLowerCase());
  const number = numberOfDomain(domain);
  const text = number === undefined ? `${local}@${domain}` : local;
  const first = Buffer.of((number ?? 0) | (isProven ? 0 : NOT_PROVEN));
  return Buffer.concat([first, Buffer.from(text, 'utf8')]);
}

/** @returns undefined if a later version has packed it, with a domain number unknown to this version */
export function unpackCorrespondent(
  plain: Buffer,
): { correspondent: string; isProven: boolean } | undefined {
  const first = plain[0] ?? 0;
  const text = plain.toString('utf8', 1);
  const isProven = (first & NOT_PROVEN) === 0;
  const number = first & ~NOT_PROVEN;
  if (number === 0) return { correspondent: text, isProven };
  const domain = domainOfNumber(number);
  return domain === undefined ? undefined : { correspondent: `${text}@${domain}`, isProven };
}

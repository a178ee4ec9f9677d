/**
 * The rules for an email address: the specification's rule for the visitor, RFC 5321's for addresses that we hand to
 * mail servers.
 */

/** Longest address in octets: RFC 5321 section 4.5.3.1.3 allows 256 for the path with its angle brackets. */
export const ADDRESS_OCTETS = 254;

/** Longest local part in octets, RFC 5321 section 4.5.3.1.1. */
const LOCAL_PART_OCTETS = 64;

/** RFC 5321 section 4.1.2 Dot-string, with the non-ASCII letters of RFC 6531 section 3.3. */
const DOT_STRING = /^[^\s\p{Cc}()<>[\]:;@\\,".]+(?:\.[^\s\p{Cc}()<>[\]:;@\\,".]+)*$/u;

/** RFC 5321 section 4.1.2 Quoted-string: printable octets, quote and backslash only after a backslash. */
const QUOTED_STRING = /^"(?:[^\p{Cc}"\\]|\\[\x20-\x7e])*"$/u;

const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u;

/**
 * A last label that is a number makes the whole an IP address: https://url.spec.whatwg.org/#ends-in-a-number-checker
 */
const NUMBER = /^(?:\d+|0x[\da-f]*)$/i;

/** Most octets of a UTF-16 unit in UTF-8. */
const UNIT_OCTETS = 3;

/** Whether the text has at most this many octets in UTF-8: only a text near the limit is encoded. */
const fits = (text: string, octets: number) =>
  text.length * UNIT_OCTETS <= octets || new TextEncoder().encode(text).length <= octets;

/**
 * Whether the screen accepts the text as an address: the specification's rule (section 5), nothing more and nothing
 * less. It is `/^\S+@\S+\.\S+$/`, which for many at signs and dots would try every combination.
 */
export function isEmail(text: string): boolean {
  const at = text.indexOf('@', 1);
  return at > 0 && text.lastIndexOf('.', text.length - 2) > at + 1 && !/\s/.test(text);
}

/**
 * An address without the differences that separate mailboxes in no script: surrounding blanks and case. The server then
 * makes the one spelling that is stored and compared (src/domains/real-address.ts). RFC 5321 section 2.4 lets a host
 * distinguish local parts by case; no host does so today, and neither do people.
 */
export function canonicalAddress(text: string): string {
  return text.trim().toLowerCase();
}

/**
 * Whether a mail server would accept the address: Mailbox of RFC 5321 section 4.1.2 (RFC 6531 letters included), but
 * not an IP address.
 */
export function isDeliverable(address: string): boolean {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const labels = address.slice(at + 1).split('.');
  return (
    at > 0 &&
    // Half a surrogate pair has no octets in UTF-8 that could be sent (RFC 3629 section 3).
    address.isWellFormed() &&
    fits(address, ADDRESS_OCTETS) &&
    fits(local, LOCAL_PART_OCTETS) &&
    (DOT_STRING.test(local) || QUOTED_STRING.test(local)) &&
    labels.length > 1 &&
    labels.every((label) => LABEL.test(label)) &&
    !NUMBER.test(labels.at(-1) ?? '')
  );
}

/** The parts before and after the last at sign. */
export function splitAddress(address: string): [local: string, domain: string] {
  const at = address.lastIndexOf('@');
  return [address.slice(0, at), address.slice(at + 1)];
}

/** The part after the last at sign, in lower case. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

/** An address that its holder recognizes, but no one can write to: `s***@example.com`. @param email canonical */
export function maskedAddress(email: string): string {
  const [first = ''] = email;
  return `${/[\da-z]/.test(first) ? first : ''}***@${domainOf(email)}`;
}

/**
 * Reverse-path and forward-path of RFC 5321 section 4.1.2, with the letters of RFC 6531 section 3.3, and other forms in use.
 * Rejecting a sender's address loses a message, so paths that other servers accept are accepted (docs/decisions/smtp-of-our-own.md).
 */

import { asciiDomain } from '#domains/ascii-domain.ts';
import type { EnvelopeMailbox } from './policy.ts';

/** RFC 5321 section 4.5.3.1.2. Section 4.5.3.1 does not require a limit for a local part; the command line limits it. */
const DOMAIN_OCTETS = 255;

/** `<`, an optional source route, `>`: the route should be ignored (RFC 5321 section 4.1.1.3). */
const SOURCE_ROUTE = /^@[^,:<>\s]+(?:,@[^,:<>\s]+)*:/;
/** A path without its angle brackets, as old devices write it. */
const BARE_PATH = /^[^\s<>"]+@[^\s<>"]+/;
/**
 * Atoms, dots and quoted strings. RFC 5321 section 4.1.2 allows only single dots between atoms; carriers have issued `a..b`
 * and `a.`, and some lists write `@` or `:` into their bounce address.
 */
const LOCAL =
  /^(?!@)(?:[^\s\p{Cc}()<>[\]:;@\\,"]|[@:]|(?<=^|\.)"(?:[^\p{Cc}"\\]|\\[\x20-\x7e])*"(?=\.|$))+$/u;
/** Host names, with the underscore that some have, and an optional final dot. */
const DOMAIN =
  /^[\p{L}\p{N}_](?:[\p{L}\p{N}\p{M}_-]*[\p{L}\p{N}\p{M}_])?(?:\.[\p{L}\p{N}_](?:[\p{L}\p{N}\p{M}_-]*[\p{L}\p{N}\p{M}_])?)*$/u;
const LITERAL = /^\[(?:\d{1,3}(?:\.\d{1,3}){3}|IPv6:[0-9a-f:.]+)\]$/i;

const octets = (text: string) => Buffer.byteLength(text, 'utf8');

export type ParsedPath =
  /** `mailbox` is null for `<>`; `rest` holds the parameters after the path. */
  | { kind: 'path'; mailbox: EnvelopeMailbox | null; rest: string }
  /** Not a path at all: 501. */
  | { kind: 'malformed' }
  /** A path that breaks a length limit or the grammar of its mailbox: 553. */
  | { kind: 'not-allowed' };

/** @param text starts at the opening angle bracket; leading blanks are ignored */
export function parsePath(text: string): ParsedPath {
  const bare = BARE_PATH.exec(text)?.[0];
  const end = bare === undefined ? closingBracket(text) : bare.length - 1;
  if (end < 0) return { kind: 'malformed' };
  const rest = text.slice(end + 1);
  if (rest !== '' && !rest.startsWith(' ')) return { kind: 'malformed' };
  if (end === 1) return { kind: 'path', mailbox: null, rest: rest.trim() };
  const address = bare ?? text.slice(1, end);
  const mailbox = parseMailbox(address.replace(SOURCE_ROUTE, ''));
  return mailbox === undefined
    ? { kind: 'not-allowed' }
    : { kind: 'path', mailbox, rest: rest.trim() };
}

/** Index of the `>` that ends the path: one inside a quoted local part does not count. */
function closingBracket(text: string): number {
  if (!text.startsWith('<')) return -1;
  let quoted = false;
  for (let i = 1; i < text.length; i++) {
    const char = text[i];
    if (quoted && char === '\\') i++;
    else if (char === '"') quoted = !quoted;
    else if (char === '>' && !quoted) return i;
  }
  return -1;
}

function parseMailbox(address: string): EnvelopeMailbox | undefined {
  const at = address.lastIndexOf('@');
  // RFC 5321 section 4.5.1: "RCPT TO:<Postmaster>" must be accepted. Some devices also name their sender without a domain.
  if (at < 0) return LOCAL.test(address) ? { address, local: address, domain: '' } : undefined;
  const local = address.slice(0, at);
  const domain = address.slice(at + 1).replace(/\.$/, '');
  const sound =
    octets(domain) <= DOMAIN_OCTETS &&
    LOCAL.test(local) &&
    (DOMAIN.test(domain) || LITERAL.test(domain)) &&
    domain.split('.').every((label) => label.length <= 63);
  return sound ? { address, local, domain: asciiDomain(domain.toLowerCase()) } : undefined;
}

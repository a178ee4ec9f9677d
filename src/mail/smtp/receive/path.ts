/** Reverse-path and forward-path of RFC 5321 section 4.1.2, with the letters of RFC 6531 section 3.3. */

import { asciiDomain } from '../ascii-domain.ts';
import type { Mailbox } from './policy.ts';

/** RFC 5321 section 4.5.3.1.1. */
const LOCAL_PART_OCTETS = 64;
/** RFC 5321 section 4.5.3.1.2. */
const DOMAIN_OCTETS = 255;
/** RFC 5321 section 4.5.3.1.3: 256 octets with the angle brackets. */
const PATH_OCTETS = 256;

/** `<`, an optional source route, `>`: RFC 5321 section 4.1.1.3 says that the route should be ignored. */
const SOURCE_ROUTE = /^@[^,:<>\s]+(?:,@[^,:<>\s]+)*:/;
const ATOM = /^[^\s\p{Cc}()<>[\]:;@\\,".]+(?:\.[^\s\p{Cc}()<>[\]:;@\\,".]+)*$/u;
const QUOTED = /^"(?:[^\p{Cc}"\\]|\\[\x20-\x7e])*"$/u;
const DOMAIN =
  /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?)*$/u;
const LITERAL = /^\[(?:\d{1,3}(?:\.\d{1,3}){3}|IPv6:[0-9a-f:.]+)\]$/i;

const octets = (text: string) => Buffer.byteLength(text, 'utf8');

export type ParsedPath =
  /** `mailbox` is null for `<>`; `rest` holds the parameters behind the path. */
  | { kind: 'path'; mailbox: Mailbox | null; rest: string }
  /** Not a path at all: 501. */
  | { kind: 'malformed' }
  /** A path that breaks a length limit or the grammar of its mailbox: 553. */
  | { kind: 'not-allowed' };

/** @param text from the opening angle bracket on; blanks before it are the client's sloppiness and ignored */
export function parsePath(text: string): ParsedPath {
  const end = closingBracket(text);
  if (end < 0) return { kind: 'malformed' };
  const rest = text.slice(end + 1);
  if (rest !== '' && !rest.startsWith(' ')) return { kind: 'malformed' };
  if (end === 1) return { kind: 'path', mailbox: null, rest: rest.trim() };
  if (octets(text.slice(0, end + 1)) > PATH_OCTETS) return { kind: 'not-allowed' };
  const mailbox = parseMailbox(text.slice(1, end).replace(SOURCE_ROUTE, ''));
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

function parseMailbox(address: string): Mailbox | undefined {
  // RFC 5321 section 4.5.1: "RCPT TO:<Postmaster>" without a domain must be accepted.
  if (/^postmaster$/i.test(address)) return { address, local: address, domain: '' };
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const domain = address.slice(at + 1);
  const sound =
    at > 0 &&
    octets(local) <= LOCAL_PART_OCTETS &&
    octets(domain) <= DOMAIN_OCTETS &&
    (ATOM.test(local) || QUOTED.test(local)) &&
    (DOMAIN.test(domain) || LITERAL.test(domain)) &&
    domain.split('.').every((label) => label.length <= 63);
  return sound ? { address, local, domain: asciiDomain(domain.toLowerCase()) } : undefined;
}

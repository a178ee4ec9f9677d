/**
 * Address lists of RFC 5322 section 3.4, as in From, To and Cc, with the obsolete forms of section 4.4. The text has
 * one character for each octet (latin1), so positions in it are positions in the message. One pass parses everything:
 * time and memory grow linearly with the length of the text.
 */

import { isUtf8 } from 'node:buffer';
import { type AddressToken, addressTokens } from './address-tokens.ts';
import { withoutTrailingFolding } from './folding.ts';

/** An author or a recipient in the header. RFC 5322 section 3.4, mailbox. */
export type Mailbox = {
  /** The display name as written, comments, quotes and encoded words included; empty if it is absent. */
  phrase: string;
  /** Whether the display name follows the grammar: an invalid one must not be written again. */
  phraseIsSound: boolean;
  /** The local part without blanks and comments, quotes kept. */
  local: string;
  /** The domain without blanks and comments, or an IP address in brackets. RFC 6532: octets above 127 are UTF-8. */
  domain: string;
  /** Position of the address in the text, without its angle brackets. */
  start: number;
  end: number;
};

/** The address as text: RFC 6532 has octets above 127 as UTF-8. A final dot of the domain has no meaning. */
export function addressOf({ local, domain }: Mailbox): string {
  return Buffer.from(`${local}@${domain.replace(/\.$/, '')}`, 'latin1').toString('utf8');
}

export type AddressList = {
  mailboxes: Mailbox[];
  /** The text after an at sign if the grammar is broken: a reader may take it for the domain. */
  strayDomains: string[];
  /** The same in display names, where only a broken grammar has them: a reader may take the name for the address. */
  namedDomains: string[];
  /**
   * Whether every address is plain text: readers see different addresses if one has a control character, or octets
   * that are not UTF-8.
   */
  isLegible: boolean;
};

/** @param text the body of a field, folded or not */
export function parseAddressList(text: string): AddressList {
  const list: AddressList = { mailboxes: [], strayDomains: [], namedDomains: [], isLegible: true };
  let element: AddressToken[] = [];
  let inAngle = false;
  let begun = false;
  for (const token of addressTokens(text)) {
    const { kind } = token;
    if (!inAngle && (kind === ',' || kind === ';')) {
      readElement(text, element, list);
      element = [];
      begun = false;
    } else if (!begun && kind === ':') {
      // RFC 5322 section 3.4: the text before the colon is the name of a group. A group without its end is accepted.
      element = [];
    } else {
      if (kind === '<') inAngle = true;
      if (kind === '>') inAngle = false;
      begun ||= kind === '<' || kind === '@';
      element.push(token);
    }
  }
  readElement(text, element, list);
  return list;
}

/** One address, or nothing: RFC 5322 section 4.4 allows empty list elements. */
function readElement(text: string, element: AddressToken[], list: AddressList): void {
  const open = element.findIndex(({ kind }) => kind === '<');
  const name = open < 0 ? [] : element.slice(0, open);
  const address = specOf(text, open < 0 ? element : withinAngle(element, open));
  if (address === undefined) {
    readStrays(text, element, list);
    return;
  }
  list.isLegible &&= isLegible(address.local + address.domain);
  readNames(text, name, list.namedDomains);
  const phrase =
    name.length === 0
      ? ''
      : withoutTrailingFolding(text.slice(name[0]?.start, element[open]?.start));
  list.mailboxes.push({ phrase, phraseIsSound: isPhrase(name), ...address });
}

/** The tokens in the brackets, without the route (RFC 5322 section 4.4); none if they end before the element. */
function withinAngle(element: AddressToken[], open: number): AddressToken[] {
  if (element.at(-1)?.kind !== '>') return [];
  const within = element.slice(open + 1, -1);
  const routed = within[0]?.kind === '@' || within[0]?.kind === ',';
  return routed ? within.slice(within.findIndex(({ kind }) => kind === ':') + 1) : within;
}

/** RFC 5322 section 3.4.1 addr-spec. Dots may be anywhere in a local part: providers have issued such addresses. */
function specOf(text: string, tokens: AddressToken[]) {
  const at = tokens.findIndex(({ kind }) => kind === '@');
  const local = tokens.slice(0, Math.max(0, at));
  const domain = tokens.slice(at + 1);
  const [first] = local;
  const last = domain.at(-1);
  if (first === undefined || last === undefined || !isLocal(local) || !isDomain(domain)) return;
  return {
    local: join(text, local),
    domain: join(text, domain),
    start: first.start,
    end: last.end,
  };
}

const isWord = (token: AddressToken | undefined) =>
  token?.kind === 'atom' || token?.kind === 'quoted';

/** Whether tokens are a display name: RFC 5322 sections 3.2.5 and 4.1. */
export function isPhrase(tokens: AddressToken[]): boolean {
  return tokens.every((token, i) => isWord(token) || (token.kind === '.' && i > 0));
}

function isLocal(tokens: AddressToken[]): boolean {
  return tokens.every(
    (token, i) => token.kind === '.' || (isWord(token) && !isWord(tokens[i - 1])),
  );
}

/** A final dot has no meaning. */
function isDomain(tokens: AddressToken[]): boolean {
  if (tokens[0]?.kind === 'literal') return tokens.length === 1;
  return tokens.every(({ kind }, i) => kind === (i % 2 === 0 ? 'atom' : '.'));
}

/**
 * Adds the domains after each at sign, if they look like one: a reader may skip signs before them, and quotes around
 * them. There may be more than a call takes arguments.
 */
function readStrays(text: string, element: AddressToken[], list: AddressList): void {
  for (const [i, { kind }] of element.entries()) {
    if (kind !== '@') continue;
    list.isLegible &&= isLegible(join(text, writtenAround(element, i)));
    let start = i + 1;
    while (element[start]?.kind === 'odd') start++;
    const quoted = element[start]?.kind === 'quoted' ? element.slice(start, start + 1) : [];
    const end = endOfDomain(element, start, () => false);
    const readings = [join(text, element.slice(start, end))];
    // A reader that omits comments joins the words around one; another reader ends the domain there.
    const joins = (from: number, to: number) => text.slice(from, to).includes('(');
    const joined = isWord(element[end]) ? endOfDomain(element, start, joins) : end;
    if (joined > end) readings.push(join(text, element.slice(start, joined)));
    // Another omits quotes, and joins the text on both sides.
    if (element[end]?.kind === 'quoted' && end > start) {
      let last = end;
      while (isWord(element[last]) || isDomainPart(element[last])) last++;
      readings.push(join(text, element.slice(start, last)).replaceAll(/["\\]/g, ''));
    }
    const named = unquoted(join(text, quoted));
    const strays = named === '' ? readings : [named];
    for (const stray of strays) if (stray !== '') list.strayDomains.push(stray);
  }
}

/**
 * @param joins whether the words on both sides of an index are one. Otherwise a word after a word does not belong to
 * the domain
 */
function endOfDomain(
  element: AddressToken[],
  start: number,
  joins: (from: number, to: number) => boolean,
): number {
  let end = start;
  for (; isDomainPart(element[end]); end++) {
    const [before, token] = [element[end - 1], element[end]];
    if (end > start && isWord(before) && isWord(token)) {
      if (!joins(before?.end ?? 0, token?.start ?? 0)) break;
    }
  }
  return end;
}

/** Adds all the text after each at sign of a name. */
function readNames(text: string, name: AddressToken[], domains: string[]): void {
  for (const [i, { kind }] of name.entries()) {
    if (kind !== '@') continue;
    const around = writtenAround(name, i);
    domains.push(join(text, around.slice(around.findIndex((token) => token.kind === '@') + 1)));
  }
}

/**
 * The tokens that a reader may take for one address. They go back from the at sign to a blank, and on to the next
 * word. Each token belongs to at most two at signs.
 */
function writtenAround(element: AddressToken[], at: number): AddressToken[] {
  const ends = (token: AddressToken | undefined) =>
    token === undefined || '<>@'.includes(token.kind);
  let start = at;
  while (!ends(element[start - 1]) && element[start - 1]?.end === element[start]?.start) start--;
  let end = at + 1;
  const isNextWord = () =>
    isWord(element[end]) &&
    isWord(element[end - 1]) &&
    element[end - 1]?.end !== element[end]?.start;
  while (!ends(element[end]) && !isNextWord()) end++;
  return element.slice(start, end);
}

const PRINTABLE = /^[ -~]*$/;

/**
 * RFC 5322 section 2.2.3: folding does not belong to an address. RFC 6532 section 3.1: octets above 127 are UTF-8.
 */
function isLegible(address: string): boolean {
  if (PRINTABLE.test(address)) return true;
  const octets = Buffer.from(address.replaceAll(/\r\n(?=[ \t])/g, ''), 'latin1');
  return isUtf8(octets) && !/[^\P{Cc}\t]/u.test(octets.toString('utf8'));
}

const unquoted = (text: string) => text.slice(1, -1).replaceAll(/\\(.)/gs, '$1');

const isDomainPart = (token: AddressToken | undefined) =>
  token?.kind === 'atom' || token?.kind === '.' || token?.kind === 'literal';

const join = (text: string, tokens: AddressToken[]) =>
  tokens.map(({ start, end }) => text.slice(start, end)).join('');

/** The spellings of an owner's address that a reply must not show, as expressions over folded text (`text-folding.ts`). */

import { domainToUnicode } from 'node:url';
import { asciiDomain } from '#domains/ascii-domain.ts';
import { foldEscaped, foldPlain } from './decoding/text-folding.ts';

/** The owner that a reply must not show. */
export type Owner = {
  /** The real address, as stored. */
  address: string;
  /** MAIL FROM of the reply; empty for the null reverse-path. */
  mailFrom: string;
  /** Of the alias; may be below the owner's own domain, because the correspondent sees it. */
  aliasDomain: string;
  /** Whether many people have addresses at the domain, so that it does not identify a person. */
  sharedProvider: boolean;
};

export type Needles = {
  /** The owner's addresses: searched for everywhere. */
  addresses: readonly Needle[];
  /** The addresses, and the owner's own domain: searched for in text written by programs. */
  names: readonly Needle[];
  /** The domains, including shared ones: they identify the owner's Content-IDs. */
  domains: readonly Needle[];
};

export class Needle {
  /** A cheap test before the expression: the text must contain one string of each list. */
  readonly needed: readonly (readonly string[])[];
  /**
   * The kind of name: a longer name of the same kind belongs to someone else. `word`: an address in text written by a
   * program. It may follow a word and a hyphen or the like, as in `backup-ann@example.org.zip`. `identifier`: a
   * Content-ID, which may be the beginning of another.
   */
  readonly within: 'address' | 'word' | 'domain' | 'identifier' | 'anything';
  readonly #source: () => string;
  #expression: RegExp | undefined;

  /** @param source returns the text of the expression */
  constructor(needed: Needle['needed'], source: () => string, within: Needle['within']) {
    this.needed = needed;
    this.#source = source;
    this.within = within;
  }

  /** Global. Created on first use: most messages contain no needle's required strings. */
  get expression(): RegExp {
    return (this.#expression ??= new RegExp(this.#source(), 'g'));
  }
}

/** The most folded units of a match: an address of RFC 5321 section 4.5.3.1 with a tag, and all its dots spelled out. */
export const LONGEST_MATCH = 2048;

type Address = { local: string; domains: readonly string[]; dotless: boolean };

/** The percent sign of an escape in programs that cannot write it: Proofpoint's links have `-40` and `-2540` for `@`. */
const ESCAPED = '[=_-](?:25)?';
/** RFC 5233 section 1: a message to a local part with a tag reaches the mailbox without it. */
const TAG = `(?:(?:\\+|${ESCAPED}2b)[a-z0-9._=~+-]{0,64})?`;
const BESIDE = '[^a-z0-9]{0,3}';
const AT = `(?:${BESIDE}(?:@|at)${BESIDE}|${ESCAPED}40)`;
const DOT = `(?:[^a-z0-9]{0,2}(?:\\.|dot)[^a-z0-9]{0,2}|${ESCAPED}2e)`;
/** The other ASCII signs. */
const SIGN = /[!-/:-@[-`{-~]/;
/** Google ignores dots in local parts. */
const DOTLESS = ['gmail.com', 'googlemail.com'];
/** Shared domains of one provider, at which a local part is the same mailbox, or unassigned. */
const SAME_MAILBOX: readonly (readonly string[])[] = [
  DOTLESS,
  ['icloud.com', 'me.com', 'mac.com'],
  ['proton.me', 'protonmail.com', 'pm.me'],
  ['yandex.ru', 'yandex.com'],
];
/** A shorter piece of a base64 address would match by chance. */
const BASE64_DIGITS = 10;

export function needlesOf({ address, mailFrom, aliasDomain, sharedProvider }: Owner): Needles {
  const spelled = [...new Set([address, mailFrom])].filter((one) => one.includes('@'));
  const owned = spelled.map(addressOf);
  const addresses = [...owned.map(addressNeedle), ...spelled.flatMap(base64Needles)];
  const owners = new Set(owned.flatMap((one) => one.domains));
  const domains = [...owners].map((domain) => domainNeedle(domain, aliasDomain));
  const words = addresses.map(inWords);
  return { addresses, domains, names: sharedProvider ? words : [...words, ...domains] };
}

const inWords = (one: Needle): Needle =>
  one.within === 'address' ? new Needle(one.needed, () => one.expression.source, 'word') : one;

/** @param id a Content-ID without brackets, as it also appears in URLs (RFC 2392) */
export function contentIdNeedle(id: string): Needle {
  // Folded in the same way as the text: an identifier may contain a percent sign.
  const text = foldEscaped(`cid:${id}`);
  return new Needle([[text]], () => escaped(text), 'identifier');
}

function addressOf(address: string): Address {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  const dotless = DOTLESS.includes(domain);
  // RFC 5321 section 4.1.2: quotes, and backslashes inside them, do not belong to the name. It is folded like the
  // texts: an ampersand or a percent sign of the name may look like an escape.
  const name = foldEscaped(withoutBatvTag(address.slice(0, at))).replaceAll(/["\\]/g, '');
  const plus = name.indexOf('+');
  const local = plus > 0 ? name.slice(0, plus) : name;
  return {
    local: dotless ? local.replaceAll('.', '') : local,
    domains: SAME_MAILBOX.find((some) => some.includes(domain)) ?? spellings(domain),
    dotless,
  };
}

/** RFC 5890 section 2.3.2: A-labels and U-labels. */
function spellings(domain: string): string[] {
  const ascii = asciiDomain(domain);
  const unicode = ascii.includes('xn--') ? domainToUnicode(ascii) || domain : domain;
  return [...new Set([domain, ascii, unicode])].map(foldPlain);
}

function addressNeedle({ local, domains, dotless }: Address): Needle {
  const source = () => {
    const name = (dotless ? Array.from(local, escaped).join('\\.?') : spelledOut(local)) + TAG;
    const domain = `(?:${domains.map(spelledOut).join('|')})`;
    // The last two forms are addresses inside another local part, as lists and the Sender Rewriting Scheme write
    // them.
    return `${name}${AT}${domain}|${name}=${domain}(?=@)|${domain}=${name}(?=@)`;
  };
  const needed = [dotless ? [''] : [longest(local.split(SIGN))], domains.map(longestLabel)];
  return new Needle(needed, source, 'address');
}

/** @param aliasDomain does not match if it ends in the domain */
function domainNeedle(domain: string, aliasDomain: string): Needle {
  const source = () => {
    const below = spellings(aliasDomain).filter((name) => name.endsWith(`.${domain}`));
    const ahead = below.map((name) => `(?<!${spelledOut(name.slice(0, -domain.length))})`);
    return ahead.join('') + spelledOut(domain);
  };
  return new Needle([[longestLabel(domain)]], source, 'domain');
}

/** Tracking links have the address in base64. Three alignments: an octet may begin at each third of a group. */
function base64Needles(address: string): Needle[] {
  return [...new Set([address, address.toLowerCase()])].flatMap((spelled) =>
    [0, 1, 2].flatMap((shift): Needle[] => {
      const octets = Buffer.from('\0'.repeat(shift) + spelled);
      const whole = octets.toString('base64').replaceAll('=', '');
      // The first digits also hold bits before the address, and the last one bits after it.
      const core = whole.slice([0, 2, 3][shift], octets.length % 3 === 0 ? undefined : -1);
      const text = core.toLowerCase();
      if (text.length < BASE64_DIGITS) return [];
      // RFC 4648 section 5 has two different digits.
      const source = () => escaped(text).replaceAll('\\+', '[+-]').replaceAll('/', '[/_]');
      return [new Needle([[longest(text.split(/[+/]/))]], source, 'anything')];
    }),
  );
}

const spelledOut = (name: string) =>
  Array.from(name, (char) => (char === '.' ? DOT : spelledChar(char))).join('');

function spelledChar(char: string): string {
  if (!SIGN.test(char)) return char;
  return `(?:${escaped(char)}|${ESCAPED}${char.charCodeAt(0).toString(16)})`;
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const longest = (texts: readonly string[]) =>
  texts.reduce((long, text) => (text.length > long.length ? text : long), '');

/** The text between two signs is the same in all spellings. */
const longestLabel = (domain: string) => longest(domain.split(SIGN));

/** draft-levine-smtp-batv-01 section 2, `prvs=tag=local`; Barracuda's gateways write `btv1==tag==local`. */
const BATV_TAG = /^(?:prvs=[^=@]+=|btv1==[^=@]+==)/i;

/**
 * The address without the tag that servers add to MAIL FROM, to recognize their own bounces.
 * @param address or its local part, in any case
 */
export const withoutBatvTag = (address: string) => address.replace(BATV_TAG, '');

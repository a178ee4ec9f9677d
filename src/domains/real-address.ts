/** A visitor's real address: its canonical spelling for storage and comparison, and its displayed one. */

import { domainToUnicode } from 'node:url';
import { asciiDomain } from './ascii-domain.ts';
import { canonicalAddress, isDeliverable, splitAddress } from '#rules/address.ts';

export type RealAddress = {
  /** Lower case, the local part in NFC and without needless quotes, the domain in A-labels. */
  canonical: string;
  /** Other spellings that rows may have: those of a Supabase, which stores lower-case text, and older ones. */
  earlier: string[];
};

/**
 * Invisible characters, such as a zero-width space. Mailboxes do not have them, and an address with one looks like another address.
 * UAX 44: Default_Ignorable_Code_Point.
 */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
/** RFC 5892 appendix A: joiners within words of scripts that need them. */
const JOINERS = /(?<=[\p{sc=Arab}\p{M}])[\u200c\u200d](?=\p{L})/gu;

/** More than any deliverable address has before it is composed (NFC): for longer ones that takes quadratic time. */
const LONGEST = 1024;

/** The dots of other scripts: UTS 46 section 2.3. */
const DOTS = /[\u3002\uff0e\uff61]/gu;

/** @returns undefined if no mail server accepts the address */
export function readRealAddress(text: string): RealAddress | undefined {
  const typed = canonicalAddress(text);
  if (typed.length > LONGEST) return undefined;
  if (INVISIBLE.test(typed.replaceAll(JOINERS, ''))) return undefined;
  const [typedLocal, typedDomain] = splitAddress(typed);
  const local = plainLocalPart(typedLocal.normalize('NFC'));
  const domain = typedDomain.replaceAll(DOTS, '.');
  // Only text that fits the grammar can be converted to A-labels.
  if (!isDeliverable(`${local}@${domain}`)) return undefined;
  const canonical = `${local}@${asciiDomain(domain)}`;
  if (!isDeliverable(canonical) || !isAscii(splitAddress(canonical)[1])) return undefined;
  const others = new Set([typed, shownAddress(canonical)]);
  return { canonical, earlier: [...others].filter((other) => other !== canonical) };
}

/** The address with its A-labels as letters (RFC 5891 section 4.4), if those convert back. */
export function shownAddress(canonical: string): string {
  const [local, domain] = splitAddress(canonical);
  if (!domain.includes('xn--')) return canonical;
  const letters = domainToUnicode(domain);
  const shown = `${local}@${letters}`;
  return isDeliverable(shown) && asciiDomain(letters) === domain ? shown : canonical;
}

/** RFC 5321 section 4.1.2: needless quotes and backslashes do not make another mailbox. */
function plainLocalPart(local: string): string {
  if (!/^"(?:[^"\\]|\\.)*"$/u.test(local)) return local;
  const content = local.slice(1, -1).replaceAll(/\\(.)/gu, '$1');
  const needsQuotes = content.includes('"') || !isDeliverable(`${content}@example.org`);
  return needsQuotes ? `"${content.replaceAll(/["\\]/g, String.raw`\$&`)}"` : content;
}

// oxlint-disable-next-line no-control-regex
const isAscii = (text: string) => /^[\x00-\x7f]*$/.test(text);

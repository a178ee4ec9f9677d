/** RFC 8460 section 3: the TXT record at `_smtp._tls` of a domain, which names the targets of TLS reports. */

import { asciiDomain } from '#domains/ascii-domain.ts';
import { isDeliverable, isEmail, splitAddress } from '#rules/address.ts';

/** A target of reports. `receiver`: the address, or the host of the web server, by which reports are limited. */
export type ReportTarget =
  | { kind: 'mailto'; address: string; receiver: string }
  | { kind: 'https'; url: string; receiver: string };

const VERSION = /^v=TLSRPTv1[ \t]*;/;
/** It never begins within a run of blanks: a search at each of them would take quadratic time. */
const DELIMITER = /(?<![ \t])[ \t]*;[ \t]*/;
/** Most targets used per domain. */
const MOST_TARGETS = 3;
const LONGEST_URI = 1000;

/**
 * @param texts of all TXT records at the name.
 * @returns empty if the domain wants no reports, or its record breaks the grammar
 */
export function reportTargets(texts: readonly string[]): ReportTarget[] {
  const [text, ...others] = texts.filter((one) => VERSION.test(one));
  // Section 3: if there are several records, none counts.
  if (text === undefined || others.length > 0) return [];
  const fields = text.split(DELIMITER).slice(1);
  const rua = fields.find((field) => /^rua[ \t]*=/i.test(field)) ?? '';
  const uris = rua.slice(rua.indexOf('=') + 1).split(',');
  return uris.flatMap((uri) => targetOf(uri.trim()) ?? []).slice(0, MOST_TARGETS);
}

function targetOf(uri: string): ReportTarget | undefined {
  if (uri.length > LONGEST_URI) return undefined;
  const mailto = /^mailto:([^?]+)/i.exec(uri)?.[1];
  if (mailto !== undefined) return addressee(mailto);
  if (!/^https:\/\//i.test(uri) || !URL.canParse(uri)) return undefined;
  const url = new URL(uri);
  if (url.username !== '' || url.password !== '') return undefined;
  return { kind: 'https', url: url.href, receiver: url.hostname };
}

function addressee(encoded: string): ReportTarget | undefined {
  const text = decoded(encoded);
  // A report is US-ASCII, and so is its envelope.
  if (text === undefined || !/^[!-~]+$/.test(text) || !isEmail(text)) return undefined;
  const [local, domain] = splitAddress(text);
  const address = `${local}@${asciiDomain(domain).toLowerCase()}`;
  if (!isDeliverable(address)) return undefined;
  return { kind: 'mailto', address, receiver: address.toLowerCase() };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * The results of a message's checks as header fields: RFC 8601, and RFC 8617 section 4.1.1 for the copy in an ARC
 * set.
 */

import type { DmarcOutcome } from './dmarc/evaluate.ts';
import type { SpfOutcome } from './spf/check.ts';

/** One checked signature. Any of the texts may be a stranger's. */
export type SignatureResult = {
  /** RFC 8601 section 2.7.1. */
  result: 'pass' | 'fail' | 'none' | 'policy' | 'neutral' | 'temperror' | 'permerror';
  /** Absent if the signature could not be parsed that far. */
  domain?: string;
  selector?: string;
  algorithm?: string;
  /** Whether it covers only a part of the body. */
  partial?: boolean;
  /** Our own term for the failure. */
  reason?: string;
};

export type Results = {
  spf?: Pick<SpfOutcome, 'result' | 'domain' | 'identity'>;
  dkim?: readonly SignatureResult[];
  dmarc?: Pick<DmarcOutcome, 'result' | 'author' | 'policy'>;
  /** `temperror` is left out: RFC 8617 section 10.1 does not define it. */
  arc?: { result: 'pass' | 'fail' | 'none' | 'temperror'; reason?: string };
};

/** Most signatures that are listed. */
const SIGNATURES = 10;
/** The longest DNS name; a longer text is left out. */
const VALUE_OCTETS = 255;
const COMMENT_OCTETS = 100;

/** RFC 2045 section 5.1 token. */
const TOKEN = /^[\w!#$%&'*+\-.^`{|}~]+$/;
const PRINTABLE = /^[\x20-\x7e]+$/;
const NOT_PRINTABLE = /[^\x20-\x7e]/g;

/**
 * The body of an Authentication-Results field: a line for each result, folded, without the final CRLF. No text in it
 * can end a line, a result or a comment.
 * @param authservId our name (RFC 8601 section 2.5)
 */
export function authenticationResults(authservId: string, results: Results): string {
  const { spf, dkim = [], dmarc, arc } = results;
  const lines = dkim.slice(0, SIGNATURES).map(dkimLine);
  if (dkim.length === 0 && results.dkim !== undefined) lines.push('dkim=none');
  if (spf !== undefined)
    lines.push(join(`spf=${spf.result}`, property(`smtp.${spf.identity}`, spf.domain)));
  if (dmarc !== undefined) lines.push(dmarcLine(dmarc));
  if (arc !== undefined && arc.result !== 'temperror') {
    lines.push(join(`arc=${arc.result}`, comment(arc.reason)));
  }
  if (lines.length === 0) lines.push('none');
  return [valueOf(authservId) ?? 'unknown', ...lines].join(';\r\n ');
}

function dkimLine({ result, domain, selector, algorithm, partial, reason }: SignatureResult) {
  return join(
    `dkim=${result}`,
    comment(reason ?? (partial === true ? 'a part of the body is not covered' : undefined)),
    property('header.d', domain),
    property('header.s', selector),
    property('header.a', algorithm),
  );
}

/** RFC 9989 section 9.1. The policy is included if it is known, and if the domain has a record. */
function dmarcLine({ result, author, policy }: NonNullable<Results['dmarc']>): string {
  const known = policy === 'unknown' || policy === 'unasked' ? undefined : policy;
  return join(`dmarc=${result}`, property('header.from', author), property('policy.dmarc', known));
}

const join = (...parts: string[]) => parts.filter((part) => part !== '').join(' ');

function property(name: string, text: string | undefined): string {
  const value = text === undefined ? undefined : valueOf(text);
  return value === undefined ? '' : `${name}=${value}`;
}

/** A token or a quoted string; undefined if the text is neither, such as a name in UTF-8. */
function valueOf(text: string): string | undefined {
  if (text.length > VALUE_OCTETS || !PRINTABLE.test(text)) return;
  return TOKEN.test(text) ? text : `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

/** RFC 5322 section 3.2.2. */
function comment(words: string | undefined): string {
  const text = words?.replaceAll(NOT_PRINTABLE, '').slice(0, COMMENT_OCTETS) ?? '';
  return text === '' ? '' : `(${text.replaceAll(/[()\\]/g, '\\$&')})`;
}

/** DMARC Policy Records: RFC 9989 sections 4.7 and 4.8. */

import { parsedOnce } from '../../dns/cache.ts';

/** The requested handling of failing messages, from the mildest to the strictest. */
export const POLICIES = ['none', 'quarantine', 'reject'] as const;
export type DmarcPolicy = (typeof POLICIES)[number];

export type DmarcRecord = {
  /** For the domain itself, its subdomains, and names that do not exist; undefined if the record is not applied. */
  policies: { own: DmarcPolicy; existing: DmarcPolicy; missing: DmarcPolicy } | undefined;
  /** Whether only the identical domain is aligned. */
  strictDkim: boolean;
  strictSpf: boolean;
  /** `y`: the domain is a public suffix; `n`: it is an organizational domain; `u`: unspecified. */
  psd: 'y' | 'n' | 'u';
  /** Whether the policy is in testing mode (section 4.7 `t`). */
  testing: boolean;
};

/** The version comes first, its value is case-sensitive. */
const VERSION = /^[vV][ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/;
/** The parts cannot overlap: otherwise every other split of a stranger's record would be tried too. */
const TAG = /^[ \t]*([a-z]+)[ \t]*=[ \t]*(?:([!-~]+(?: +[!-~]+)*)[ \t]*)?$/i;
/** RFC 3986 section 3, with commas and exclamation points encoded; an obsolete size may follow. */
const REPORT_URI = /^[a-z][a-z\d+.-]*:[\w\-.~:/?#[\]@$&'()*+;=%]*(?:!\d+[kmgt]?)?$/i;

/** The DMARC record among the TXT records of a name: if there are several, none counts (RFC 9989 section 4.10). */
export const dmarcRecordAmong = parsedOnce((texts: readonly string[]): DmarcRecord | undefined => {
  const [text, another] = texts.filter((candidate) => VERSION.test(candidate));
  return text === undefined || another !== undefined ? undefined : parseDmarcRecord(text);
});

/** @returns undefined if a tag is repeated: RFC 6376 section 3.2 makes the whole list invalid */
export function parseDmarcRecord(text: string): DmarcRecord | undefined {
  const tags = new Map<string, string>();
  for (const tag of text.split(';')) {
    // RFC 9989 section 4.8: text that is not a tag is ignored.
    const [, name, value = ''] = TAG.exec(tag) ?? [];
    if (name === undefined) continue;
    if (tags.has(name)) return;
    tags.set(name, value);
  }
  // RFC 5234 section 2.3: the words of the grammar are case-insensitive.
  const word = (name: string) => tags.get(name)?.toLowerCase();
  const psd = word('psd');
  return {
    policies: policiesOf(word('p'), word('sp'), word('np'), tags.get('rua')),
    strictDkim: word('adkim') === 's',
    strictSpf: word('aspf') === 's',
    psd: psd === 'y' || psd === 'n' ? psd : 'u',
    testing: word('t') === 'y',
  };
}

function policiesOf(
  p: string | undefined,
  sp: string | undefined,
  np: string | undefined,
  rua: string | undefined,
): DmarcRecord['policies'] {
  const own = policyOf(p);
  const existing = sp === undefined ? own : policyOf(sp);
  const missing = np === undefined ? existing : policyOf(np);
  if (own !== undefined && existing !== undefined && missing !== undefined) {
    return { own, existing, missing };
  }
  // RFC 9989 section 4.10.1: an invalid policy counts as `none` if rua is present; else the record is not applied.
  const reported = rua?.split(',').some((uri) => REPORT_URI.test(uri.trim())) ?? false;
  return reported ? { own: 'none', existing: 'none', missing: 'none' } : undefined;
}

const policyOf = (text: string | undefined) => POLICIES.find((policy) => policy === text);

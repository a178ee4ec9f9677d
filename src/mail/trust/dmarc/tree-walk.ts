/** The DNS Tree Walk of RFC 9989 section 4.10: which records a domain has above it, and whose it is. */

import type { Resolve } from '../../dns/answer.ts';
import { type DmarcRecord, dmarcRecordAmong } from './record.ts';

export type TreeWalk = {
  /** Where the walk began. */
  domain: string;
  /** The longest name first. */
  found: readonly { domain: string; record: DmarcRecord }[];
  /** Whether the DNS did not answer, so that records may be missing behind those that were found. */
  trouble: boolean;
};

/** Above so many labels the walk jumps: no domain may cost more than eight questions. */
const LABELS = 7;

/** @param domain in A-labels and lower case, without a final dot */
export async function treeWalk(domain: string, resolve: Resolve): Promise<TreeWalk> {
  // Asked for side by side, which costs a question where the walk would stop early, and saves seven round trips.
  const names = isAddress(domain) ? [] : namesAbove(domain);
  const asked = names.map((name) => resolve(`_dmarc.${name}`, 'TXT'));
  const found: { domain: string; record: DmarcRecord }[] = [];
  for (const [i, asking] of asked.entries()) {
    const answer = await asking;
    if (answer.kind === 'trouble') return { domain, found, trouble: true };
    const record = answer.kind === 'records' ? dmarcRecordAmong(answer.records) : undefined;
    if (record === undefined) continue;
    found.push({ domain: names[i] ?? '', record });
    if (record.psd !== 'u') break;
  }
  return { domain, found, trouble: false };
}

/** RFC 5322 section 3.4.1: an address in brackets may stand for a domain; nothing is published for one. */
const isAddress = (domain: string) => domain.startsWith('[');

/** The domain, and those above it that are asked for (RFC 9989 section 4.10, steps 3, 4 and 7). */
function namesAbove(domain: string): string[] {
  const names = [domain];
  let labels = domain.split('.').slice(1).slice(-LABELS);
  for (; labels.length > 0; labels = labels.slice(1)) names.push(labels.join('.'));
  return names;
}

/** RFC 9989 section 4.10.2. @returns undefined where the DNS did not answer */
export function organizationalDomain({ domain, found, trouble }: TreeWalk): string | undefined {
  if (trouble) return;
  const last = found.at(-1);
  // A walk ends at `psd`, so no other record than the last has it.
  if (last?.record.psd === 'y' && last.domain !== domain) return oneLabelBelow(last.domain, domain);
  return last?.domain ?? domain;
}

function oneLabelBelow(suffix: string, domain: string): string {
  return domain
    .split('.')
    .slice(-suffix.split('.').length - 1)
    .join('.');
}

/**
 * The record that is applied to mail from a domain (RFC 9989 section 4.10.1): its own, that of its organizational domain, or
 * that of the public suffix above. The walk must have been without trouble, or have found the domain's own record.
 */
export function recordToApply(walk: TreeWalk): TreeWalk['found'][number] | undefined {
  const { domain, found } = walk;
  const own = found[0]?.domain === domain ? found[0] : undefined;
  if (own !== undefined) return own;
  const organization = organizationalDomain(walk);
  // With `psd=y` the last record is the public suffix's, without it the organizational domain's.
  return found.find((entry) => entry.domain === organization) ?? found.at(-1);
}

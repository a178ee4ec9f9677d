/** The DNS Tree Walk of RFC 9989 section 4.10: the records at and above a domain, and its organizational domain. */

import type { DnsTrouble, Resolve } from '../../dns/answer.ts';
import { type DmarcRecord, dmarcRecordAmong } from './record.ts';

export type TreeWalk = {
  /** The domain at which the walk began. */
  domain: string;
  /** The longest name first. */
  found: readonly { domain: string; record: DmarcRecord }[];
  /** Why records may be missing. */
  trouble?: Unanswered;
};

/** `unknown`: the DNS did not respond. `unasked`: our own limits ended the query, and a sender can reach those. */
export type Unanswered = 'unknown' | 'unasked';

export const unanswered = (reason: DnsTrouble): Unanswered =>
  reason === 'budget' || reason === 'busy' ? 'unasked' : 'unknown';

/** Above this number of labels the walk skips some: no domain may cost more than eight queries. */
const LABELS = 7;

/** @param domain in A-labels and lower case, without a final dot */
export async function treeWalk(domain: string, resolve: Resolve): Promise<TreeWalk> {
  // The queries run in parallel: that costs one query if the walk would stop early, and saves seven round trips.
  const names = isAddress(domain) ? [] : namesAbove(domain);
  const asked = names.map((name) => resolve(`_dmarc.${name}`, 'TXT'));
  const found: { domain: string; record: DmarcRecord }[] = [];
  for (const [i, asking] of asked.entries()) {
    const answer = await asking;
    if (answer.kind === 'trouble') return { domain, found, trouble: unanswered(answer.reason) };
    const record = answer.kind === 'records' ? dmarcRecordAmong(answer.records) : undefined;
    if (record === undefined) continue;
    found.push({ domain: names[i] ?? '', record });
    if (record.psd !== 'u') break;
  }
  return { domain, found };
}

/** RFC 5322 section 3.4.1: an address literal may replace a domain; it has no DNS records. */
const isAddress = (domain: string) => domain.startsWith('[');

/** The domain, and the parents that are queried (RFC 9989 section 4.10, steps 3, 4 and 7). */
function namesAbove(domain: string): string[] {
  const names = [domain];
  let labels = domain.split('.').slice(1).slice(-LABELS);
  for (; labels.length > 0; labels = labels.slice(1)) names.push(labels.join('.'));
  return names;
}

/** RFC 9989 section 4.10.2. @returns undefined if an answer is missing */
export function organizationalDomain({ domain, found, trouble }: TreeWalk): string | undefined {
  if (trouble !== undefined) return;
  const last = found.at(-1);
  // A walk ends at `psd`, so only the last record has it.
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
 * The record that applies to messages from a domain (RFC 9989 section 4.10.1): its own, its organizational domain's,
 * or that of the public suffix above. Requires a walk without DNS failures, or one that found the domain's own
 * record.
 */
export function recordToApply(walk: TreeWalk): TreeWalk['found'][number] | undefined {
  const { domain, found } = walk;
  const own = found[0]?.domain === domain ? found[0] : undefined;
  if (own !== undefined) return own;
  const organization = organizationalDomain(walk);
  // With `psd=y` the last record is the public suffix's, without it the organizational domain's.
  return found.find((entry) => entry.domain === organization) ?? found.at(-1);
}

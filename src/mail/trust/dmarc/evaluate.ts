/** DMARC for one message: RFC 9989 sections 4.10 and 5.3. */

import { asciiDomain } from '#domains/ascii-domain.ts';
import type { Resolve } from '../../dns/answer.ts';
import { type DmarcRecord, POLICIES, type DmarcPolicy } from './record.ts';
import {
  organizationalDomain,
  recordToApply,
  type TreeWalk,
  treeWalk,
  type Unanswered,
  unanswered,
} from './tree-walk.ts';

/** A domain that may be aligned with the author, and its result: `pass` counts, `temperror` may still become a pass. */
export type Identifier = {
  /** Absent if it is not known: then it is not aligned. */
  domain?: string;
  result: string;
  /** Whether a signature covers only a part of the body (RFC 6376 section 8.2): then it proves nothing. */
  partial?: boolean;
  /** `testing`: the signature is valid, under a key that its domain is testing. */
  reason?: string;
};

export type DmarcQuestion = {
  /** The Author Domain, as `authorDomain` gives it. */
  author: string;
  spf: Identifier;
  /** The checked signatures: their number must already be bounded. */
  signatures: readonly Identifier[];
};

export type DmarcOutcome = {
  /** RFC 9989 section 9.2. `temperror`: the DNS did not respond, and its answers might make the message pass. */
  result: 'pass' | 'fail' | 'none' | 'temperror';
  author: string;
  /** The policy for a failing message; undefined if no record applies. */
  policy: DmarcPolicy | Unanswered | undefined;
  /** Whether SPF and each signature, in order, passed with an aligned domain. */
  aligned: { spf: boolean; signatures: readonly boolean[] };
  /** Present if a valid signature under a key in testing mode is aligned: it proves nothing. */
  tried?: true;
};

type Alignment = 'aligned' | 'unknown' | 'not';

/** Never rejects. Costs at most eight queries for the author, eight for each identifier that needs them, and one more. */
export async function evaluateDmarc(
  question: DmarcQuestion,
  resolve: Resolve,
): Promise<DmarcOutcome> {
  const { author, spf, signatures } = question;
  const walk = await treeWalk(author, resolve);
  const isIncomplete = walk.trouble !== undefined && walk.found[0]?.domain !== author;
  const applied = isIncomplete ? walk.trouble : recordToApply(walk);
  const record =
    typeof applied === 'string' ? 'unknown' : applied?.record.policies && applied.record;
  const [policy, spfAlignment, ...alignments] = await Promise.all([
    policyOf(author, applied, resolve),
    alignment(spf, walk, record, 'strictSpf', resolve),
    ...signatures.map((one) => alignment(one, walk, record, 'strictDkim', resolve)),
  ]);
  const proves = ({ result }: Identifier, how: Alignment | undefined) =>
    result === 'pass' && how === 'aligned';
  const aligned = {
    spf: proves(spf, spfAlignment),
    signatures: signatures.map((one, i) => proves(one, alignments[i])),
  };
  const passes = aligned.spf || aligned.signatures.includes(true);
  const tried = signatures.some((one, i) => isTried(one) && alignments[i] === 'aligned');
  const outcome = { author, aligned, ...(tried && { tried }) };
  if (policy === undefined) return { ...outcome, result: 'none', policy };
  // It passes under every policy, even an unknown one.
  if (passes) return { ...outcome, result: 'pass', policy };
  const decided = (one: Identifier, how: Alignment | undefined) =>
    how === 'not' || (how === 'aligned' && isTried(one));
  const open =
    policy === 'unknown' ||
    policy === 'unasked' ||
    !decided(spf, spfAlignment) ||
    signatures.some((one, i) => !decided(one, alignments[i]));
  return { ...outcome, result: open ? 'temperror' : 'fail', policy };
}

const isTried = ({ result, reason }: Identifier) => result === 'neutral' && reason === 'testing';

/** `not` if the identifier cannot make the message pass. */
async function alignment(
  identifier: Identifier,
  author: TreeWalk,
  record: DmarcRecord | 'unknown' | undefined,
  strict: 'strictSpf' | 'strictDkim',
  resolve: Resolve,
): Promise<Alignment> {
  const { domain, result, partial } = identifier;
  const counts = result === 'pass' || result === 'temperror' || isTried(identifier);
  if (!counts || partial === true || domain === undefined) return 'not';
  const name = asciiDomain(domain.toLowerCase().replace(/\.$/, ''));
  // RFC 9989 section 4.10.2: the same domain is aligned without any query.
  if (name === author.domain) return 'aligned';
  // Without a record, the author domain is its own organizational domain, and not that of other domains.
  if (record === undefined || (record !== 'unknown' && record[strict])) return 'not';
  const organization = organizationalDomain(author);
  if (organization === undefined) return mayBeRelated(name, author.domain) ? 'unknown' : 'not';
  // An organizational domain is the domain itself, or one above it.
  if (name !== organization && !name.endsWith(`.${organization}`)) return 'not';
  const own = organizationalDomain(await treeWalk(name, resolve));
  if (own === undefined) return 'unknown';
  return own === organization ? 'aligned' : 'not';
}

const mayBeRelated = (one: string, other: string) =>
  one.slice(one.lastIndexOf('.')) === other.slice(other.lastIndexOf('.'));

/** RFC 9989 section 4.10.1. */
async function policyOf(
  author: string,
  applied: TreeWalk['found'][number] | Unanswered | undefined,
  resolve: Resolve,
): Promise<DmarcOutcome['policy']> {
  if (typeof applied === 'string') return applied;
  if (applied?.record.policies === undefined) return;
  const { policies, testing } = applied.record;
  const one = (policy: DmarcPolicy) => (testing ? milder(policy) : policy);
  if (applied.domain === author) return one(policies.own);
  const [existing, missing] = [one(policies.existing), one(policies.missing)];
  if (existing === missing) return existing;
  // RFC 9989 appendix A.4: only NXDOMAIN means that a name does not exist, or that an alias has no target.
  const answer = await resolve(author, 'A');
  if (answer.kind === 'trouble') return unanswered(answer.reason);
  return answer.kind === 'no-name' ? missing : existing;
}

/** RFC 9989 section 4.7 `t`. */
const milder = (policy: DmarcPolicy): DmarcPolicy =>
  POLICIES[POLICIES.indexOf(policy) - 1] ?? 'none';

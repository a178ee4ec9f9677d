/** What one mail's session with a server tells a report on TLS (RFC 8460): the policies of its domain, and whether they were kept. */

import type { StsRow } from '#store/policies/sts-policies.ts';
import type { TlsProof, TrustFault } from '../../delivery.ts';
import type { Tlsa } from './tlsa.ts';

export type TlsPolicyFound =
  | { type: 'sts'; row: StsPolicyText }
  /** Of the server: `base` is the name that the records are for. */
  | { type: 'tlsa'; base: string; records: readonly Tlsa[] }
  | { type: 'no-policy-found' };

/** A policy of a domain, as it was published. */
export type StsPolicyText = Pick<StsRow, 'mode' | 'mx' | 'fetchedAt' | 'expiresAt'>;

/** `tlsa-unusable`: the server has signed records, and none of a kind that can be used. */
export type TlsSessionFault = TrustFault | 'tlsa-unusable';

export type TlsSession = {
  /** Of the recipient. */
  domain: string;
  /** The name of the server; undefined: none was connected to. */
  host: string | undefined;
  /** One of each policy that was looked at. */
  outcomes: TlsOutcome[];
};

/** `fault` undefined: the session was as the policy asks, or in TLS where there is none. */
export type TlsOutcome = { policy: TlsPolicyFound; fault: TlsSessionFault | undefined };

/** The policies for one server of a domain. */
export type FoundPolicies = {
  domain: string;
  sts: StsPolicyText | undefined;
  tlsa: { base: string; records: readonly Tlsa[] } | undefined;
};

export type TlsSessionResult = {
  /** The proof that was asked of the server. */
  kind: TlsProof;
  fault: TrustFault | undefined;
  /** What a policy that is being tried out would have said; undefined: there is none. */
  testing: TrustFault | 'ok' | undefined;
  /** Why the mail went in clear, where no proof was asked. */
  inClear: TrustFault | undefined;
};

export function tlsOutcomes(
  { sts, tlsa }: FoundPolicies,
  { kind, fault, testing, inClear }: TlsSessionResult,
): TlsOutcome[] {
  const outcomes: TlsOutcome[] = [];
  const add = (policy: TlsPolicyFound, wrong: TlsOutcome['fault']) =>
    outcomes.push({ policy, fault: wrong });
  if (kind === 'pkix' && sts !== undefined) add({ type: 'sts', row: sts }, fault);
  if ((kind === 'dane' || kind === 'encrypted') && tlsa !== undefined) {
    add({ type: 'tlsa', ...tlsa }, fault ?? (kind === 'encrypted' ? 'tlsa-unusable' : undefined));
  }
  if (testing !== undefined && sts !== undefined) {
    add({ type: 'sts', row: sts }, testing === 'ok' ? undefined : testing);
  }
  if (outcomes.length === 0) add({ type: 'no-policy-found' }, inClear);
  return outcomes;
}

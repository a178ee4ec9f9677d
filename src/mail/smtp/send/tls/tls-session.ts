/** What a TLS report (RFC 8460) records about a message's session: the domain's policies, and whether they were met. */

import type { StsRow } from '#store/policies/sts-policies.ts';
import type { TlsProof, TrustFault } from '../../delivery.ts';
import type { Tlsa } from './tlsa.ts';

export type TlsPolicyFound =
  | { type: 'sts'; row: StsPolicyText }
  /** Of the server: `base` is the base domain of the records. */
  | { type: 'tlsa'; base: string; records: readonly Tlsa[] }
  | { type: 'no-policy-found' };

/** A policy of a domain, as published. */
export type StsPolicyText = Pick<StsRow, 'mode' | 'mx' | 'fetchedAt' | 'expiresAt'>;

/** `tlsa-unusable`: the server has signed records, but none is usable. */
export type TlsSessionFault = TrustFault | 'tlsa-unusable';

export type TlsSession = {
  /** Of the recipient. */
  domain: string;
  /** The name of the server; absent: no server was reached. */
  host?: string;
  /** One for each policy that was checked. */
  outcomes: TlsOutcome[];
};

/** `fault` undefined: the session met the policy, or used TLS without one. */
export type TlsOutcome = { policy: TlsPolicyFound; fault: TlsSessionFault | undefined };

/** The policies for one server of a domain. */
export type FoundPolicies = {
  domain: string;
  sts: StsPolicyText | undefined;
  tlsa: { base: string; records: readonly Tlsa[] } | undefined;
};

export type TlsSessionResult = {
  /** The proof required of the server. */
  kind: TlsProof;
  fault: TrustFault | undefined;
  /** What a policy in testing mode would have decided; undefined: there is none. */
  testing: TrustFault | 'ok' | undefined;
  /** Why the message was sent in plaintext, if no proof was required. */
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

/**
 * The sessions of one day by domain, policy and result, in memory: the contents of TLS reports (RFC 8460 section
 * 4.4).
 */

import type { PolicyFault } from '../smtp/send/tls/sts-policy.ts';
import type { TlsPolicyFound, TlsSession, TlsSessionFault } from '../smtp/send/tls/tls-session.ts';

/** `sts` without a row: the policy could not be fetched. */
export type CountedPolicy = TlsPolicyFound | { type: 'sts'; row?: never };
export type CountedFault = TlsSessionFault | PolicyFault;

export type PolicyCount = {
  policy: CountedPolicy;
  successes: number;
  /** By fault and server. */
  failures: Map<string, { fault: CountedFault; host: string | undefined; sessions: number }>;
};

export type DomainSessions = {
  /** Of this domain's report: letters and digits. */
  id: string;
  sessions: number;
  failed: number;
  policies: Map<string, PolicyCount>;
};

/**
 * Domains beyond this number are not counted, nor are policies of one domain. Further servers of one policy are
 * counted without their names.
 */
const MOST_DOMAINS = 10_000;
const MOST_POLICIES = 20;
const MOST_FAILURES = 50;

export class DayCounts {
  readonly #newId: () => string;
  readonly domains = new Map<string, DomainSessions>();

  constructor(newId: () => string) {
    this.#newId = newId;
  }

  add({ domain, host, outcomes }: TlsSession): void {
    const count = this.#of(domain);
    if (count === undefined) return;
    count.sessions += 1;
    if (outcomes.some(({ fault }) => fault !== undefined)) count.failed += 1;
    for (const { policy, fault } of outcomes) note(count, policy, fault, host);
  }

  /** A failed fetch is not a session, but it is in its domain's report. */
  addFetch(domain: string, fault: PolicyFault): void {
    const count = this.#of(domain);
    if (count !== undefined) note(count, { type: 'sts' }, fault, undefined);
  }

  #of(domain: string): DomainSessions | undefined {
    const known = this.domains.get(domain);
    if (known !== undefined || this.domains.size >= MOST_DOMAINS) return known;
    const count = { id: this.#newId(), sessions: 0, failed: 0, policies: new Map() };
    this.domains.set(domain, count);
    return count;
  }
}

function note(
  { policies }: DomainSessions,
  policy: CountedPolicy,
  fault: CountedFault | undefined,
  host: string | undefined,
): void {
  const key = keyOf(policy);
  const count = policies.get(key) ?? { policy, successes: 0, failures: new Map() };
  if (!policies.has(key) && policies.size >= MOST_POLICIES) return;
  policies.set(key, count);
  if (fault === undefined) {
    count.successes += 1;
    return;
  }
  const { failures } = count;
  const named = `${fault} ${host ?? ''}`;
  const isRoom = failures.has(named) || failures.size < MOST_FAILURES;
  const at = isRoom ? named : fault;
  const failure = failures.get(at) ?? { fault, host: isRoom ? host : undefined, sessions: 0 };
  failure.sessions += 1;
  failures.set(at, failure);
}

function keyOf(policy: CountedPolicy): string {
  if (policy.type === 'tlsa') {
    const records = policy.records.map(
      ({ usage, selector, matching, data }) =>
        `${usage}${selector}${matching}${data.toString('base64')}`,
    );
    return ['tlsa', policy.base, ...records.toSorted()].join(' ');
  }
  if (policy.type === 'sts' && policy.row !== undefined) {
    const { mode, mx, fetchedAt, expiresAt } = policy.row;
    return ['sts', mode, expiresAt - fetchedAt, ...mx].join(' ');
  }
  return policy.type;
}

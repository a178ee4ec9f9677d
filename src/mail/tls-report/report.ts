/** A TLS report as RFC 8460 section 4.4 specifies it. It names domains and servers, but no address of a person. */

import type { CountedFault, CountedPolicy, DomainSessions, PolicyCount } from './day-counts.ts';

/** The parts that all reports of one service share. */
export type Reporter = {
  /** Our name. */
  organization: string;
  /** An address of the operator. */
  contact: string;
};

export type TlsReport = {
  'organization-name': string;
  'date-range': { 'start-datetime': string; 'end-datetime': string };
  'contact-info': string;
  'report-id': string;
  policies: ReportedPolicy[];
};

type ReportedPolicy = {
  policy: {
    'policy-type': 'tlsa' | 'sts' | 'no-policy-found';
    'policy-string'?: string[];
    'policy-domain': string;
    'mx-host'?: string[];
  };
  summary: { 'total-successful-session-count': number; 'total-failure-session-count': number };
  'failure-details'?: {
    'result-type': string;
    'receiving-mx-hostname'?: string;
    'failed-session-count': number;
    'failure-reason-code'?: string;
  }[];
};

export const DAY_MS = 86_400_000;

/**
 * Section 4.3. A type that covers several faults has ours as its reason. We never require DANE, so `dane-required` is
 * missing.
 */
const RESULT_TYPES: Record<CountedFault, string> = {
  'no-starttls': 'starttls-not-supported',
  name: 'certificate-host-mismatch',
  expired: 'certificate-expired',
  certificate: 'certificate-not-trusted',
  handshake: 'validation-failure',
  'tlsa-mismatch': 'validation-failure',
  'mx-not-in-policy': 'validation-failure',
  'tlsa-unusable': 'tlsa-invalid',
  'tlsa-trouble': 'dnssec-invalid',
  fetch: 'sts-policy-fetch-error',
  grammar: 'sts-policy-invalid',
  // The certificate of the web server.
  webpki: 'sts-webpki-invalid',
};

/** @param day since 1970, in UTC */
export function reportOf(
  domain: string,
  day: number,
  { id, policies }: DomainSessions,
  { organization, contact }: Reporter,
): TlsReport {
  return {
    'organization-name': organization,
    'date-range': {
      'start-datetime': dateOf(day * DAY_MS),
      'end-datetime': dateOf((day + 1) * DAY_MS - 1000),
    },
    'contact-info': contact,
    'report-id': id,
    policies: [...policies.values()].map((count) => reported(domain, count)),
  };
}

/** RFC 3339, to the second. */
const dateOf = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;

function reported(domain: string, { policy, successes, failures }: PolicyCount): ReportedPolicy {
  const details = [...failures.values()].map(({ fault, host, sessions }) => {
    const type = RESULT_TYPES[fault];
    return {
      'result-type': type,
      ...(host !== undefined && { 'receiving-mx-hostname': host }),
      'failed-session-count': sessions,
      ...(type === 'validation-failure' && { 'failure-reason-code': fault }),
    };
  });
  return {
    policy: policyOf(domain, policy),
    summary: {
      'total-successful-session-count': successes,
      'total-failure-session-count': details.reduce(
        (sum, one) => sum + one['failed-session-count'],
        0,
      ),
    },
    ...(details.length > 0 && { 'failure-details': details }),
  };
}

function policyOf(domain: string, policy: CountedPolicy): ReportedPolicy['policy'] {
  if (policy.type === 'tlsa') {
    const { base, records } = policy;
    const texts = records.map(
      ({ usage, selector, matching, data }) =>
        `${usage} ${selector} ${matching} ${data.toString('hex')}`,
    );
    // Section 1.2: the policy domain of DANE is the TLSA base domain.
    return { 'policy-type': 'tlsa', 'policy-string': texts, 'policy-domain': base };
  }
  const common = { 'policy-type': policy.type, 'policy-domain': domain };
  if (policy.type === 'no-policy-found' || policy.row === undefined) return common;
  const { mode, mx, fetchedAt, expiresAt } = policy.row;
  const lines = [
    'version: STSv1',
    `mode: ${mode}`,
    ...mx.map((pattern) => `mx: ${pattern}`),
    `max_age: ${Math.round((expiresAt - fetchedAt) / 1000)}`,
  ];
  return { ...common, 'policy-string': lines, 'mx-host': [...mx] };
}

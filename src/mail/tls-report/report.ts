/** A TLS report as RFC 8460 section 4.4 specifies it. It names domains and servers, but no address of a person. */

import { base64Lines } from '../message/base64.ts';
import { messageOf, type WireMessage } from '../message/message.ts';
import { dateTime } from '../message/received.ts';
import type { CountedFault, CountedPolicy, DomainSessions, PolicyCount } from './day-counts.ts';

export type TlsReport = ReturnType<typeof reportOf>;

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

/** @param day since 1970, in UTC @param organization our name @param contact an address of the operator */
export function reportOf(
  domain: string,
  day: number,
  { id, policies }: DomainSessions,
  organization: string,
  contact: string,
) {
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

function reported(domain: string, { policy, successes, failures }: PolicyCount) {
  const details = [...failures.values()].map(({ fault, host, sessions }) => {
    const type = RESULT_TYPES[fault];
    return {
      'result-type': type,
      ...(host !== undefined && { 'receiving-mx-hostname': host }),
      'failed-session-count': sessions,
      ...(type === 'validation-failure' && { 'failure-reason-code': fault }),
    };
  });
  const failed = details.reduce((sum, one) => sum + one['failed-session-count'], 0);
  return {
    policy: policyOf(domain, policy),
    summary: {
      'total-successful-session-count': successes,
      'total-failure-session-count': failed,
    },
    ...(details.length > 0 && { 'failure-details': details }),
  };
}

function policyOf(domain: string, policy: CountedPolicy) {
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

type ReportMail = {
  /** Of the author, `postmaster` there: it signs the message. */
  from: string;
  to: string;
  /** The domain that is reported on. */
  domain: string;
  /** Our name. */
  submitter: string;
  id: string;
  /** The reported day since 1970, in UTC. */
  day: number;
  /** The report: JSON, compressed with gzip. */
  report: Buffer;
  /** Milliseconds since 1970. */
  now: number;
};

/** Section 5.3: a report as a message. */
export function reportMail({
  from,
  to,
  domain,
  submitter,
  id,
  day,
  report,
  now,
}: ReportMail): WireMessage {
  const boundary = `tlsrpt-${id}`;
  const [begin, end] = [(day * DAY_MS) / 1000, ((day + 1) * DAY_MS) / 1000 - 1];
  return messageOf([
    `From: Veilpost <postmaster@${from}>`,
    `To: <${to}>`,
    `Subject: Report Domain: ${domain}`,
    ` Submitter: ${submitter}`,
    ` Report-ID: <${id}@${submitter}>`,
    `Date: ${dateTime(now)}`,
    `Message-ID: <${id}.${now.toString(36)}@${submitter}>`,
    `TLS-Report-Domain: ${domain}`,
    `TLS-Report-Submitter: ${submitter}`,
    // RFC 8689 section 5: it reports broken TLS, and must not wait until TLS is fixed.
    'TLS-Required: No',
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type="tlsrpt";',
    ` boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=us-ascii',
    'Content-Transfer-Encoding: 7bit',
    '',
    'This is an aggregate TLS report from',
    submitter,
    'on mail to',
    domain,
    '',
    `--${boundary}`,
    'Content-Type: application/tlsrpt+gzip',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment;',
    // Section 5.1.
    ` filename="${submitter}!${domain}!${begin}!${end}!${id}.json.gz"`,
    '',
    ...base64Lines(report),
    `--${boundary}--`,
    '',
  ]);
}

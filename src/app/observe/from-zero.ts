/**
 * Metrics whose counters begin at 0 at the start: for Prometheus the increase of a series that begins with a burst is
 * 0.
 */

import { CALLS } from '#api/call.ts';
import { ACTIONS } from '#mail/filter/rspamd.ts';
import type { Letter } from '#rules/letter.ts';
import { SCHEMA_VERSION } from '#store/migrations/all.ts';
import { createMetrics, type Metrics } from './metrics.ts';

const VERDICTS = ['accepted', 'deferred', 'refused', 'unknown'];
/** The type requires every kind: a missing one would have no series until its first letter. */
const LETTERS = Object.keys({
  magiclink: true,
  signup: true,
  recovery: true,
  email_change_current: true,
  email_change_new: true,
  confirm: true,
  reauthentication: true,
  'factor-added': true,
  'factor-removed': true,
  'factors-forgotten': true,
  'passkey-added': true,
  'passkey-removed': true,
  'api-key-added': true,
  'address-changed': true,
  'address-returned': true,
  'address-taken-back': true,
  'factor-guessed': true,
  'session-by-code': true,
  'session-misused': true,
  not_me: true,
  way_back: true,
} satisfies Record<Letter['kind'], true>);
/** The codes of our replies to RCPT. */
const RECIPIENT_CODES = ['250', '421', '450', '451', '452', '550', '554'];
const DNS_RESULTS = ['records', 'no-data', 'no-name', 'timeout', 'failure', 'malformed'];
/** The verdicts that an outage causes, and one of each other kind. */
const MAILS = [
  { verdict: 'accepted', code: '250', enhanced: '2.0.0' },
  { verdict: 'deferred', code: '451', enhanced: '4.3.0' },
  { verdict: 'deferred', code: '451', enhanced: '4.4.1' },
  { verdict: 'deferred', code: '451', enhanced: '4.4.2' },
  { verdict: 'deferred', code: '451', enhanced: '4.4.3' },
  { verdict: 'refused', code: '550', enhanced: '5.1.1' },
  { verdict: 'unknown', code: '451', enhanced: '4.4.2' },
  { verdict: 'unknown', code: '451', enhanced: '4.3.0' },
];

/** The metrics of a service that starts: they name the version of the program, and start the series that alarms use. */
export function startMetrics(version: string): Metrics {
  const metrics = createMetrics();
  metrics.buildInfo.set({ version, schema: String(SCHEMA_VERSION) }, 1);
  startAtZero(metrics);
  return metrics;
}

function startAtZero(metrics: Metrics): void {
  for (const labels of MAILS) metrics.mails.inc(labels, 0);
  for (const code of RECIPIENT_CODES) metrics.recipients.inc({ code }, 0);
  for (const kind of LETTERS) {
    for (const verdict of VERDICTS) metrics.letters.inc({ kind, verdict }, 0);
  }
  for (const result of [...ACTIONS, 'failed']) metrics.filter.inc({ result }, 0);
  for (const outcome of ['passed', 'marked', 'refused']) metrics.quarantine.inc({ outcome }, 0);
  for (const result of ['listed', 'clear', 'silent']) metrics.dnsLists.inc({ result }, 0);
  for (const result of DNS_RESULTS) metrics.dnsQueries.inc({ result }, 0);
  for (const call of ['page', ...CALLS]) {
    for (const status of ['429', '500', '503']) metrics.httpSeconds.zero({ call, status });
  }
}

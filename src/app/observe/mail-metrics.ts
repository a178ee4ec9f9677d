/** The metrics of mail: the counts that its parts report, and gauges of the mail in memory. */

import type { ForwarderObservers } from '#mail/forward/forwarder-options.ts';
import type { Delivery } from '#mail/smtp/delivery.ts';
import { type Metrics, watch } from './metrics.ts';

export type MailLoad = {
  octets: number;
  connections: number;
  /** Messages that wait for memory, for a connection, and for their retry. */
  waiting: { room: number; slot: number; retry: number };
  nextHop: { busy: number; idle: number };
};

type CountedObservers = Pick<
  ForwarderObservers,
  'observe' | 'onCopy' | 'onReply' | 'onQuarantine' | 'onJudged' | 'onSignature'
>;

/** Counts the events of the forwarder. No label holds text from outside. */
export function countForwarding(metrics: Metrics): CountedObservers {
  const { ofMessages } = metrics;
  return {
    observe: (delivery) => {
      const { code, enhanced } = delivery.reply;
      const verdict = verdictOf(delivery);
      ofMessages.add(() => metrics.mails.inc({ verdict, code: String(code), enhanced }));
    },
    onCopy: () => metrics.copies.inc(),
    onReply: (outcome, reason) => metrics.replies.inc({ outcome, reason: reason ?? '' }),
    onQuarantine: (outcome) => metrics.quarantine.inc({ outcome }),
    onJudged: ({ spf, dkim, dmarc, arc }, { kind, rule }) => {
      const results = [
        { check: 'spf', result: spf.result },
        ...dkim.map(({ result }) => ({ check: 'dkim', result })),
        { check: 'dmarc', result: dmarc.result },
        { check: 'arc', result: arc.result },
      ];
      ofMessages.add(() => {
        for (const result of results) metrics.checks.inc(result);
        metrics.decisions.inc({ decision: kind, reason: String(rule) });
      });
    },
    onSignature: (kind, result) => ofMessages.add(() => metrics.signatures.inc({ kind, result })),
  };
}

/** A delivery in doubt is deferred too, and may arrive twice: operators see how many there are. */
export function verdictOf(delivery: Delivery): Delivery['kind'] | 'unknown' {
  return delivery.kind === 'deferred' && delivery.unknown === true ? 'unknown' : delivery.kind;
}

/**
 * Makes the gauges of the mail engine.
 * @param limit the most octets that all messages in memory may have
 * @param notAfter expiry of the certificate, in seconds since 1970; NaN: no certificate
 */
export function watchMail(
  metrics: Metrics,
  load: () => MailLoad,
  limit: number,
  notAfter: () => number,
): void {
  const all = 'Bytes of all messages in memory.';
  watch(metrics, 'veilpost_inflight_octets', all, () => load().octets);
  const most = 'Limit of veilpost_inflight_octets (MAX_INFLIGHT_BYTES).';
  watch(metrics, 'veilpost_inflight_limit_octets', most, () => limit);
  const open = 'Open SMTP connections.';
  watch(metrics, 'veilpost_smtp_connections', open, () => load().connections);
  const busy = 'Connections to next hops that carry a message, or are being opened for one.';
  watch(metrics, 'veilpost_next_hop_connections_busy', busy, () => load().nextHop.busy);
  const idle = 'Idle connections to next hops, kept for the next message.';
  watch(metrics, 'veilpost_next_hop_connections_idle', idle, () => load().nextHop.idle);
  const end =
    'End of the certificate for STARTTLS, in seconds since 1970; NaN without a certificate.';
  watch(metrics, 'veilpost_certificate_not_after_timestamp_seconds', end, notAfter);
}

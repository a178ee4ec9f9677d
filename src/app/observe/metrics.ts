/** The metrics for Prometheus. No label holds an address or a value that visitors choose: their sets are small and fixed. */

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { CountedLater } from './counted-later.ts';

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const ofMessages = new CountedLater();
  const collect = ofMessages.count;
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    /** Takes the counts of messages: of the metrics with `collect`. */
    ofMessages,
    buildInfo: new Gauge({
      name: 'veilpost_build_info',
      help: '1, with the version of the program and of the schema that it knows.',
      labelNames: ['version', 'schema'] as const,
      registers,
    }),
    httpSeconds: new Histogram({
      name: 'veilpost_http_request_seconds',
      help: 'Time from the request to the answer, by call and status code.',
      labelNames: ['call', 'status'] as const,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5, 10],
      registers,
    }),
    mails: new Counter({
      name: 'veilpost_mails_total',
      help: 'Deliveries by their verdict and its codes, as the sender was told them.',
      labelNames: ['verdict', 'code', 'enhanced'] as const,
      registers,
      collect,
    }),
    recipients: new Counter({
      name: 'veilpost_rcpts_total',
      help: 'Recipients that senders named (RCPT), by the code of our answer. Most refusals are given here.',
      labelNames: ['code'] as const,
      registers,
      collect,
    }),
    deliverySeconds: new Histogram({
      name: 'veilpost_delivery_seconds',
      help: 'Time that mails spend in each stage on their way to the next hop.',
      labelNames: ['stage'] as const,
      buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10, 30, 60, 150, 420, 570],
      registers,
      collect,
    }),
    dnsQueries: new Counter({
      name: 'veilpost_dns_queries_total',
      help: 'Questions to DNS servers by what came of them. Answers out of the cache are not counted.',
      labelNames: ['result'] as const,
      registers,
    }),
    dnsSeconds: new Histogram({
      name: 'veilpost_dns_seconds',
      help: 'Time from a question to the DNS servers to its answer, with all tries.',
      buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2, 4, 8],
      registers,
    }),
    dnsLists: new Counter({
      name: 'veilpost_dns_lists_total',
      help: 'Clients looked up in DNS_LISTS: listed and refused, clear, or no list that can be believed answers.',
      labelNames: ['result'] as const,
      registers,
    }),
    dnsValidated: new Gauge({
      name: 'veilpost_dns_validated',
      help: '1 where answers of the DNS are validated on this machine, so that DANE is in use.',
      registers,
    }),
    stsPolicies: new Gauge({
      name: 'veilpost_sts_policies',
      help: 'Policies of domains for their servers (MTA-STS) in the database. Each node tells the same: take the max, not the sum.',
      labelNames: ['mode'] as const,
      registers,
    }),
    stsFetches: new Counter({
      name: 'veilpost_sts_fetches_total',
      help: 'Fetches of such policies: a policy came, or none, for whatever reason.',
      labelNames: ['result'] as const,
      registers,
    }),
    tls: new Counter({
      name: 'veilpost_tls_total',
      help: 'Servers found by MX, by the proof that was asked of them and what came of it.',
      labelNames: ['proof', 'result'] as const,
      registers,
      collect,
    }),
    filter: new Counter({
      name: 'veilpost_filter_total',
      help: 'Mails that the spam filter was asked about, by its action; failed: no answer that can be used, and the mail went on.',
      labelNames: ['result'] as const,
      registers,
    }),
    filterSeconds: new Histogram({
      name: 'veilpost_filter_seconds',
      help: 'Time from the question to the spam filter to its answer, with the wait for one of its places.',
      buckets: [0.005, 0.025, 0.1, 0.5, 1, 2, 4, 8],
      registers,
    }),
    quarantine: new Counter({
      name: 'veilpost_quarantine_total',
      help: 'Mails without proof whose domain asks for quarantine, by what became of them.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    complaints: new Counter({
      name: 'veilpost_complaints_total',
      help: 'Complaints of receivers about our mail (RFC 5965).',
      registers,
    }),
    checks: new Counter({
      name: 'veilpost_checks_total',
      help: 'Results of SPF, DKIM (one for each signature), DMARC and ARC.',
      labelNames: ['check', 'result'] as const,
      registers,
      collect,
    }),
    decisions: new Counter({
      name: 'veilpost_decisions_total',
      help: 'Decisions about mails, by the rule that decided.',
      labelNames: ['decision', 'reason'] as const,
      registers,
      collect,
    }),
    signatures: new Counter({
      name: 'veilpost_signatures_total',
      help: 'Signatures of ours by kind: made, not made as the DNS does not have our key, or failed.',
      labelNames: ['kind', 'result'] as const,
      registers,
      collect,
    }),
    replies: new Counter({
      name: 'veilpost_replies_total',
      help: 'Replies of owners, by their outcome and, where the decision was ours, its reason.',
      labelNames: ['outcome', 'reason'] as const,
      registers,
    }),
    replyGuardSeconds: new Histogram({
      name: 'veilpost_reply_guard_seconds',
      help: 'Time for which a reply was searched for the address of its owner.',
      buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
      registers,
    }),
    copies: new Counter({
      name: 'veilpost_copies_held_back_total',
      help: 'Mails answered 250 and not delivered, as the same mail of the same sender had reached that recipient before.',
      registers,
    }),
    letters: new Counter({
      name: 'veilpost_letters_total',
      help: 'Letters to people who sign in, by what they are about and the verdict of the next hop.',
      labelNames: ['kind', 'verdict'] as const,
      registers,
    }),
    smtpEnded: new Counter({
      name: 'veilpost_smtp_ended_total',
      help: 'SMTP connections that we ended or turned away, by the codes of the last reply.',
      labelNames: ['code', 'enhanced'] as const,
      registers,
      collect,
    }),
    aliases: new Gauge({
      name: 'veilpost_aliases',
      help: 'Aliases in the database by domain and state. Each node tells the same: take the max, not the sum.',
      labelNames: ['domain', 'state'] as const,
      registers,
    }),
    namesLeft: new Gauge({
      name: 'veilpost_names_left',
      help: 'Names that no alias has yet, by domain. Each node tells the same: take the min, not the sum.',
      labelNames: ['domain'] as const,
      registers,
    }),
  };
}

/** A gauge whose value is computed whenever the metrics are scraped. */
export function watch(metrics: Metrics, name: string, help: string, value: () => number): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    registers: [metrics.registry],
    collect: () => gauge.set(value()),
  });
}

/** The metrics for Prometheus. No label holds an address or a value that visitors choose: their sets are small and fixed. */

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { CountedLater } from './counted-later.ts';

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  const ofMessages = new CountedLater();
  /** Of each: whichever is read first, the counts that wait are taken before. */
  const common = { registers: [registry], collect: ofMessages.count };
  const counter = <Label extends string = never>(
    name: string,
    help: string,
    labelNames: Label[] = [],
  ) => new Counter<Label>({ name, help, labelNames, ...common });
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    labelNames: Label[] = [],
  ) => new Gauge<Label>({ name, help, labelNames, ...common });
  const histogram = <Label extends string = never>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: Label[] = [],
  ) => new Histogram<Label>({ name, help, buckets, labelNames, ...common });
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    /** Takes the counts of messages. */
    ofMessages,
    buildInfo: gauge(
      'veilpost_build_info',
      '1, with the version of the program and of the schema that it knows.',
      ['version', 'schema'],
    ),
    httpSeconds: histogram(
      'veilpost_http_request_seconds',
      'Time from the request to the answer, by call and status code.',
      [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5, 10],
      ['call', 'status'],
    ),
    mails: counter(
      'veilpost_mails_total',
      'Deliveries by their verdict and its codes, as the sender was told them.',
      ['verdict', 'code', 'enhanced'],
    ),
    recipients: counter(
      'veilpost_rcpts_total',
      'Recipients that senders named (RCPT), by the code of our answer. Most refusals are given here.',
      ['code'],
    ),
    deliverySeconds: histogram(
      'veilpost_delivery_seconds',
      'Time that mails spend in each stage on their way to the next hop.',
      [0.005, 0.025, 0.1, 0.5, 2.5, 10, 30, 60, 150, 420, 570],
      ['stage'],
    ),
    dnsQueries: counter(
      'veilpost_dns_queries_total',
      'Questions to DNS servers by what came of them. Answers out of the cache are not counted.',
      ['result'],
    ),
    dnsSeconds: histogram(
      'veilpost_dns_seconds',
      'Time from a question to the DNS servers to its answer, with all tries.',
      [0.001, 0.005, 0.025, 0.1, 0.5, 2, 4, 8],
    ),
    dnsLists: counter(
      'veilpost_dns_lists_total',
      'Clients looked up in DNS_LISTS: listed and refused, clear, or no list that can be believed answers.',
      ['result'],
    ),
    dnsValidated: gauge(
      'veilpost_dns_validated',
      '1 where answers of the DNS are validated on this machine, so that DANE is in use.',
    ),
    stsPolicies: gauge(
      'veilpost_sts_policies',
      'Policies of domains for their servers (MTA-STS) in the database. Each node tells the same: take the max, not the sum.',
      ['mode'],
    ),
    stsFetches: counter(
      'veilpost_sts_fetches_total',
      'Fetches of such policies: a policy came, or none, for whatever reason.',
      ['result'],
    ),
    tls: counter(
      'veilpost_tls_total',
      'Servers found by MX, by the proof that was asked of them and what came of it.',
      ['proof', 'result'],
    ),
    filter: counter(
      'veilpost_filter_total',
      'Mails that the spam filter was asked about, by its action; failed: no answer that can be used, and the mail went on.',
      ['result'],
    ),
    filterSeconds: histogram(
      'veilpost_filter_seconds',
      'Time from the question to the spam filter to its answer, with the wait for one of its places.',
      [0.005, 0.025, 0.1, 0.5, 1, 2, 4, 8],
    ),
    quarantine: counter(
      'veilpost_quarantine_total',
      'Mails without proof whose domain asks for quarantine, by what became of them.',
      ['outcome'],
    ),
    complaints: counter(
      'veilpost_complaints_total',
      'Complaints of receivers about our mail (RFC 5965).',
    ),
    checks: counter(
      'veilpost_checks_total',
      'Results of SPF, DKIM (one for each signature), DMARC and ARC.',
      ['check', 'result'],
    ),
    decisions: counter(
      'veilpost_decisions_total',
      'Decisions about mails, by the rule that decided.',
      ['decision', 'reason'],
    ),
    signatures: counter(
      'veilpost_signatures_total',
      'Signatures of ours by kind: made, not made as the DNS does not have our key, or failed.',
      ['kind', 'result'],
    ),
    replies: counter(
      'veilpost_replies_total',
      'Replies of owners, by their outcome and, where the decision was ours, its reason.',
      ['outcome', 'reason'],
    ),
    replyGuardSeconds: histogram(
      'veilpost_reply_guard_seconds',
      'Time for which a reply was searched for the address of its owner.',
      [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    ),
    copies: counter(
      'veilpost_copies_held_back_total',
      'Mails answered 250 and not delivered, as the same mail of the same sender had reached that recipient before.',
    ),
    letters: counter(
      'veilpost_letters_total',
      'Letters to people who sign in, by what they are about and the verdict of the next hop.',
      ['kind', 'verdict'],
    ),
    smtpEnded: counter(
      'veilpost_smtp_ended_total',
      'SMTP connections that we ended or turned away, by the codes of the last reply.',
      ['code', 'enhanced'],
    ),
    aliases: gauge(
      'veilpost_aliases',
      'Aliases in the database by domain and state. Each node tells the same: take the max, not the sum.',
      ['domain', 'state'],
    ),
    namesLeft: gauge(
      'veilpost_names_left',
      'Names that no alias has yet, by domain. Each node tells the same: take the min, not the sum.',
      ['domain'],
    ),
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

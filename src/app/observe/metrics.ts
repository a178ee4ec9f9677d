/** The metrics for Prometheus. No label holds an address or a value that visitors choose: their sets are small and fixed. */

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  const ofMessages = new CountedLater();
  /** Of each: whichever is read first, the pending counts are added before. */
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
    /** Adds the pending counts of messages. */
    ofMessages,
    buildInfo: gauge(
      'veilpost_build_info',
      '1, labelled with the running version and the schema version that it knows.',
      ['version', 'schema'],
    ),
    httpSeconds: histogram(
      'veilpost_http_request_seconds',
      'Seconds from the request to the answer, by call and status code.',
      [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5, 10],
      ['call', 'status'],
    ),
    mails: counter(
      'veilpost_mails_total',
      'Deliveries by the verdict of the next hop and the codes of our reply; unknown: the connection broke after the final dot, so a second copy may follow.',
      ['verdict', 'code', 'enhanced'],
    ),
    recipients: counter(
      'veilpost_rcpts_total',
      'Recipients that senders named (RCPT), by the code of our reply. Most mail that is deferred or rejected ends here.',
      ['code'],
    ),
    deliverySeconds: histogram(
      'veilpost_delivery_seconds',
      'Seconds that a message spends in each stage: dns, wait (for a free connection), connect, greeting, ehlo, starttls, auth, mail, rcpt, data, content, dot (from the final dot to the verdict).',
      [0.005, 0.025, 0.1, 0.5, 2.5, 10, 30, 60, 150, 420, 570],
      ['stage'],
    ),
    dnsQueries: counter(
      'veilpost_dns_queries_total',
      'Queries to DNS servers by outcome: records, no-data, no-name, timeout, failure (SERVFAIL and the like) or malformed. Cached answers are not counted.',
      ['result'],
    ),
    dnsSeconds: histogram(
      'veilpost_dns_seconds',
      'Seconds from a DNS query to its answer, with all tries of 2 seconds.',
      [0.001, 0.005, 0.025, 0.1, 0.5, 2, 4, 8],
    ),
    dnsLists: counter(
      'veilpost_dns_lists_total',
      'Clients looked up in DNS_LISTS: listed (rejected), clear, or silent (no trustworthy list answered).',
      ['result'],
    ),
    dnsValidated: gauge(
      'veilpost_dns_validated',
      '1 if DNS answers are validated on this machine, so that DANE is in use; else 0.',
    ),
    stsPolicies: gauge(
      'veilpost_sts_policies',
      'MTA-STS policies of domains in the database, by mode. Each node reports the same figure: take the max, not the sum.',
      ['mode'],
    ),
    stsFetches: counter(
      'veilpost_sts_fetches_total',
      'Fetches of MTA-STS policies by result: policy, or none for whatever reason.',
      ['result'],
    ),
    tls: counter(
      'veilpost_tls_total',
      'Servers found by MX, by the proof that they had to give (dane, pkix, encrypted or any; testing: only counted) and the result: ok, or what was wrong.',
      ['proof', 'result'],
    ),
    filter: counter(
      'veilpost_filter_total',
      'Messages that the spam filter was asked about, by its action; failed: no usable answer, so the message was passed on.',
      ['result'],
    ),
    filterSeconds: histogram(
      'veilpost_filter_seconds',
      'Seconds from the request to the spam filter to its answer, including the wait for one of its 20 places.',
      [0.005, 0.025, 0.1, 0.5, 1, 2, 4, 8],
    ),
    quarantine: counter(
      'veilpost_quarantine_total',
      'Unproven messages whose domain asks for quarantine: passed (the spam filter found them clean), marked (no filter answered), refused or deferred.',
      ['outcome'],
    ),
    complaints: counter(
      'veilpost_complaints_total',
      'Complaints of receivers (RFC 5965) at our return paths, and those at abuse@ about a message that came through here.',
    ),
    checks: counter(
      'veilpost_checks_total',
      'Results of SPF, DKIM (one for each signature), DMARC and ARC.',
      ['check', 'result'],
    ),
    decisions: counter(
      'veilpost_decisions_total',
      'Decisions about messages, by the rule that decided. 1: not one author, or From shows none or another; 2: no DNS answer; 3: rejected because its domain asks for that; 5, 6, 7: kept without proof, by a signature, by SPF; 8: rewritten.',
      ['decision', 'reason'],
    ),
    signatures: counter(
      'veilpost_signatures_total',
      'Our signatures by kind (dkim or arc): made, unpublished (the DNS does not have our key) or failed.',
      ['kind', 'result'],
    ),
    replies: counter(
      'veilpost_replies_total',
      'Replies of owners, one for each correspondent, by outcome. The reason is the word in brackets of our own rejection; it is empty if the server of the correspondent decided.',
      ['outcome', 'reason'],
    ),
    replyGuardSeconds: histogram(
      'veilpost_reply_guard_seconds',
      'Seconds for which a reply was searched for the address of its owner; other mail takes its turns in between.',
      [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    ),
    copies: counter(
      'veilpost_copies_held_back_total',
      'Messages answered 250 without a second delivery, because the same message of the same sender had reached that recipient before; each recipient counts.',
    ),
    letters: counter(
      'veilpost_letters_total',
      'Letters to people who sign in, by subject and by the verdict of the next hop; each try counts.',
      ['kind', 'verdict'],
    ),
    smtpEnded: counter(
      'veilpost_smtp_ended_total',
      'SMTP connections that we closed or turned away, by the codes of the last reply; 221 is a QUIT of the client.',
      ['code', 'enhanced'],
    ),
    aliases: gauge(
      'veilpost_aliases',
      'Aliases in the database by domain and state; a + before the domain: names of ten digits. Each node reports the same figure: take the max, not the sum.',
      ['domain', 'state'],
    ),
    namesLeft: gauge(
      'veilpost_names_left',
      'Names that no alias has yet, by domain. Each node reports the same figure: take the min, not the sum.',
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

/** Their memory is bounded: at this number they are counted. */
const MOST = 1024;

/**
 * Counts of messages wait until somebody reads the metrics: one after the other, the code of the counters is in the caches of the
 * processor, and between two steps of a message it never is (docs/decisions/v8-and-webassembly.md).
 */
export class CountedLater {
  #waiting: (() => void)[] = [];

  /** @param count should keep no object of a message alive */
  add(count: () => void): void {
    if (this.#waiting.push(count) === MOST) this.count();
  }

  /** To be called before the metrics are read. */
  readonly count = (): void => {
    const due = this.#waiting;
    this.#waiting = [];
    for (const count of due) count();
  };
}

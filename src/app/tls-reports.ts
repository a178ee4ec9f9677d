/**
 * TLS reports: what they need from outside. Their own delivery does not require a proof from a server (RFC 8460 section
 * 5.3).
 */

import type { Resolver } from '#mail/dns/resolver.ts';
import type { Delivery } from '#mail/smtp/delivery.ts';
import type { NextHop } from '#mail/smtp/send/route/next-hop.ts';
import { Signatures, type Signing } from '#mail/signing/signatures.ts';
import type { TlsReport } from '#mail/tls-report/report.ts';
import { type ReportOutcome, TlsReports } from '#mail/tls-report/tls-reports.ts';
import { guarded } from '#network/guarded-way.ts';
import { type Fetch, post } from '#network/http-client.ts';
import type { Clock } from '#time/clock.ts';
import { lookUpBy } from './net/policies.ts';
import type { SharedParts } from './config/shared-parts.ts';

/** The time limits of one delivery, and of one request. */
const PATIENCE_MS = 150_000;
const POST_MS = 30_000;

export type OpenTlsReportsOptions = Pick<SharedParts, 'config' | 'metrics' | 'log'> & {
  resolver: Pick<Resolver, 'resolve'>;
  /** To servers found by MX, without any proof and without counting it. */
  nextHop: () => NextHop;
  signing: Signing;
  clock: Clock;
  fetch?: Fetch;
};

export type OpenTlsReports = Pick<TlsReports, 'countFetch' | 'work'> & {
  /** Absent: sessions are not counted, so no message pays for it. */
  count?: TlsReports['count'];
  /** The counts of a day; undefined: none are kept. @param day since 1970, in UTC */
  reports(day: number): TlsReport[] | undefined;
  close(): Promise<void>;
};

/** No reports are written. */
export const NO_TLS_REPORTS: OpenTlsReports = {
  countFetch() {},
  async work() {},
  reports: () => undefined,
  async close() {},
};

/** @returns reports that do nothing if the settings ask for none */
export function openTlsReports(options: OpenTlsReportsOptions): OpenTlsReports {
  const { config, resolver, clock, signing, metrics, log } = options;
  const [domain] = config.names.domains;
  if (config.nextHop.kind !== 'mx' || !config.wayOut.tlsReports || !domain) {
    return NO_TLS_REPORTS;
  }
  const { resolve } = resolver;
  const nextHop = options.nextHop();
  const fetch = options.fetch ?? guarded({ lookup: lookUpBy(resolve) });
  const signatures = new Signatures({
    signing,
    date: clock.date,
    observe: (kind, result) => metrics.signatures.inc({ kind, result }),
    onFault: (err) => log.warn({ err }, 'cannot sign a TLS report; not sending it'),
  });
  const reports = new TlsReports({
    resolve,
    clock,
    random: Math.random,
    hostname: config.mailHost,
    domain,
    async sendMail(to, message) {
      // RFC 8460 section 5.3: receivers ignore a report without a signature.
      if (!signatures.canSign(domain)) return 'later';
      const signed = await signatures.signOwn(message);
      const envelope = { reversePath: '', forwardPath: to, utf8: false };
      return outcomeOf(await nextHop.deliver(envelope, signed, clock.now() + PATIENCE_MS));
    },
    async post(url, report) {
      const headers = { 'content-type': 'application/tlsrpt+gzip' };
      try {
        const status = await post(fetch, url, { headers, body: report }, POST_MS);
        if (status >= 200 && status < 300) return 'sent';
        return status < 500 && status !== 429 ? 'refused' : 'later';
      } catch {
        return 'later';
      }
    },
  });
  return {
    count: reports.count,
    countFetch: reports.countFetch,
    work: () => reports.work(),
    reports: (day) => reports.reports(day),
    close: () => nextHop.close(),
  };
}

function outcomeOf(delivery: Delivery): ReportOutcome {
  if (delivery.kind === 'refused') return 'refused';
  return delivery.kind === 'accepted' || delivery.unknown === true ? 'sent' : 'later';
}

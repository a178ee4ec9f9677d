/**
 * TLS reports (RFC 8460). Sessions are counted in memory per day (UTC). Each domain that requests reports gets one,
 * at a random time in the four hours after the day. A restart loses what was not sent yet.
 */

import { gzipSync } from 'node:zlib';
import { answerWithin } from '#mail/dns/budget.ts';
import type { Resolve } from '#mail/dns/answer.ts';
import type { Clock } from '#time/clock.ts';
import type { WireMessage } from '../message/message.ts';
import type { PolicyFault } from '../smtp/send/tls/sts-policy.ts';
import type { TlsSession } from '../smtp/send/tls/tls-session.ts';
import { DayCounts, type DomainSessions } from './day-counts.ts';
import { DAY_MS, reportMail, reportOf, type TlsReport } from './report.ts';
import { type ReportTarget, reportTargets } from './rua.ts';

export type TlsReportsOptions = {
  resolve: Resolve;
  clock: Clock;
  /** Uniform in [0, 1). */
  random: () => number;
  /** Our name. */
  hostname: string;
  /** Domain of the reports' author, which signs them. */
  domain: string;
  /** Never rejects. `later`: it may succeed in an hour. */
  sendMail: (to: string, message: WireMessage) => Promise<ReportOutcome>;
  /** The same for a gzip-compressed report to a web server. */
  post: (url: string, report: Buffer) => Promise<ReportOutcome>;
};

export type ReportOutcome = 'sent' | 'later' | 'refused';

/** A domain with fewer sessions a day gets no report: it would reveal one person's habits. */
const LEAST_SESSIONS = 3;
const MOST_REPORTS = 200;
/** Domains whose record is looked up per day, those with failures first. */
const MOST_ASKED = 1000;
/** Reports per day to one address or web server: records of many domains must not flood a stranger. */
const MOST_TO_ONE = 5;
const SPREAD_MS = 14_400_000;
/** Section 5.5: a report that was not accepted is retried after one hour, then two, four and eight. */
const AGAIN_MS = 3_600_000;
const MOST_TRIES = 5;
const DNS_MS = 10_000;

type Planned = { domain: string; day: number; target: ReportTarget; due: number; tries: number };

export class TlsReports {
  readonly #options: TlsReportsOptions;
  /** Today and yesterday. */
  readonly #days = new Map<number, DayCounts>();
  #planned: Planned[] = [];
  #lastDay: number;

  constructor(options: TlsReportsOptions) {
    this.#options = options;
    this.#lastDay = this.#today - 1;
  }

  readonly count = (session: TlsSession): void => this.#counts().add(session);

  readonly countFetch = (domain: string, fault: PolicyFault): void =>
    this.#counts().addFetch(domain, fault);

  /** The counts of a day, including domains that get no report. @param day since 1970, in UTC */
  reports(day: number): TlsReport[] {
    const domains = this.#days.get(day)?.domains ?? new Map<string, DomainSessions>();
    return [...domains].map(([domain, count]) => this.#report(domain, day, count));
  }

  /** Sends due reports, each one once; called every minute, even while an earlier call still sends. Never rejects. */
  async work(): Promise<void> {
    const { clock } = this.#options;
    const ended = this.#today - 1;
    if (ended > this.#lastDay) {
      this.#lastDay = ended;
      for (const day of this.#days.keys()) if (day < ended) this.#days.delete(day);
      await this.#plan(ended);
    }
    const isDue = ({ due }: Planned) => due <= clock.date();
    const due = this.#planned.filter(isDue);
    this.#planned = this.#planned.filter((one) => !isDue(one));
    for (const one of due) await this.#send(one);
  }

  get #today(): number {
    return Math.floor(this.#options.clock.date() / DAY_MS);
  }

  #counts(): DayCounts {
    const today = this.#today;
    const known = this.#days.get(today);
    if (known) return known;
    const { random } = this.#options;
    const counts = new DayCounts(() => Math.floor(random() * 2 ** 48).toString(36));
    this.#days.set(today, counts);
    return counts;
  }

  async #plan(day: number): Promise<void> {
    const told = new Map<string, number>();
    const isRoom = ({ receiver }: ReportTarget) => (told.get(receiver) ?? 0) < MOST_TO_ONE;
    const ranked = [...(this.#days.get(day)?.domains ?? [])]
      .filter(([, { sessions }]) => sessions >= LEAST_SESSIONS)
      .toSorted(([, a], [, b]) => b.failed - a.failed || b.sessions - a.sessions)
      .slice(0, MOST_ASKED);
    let reports = 0;
    for (const [domain] of ranked) {
      if (reports === MOST_REPORTS) return;
      const targets = (await this.#targets(domain)).filter(isRoom);
      if (targets.length === 0) continue;
      reports += 1;
      const due = (day + 1) * DAY_MS + this.#options.random() * SPREAD_MS;
      for (const target of targets) {
        told.set(target.receiver, (told.get(target.receiver) ?? 0) + 1);
        this.#planned.push({ domain, day, target, due, tries: 0 });
      }
    }
  }

  async #targets(domain: string): Promise<ReportTarget[]> {
    const { resolve, clock } = this.#options;
    const asking = resolve(`_smtp._tls.${domain}`, 'TXT');
    const answer = await answerWithin(asking, DNS_MS, clock, 'timeout');
    return answer.kind === 'records' ? reportTargets(answer.records) : [];
  }

  async #send(planned: Planned): Promise<void> {
    const { domain, day, target, tries } = planned;
    const count = this.#days.get(day)?.domains.get(domain);
    if (count === undefined) return;
    const { clock, hostname: submitter, domain: from, sendMail, post } = this.#options;
    const report = gzipSync(JSON.stringify(this.#report(domain, day, count)));
    const now = clock.date();
    const outcome =
      target.kind === 'https'
        ? await post(target.url, report)
        : await sendMail(
            target.address,
            reportMail({
              from,
              to: target.address,
              domain,
              submitter,
              id: count.id,
              day,
              report,
              now,
            }),
          );
    if (outcome !== 'later' || tries + 1 === MOST_TRIES) return;
    this.#planned.push({ ...planned, due: clock.date() + AGAIN_MS * 2 ** tries, tries: tries + 1 });
  }

  #report(domain: string, day: number, count: DomainSessions): TlsReport {
    const { hostname, domain: from } = this.#options;
    return reportOf(domain, day, count, hostname, `postmaster@${from}`);
  }
}

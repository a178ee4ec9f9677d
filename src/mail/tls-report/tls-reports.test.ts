/** What we report to domains about TLS to their servers (RFC 8460), and who gets a report. */

import assert from 'node:assert/strict';
import { suite, test, type TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { issueCertificate, selfSignedCertificate, tlsa } from '#support/certificate.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { fakeDns, mx, type Node } from '#support/zone-resolver.ts';
import { type FakeHopOptions, USUAL_EXTENSIONS } from '#support/fake-next-hop.ts';
import { envelope, goingByMx, message, server } from '#support/sending.ts';
import type { PolicyAnswer } from '../smtp/send/tls/sts-policies.ts';
import type { TlsSession } from '../smtp/send/tls/tls-session.ts';
import { DayCounts } from './day-counts.ts';
import { type ReportOutcome, TlsReports } from './tls-reports.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const STARTTLS = [...USUAL_EXTENSIONS, 'STARTTLS'];
const authority = issueCertificate({ commonName: 'Authority', isAuthority: true });
const good = issueCertificate({ names: ['a.test'], issuer: authority });
const own = selfSignedCertificate('a.test');
const enforce = { mode: 'enforce', mx: ['a.test'], fetchedAt: 0, expiresAt: DAY_MS } as const;

/** Reports of a service at noon, with these DNS records. */
function reporting(zones: Record<string, Node> = {}, random = () => 0.5) {
  const clock = new FakeClock();
  const sent: { to: string; report: string; id: string }[] = [];
  const outcomes: ReportOutcome[] = [];
  const note = (to: string, gzip: Buffer) => {
    const report = gunzipSync(gzip).toString();
    const { 'report-id': id }: { 'report-id': string } = JSON.parse(report);
    sent.push({ to, report, id });
    return outcomes.shift() ?? 'sent';
  };
  const reports = new TlsReports({
    resolve: fakeDns(zones).resolve,
    clock,
    random,
    hostname: 'mx.alias.test',
    domain: 'alias.test',
    async sendMail(to, { chunks }) {
      const text = Buffer.concat([...chunks]).toString();
      const base64 = /filename="[^"]+"\r\n\r\n([^-]+)--/.exec(text)?.[1] ?? '';
      return note(to, Buffer.from(base64, 'base64'));
    },
    post: async (url, report) => note(url, report),
  });
  const today = Math.floor(clock.date() / DAY_MS);
  const ok = (domain: string, times = 3, fault?: 'name') => {
    const counted = [{ policy: { type: 'no-policy-found' }, fault } as const];
    const session = { domain, host: 'a.test', outcomes: [...counted] };
    for (let i = 0; i < times; i++) reports.count(session);
  };
  return { clock, reports, sent, outcomes, today, ok };
}

const WANTS = (rua: string): Node => ({ TXT: [`v=TLSRPTv1; rua=${rua}`] });

type Row = { policy?: PolicyAnswer; zones?: Record<string, Node>; hop?: FakeHopOptions };

/** The reports after one message through real sockets. */
async function toldOf(t: TestContext, { policy: of, zones, hop }: Row) {
  const { reports, today } = reporting();
  const site = await server(t, {}, { extensions: STARTTLS, certificate: good, ...hop });
  const sessions: TlsSession[] = [];
  const all = { 'mailbox.test': { MX: mx([10, 'a.test']) }, 'a.test': { A: ['192.0.2.1'] } };
  const { nextHop, deadline } = goingByMx(
    t,
    { ...all, ...zones },
    { '192.0.2.1': site },
    {
      ca: authority.cert,
      dane: true,
      policies: { of: async () => of, renewed: async () => false },
      onTlsSession: (session) => void sessions.push(session),
    },
  );
  await nextHop.deliver(envelope, message, deadline);
  for (const session of sessions) reports.count(session);
  const [report] = reports.reports(today);
  const [first] = report?.policies ?? [];
  const [detail] = first?.['failure-details'] ?? [];
  const summary = first?.summary ?? assert.fail();
  const succeeded = summary['total-successful-session-count'];
  assert.equal(succeeded + summary['total-failure-session-count'], 1);
  const [reason, host] = [detail?.['failure-reason-code'], detail?.['receiving-mx-hostname']];
  const result = detail && `${detail['result-type']}${reason ? ` (${reason})` : ''} of ${host}`;
  return `${first?.policy['policy-type']}: ${succeeded === 1 ? 'ok' : result}`;
}

const SIGNED = { A: ['192.0.2.1'], secure: true };
const withTlsa = (numbers: string, of = own) => ({
  'a.test': SIGNED,
  '_25._tcp.a.test': { TLSA: [tlsa(numbers, of)], secure: true },
});
const certified = (options: Parameters<typeof issueCertificate>[0]) => ({
  certificate: issueCertificate({ issuer: authority, ...options }),
});
const expired = certified({ names: ['a.test'], until: '21' });
const otherName = certified({ names: ['z.test'] });
const selfSigned = { certificate: own };
const clear = { extensions: USUAL_EXTENSIONS };
const broken = { script: { STARTTLS: { last: '220 go' } } };
const forged = { 'a.test': SIGNED, '_25._tcp.a.test': { TLSA: 'failure' as const } };
const testing = { ...enforce, mode: 'testing' } as const;
const ofOther = { ...enforce, mx: ['c.test'] };
const ROWS: [what: string, Row, told: string][] = [
  ['TLS without any policy', {}, 'no-policy-found: ok'],
  ['a policy that is kept', { policy: enforce }, 'sts: ok'],
  ['a record that fits', { zones: withTlsa('3 1 1', good) }, 'tlsa: ok'],
  ['clear text', { hop: clear }, 'no-policy-found: starttls-not-supported of a.test'],
  ['no STARTTLS', { policy: enforce, hop: clear }, 'sts: starttls-not-supported of a.test'],
  ['a test without it', { policy: testing, hop: clear }, 'sts: starttls-not-supported of a.test'],
  ['a wrong name', { policy: enforce, hop: otherName }, 'sts: certificate-host-mismatch of a.test'],
  ['an expiry', { policy: enforce, hop: expired }, 'sts: certificate-expired of a.test'],
  ['self-signed', { policy: enforce, hop: selfSigned }, 'sts: certificate-not-trusted of a.test'],
  [
    'no handshake',
    { policy: enforce, hop: broken },
    'sts: validation-failure (handshake) of a.test',
  ],
  [
    'not in the policy',
    { policy: ofOther },
    'sts: validation-failure (mx-not-in-policy) of undefined',
  ],
  ['no match', { zones: withTlsa('3 1 1') }, 'tlsa: validation-failure (tlsa-mismatch) of a.test'],
  ['an unusable record', { zones: withTlsa('1 1 1') }, 'tlsa: tlsa-invalid of a.test'],
  ['forged records', { zones: forged }, 'tlsa: dnssec-invalid of a.test'],
];

suite('each result has the name of RFC 8460 section 4.3', () => {
  for (const [what, row, told] of ROWS) {
    test(`${what}: ${told}`, async (t) => assert.equal(await toldOf(t, row), told));
  }

  test('a policy that could not be fetched is reported', () => {
    const { reports, ok, today } = reporting();
    ok('mailbox.test');
    const faults = ['fetch', 'grammar', 'webpki'] as const;
    for (const fault of faults) reports.countFetch('mailbox.test', fault);
    const [report] = reports.reports(today);
    assert.deepEqual(
      report?.policies[1]?.['failure-details']?.map((one) => one['result-type']),
      ['sts-policy-fetch-error', 'sts-policy-invalid', 'sts-webpki-invalid'],
    );
  });
});

test('the report of a day is as RFC 8460 section 4.4 has it, and names no address but ours', async () => {
  const { reports, clock, sent } = reporting({
    '_smtp._tls.mailbox.test': WANTS('mailto:tls@mailbox.test,https://in.mailbox.test/v1'),
  });
  const record = { ...tlsa('3 1 1', own), data: Buffer.alloc(32, 7) };
  const outcomes: TlsSession['outcomes'][] = [
    [{ policy: { type: 'sts', row: enforce }, fault: undefined }],
    [{ policy: { type: 'sts', row: enforce }, fault: 'name' }],
    [{ policy: { type: 'tlsa', base: 'a.test', records: [record] }, fault: undefined }],
  ];
  const session = { domain: 'mailbox.test', host: 'a.test' };
  for (const one of outcomes) reports.count({ ...session, outcomes: one });
  clock.advance(14.1 * HOUR_MS);
  await reports.work();
  const to = sent.map((one) => one.to);
  assert.deepEqual(to, ['tls@mailbox.test', 'https://in.mailbox.test/v1']);
  const [{ report, id } = { report: '', id: '' }] = sent;
  assert.match(id, /^[a-z\d]+$/);
  assert.deepEqual(JSON.parse(report), {
    'organization-name': 'mx.alias.test',
    'date-range': {
      'start-datetime': '2026-11-21T00:00:00Z',
      'end-datetime': '2026-11-21T23:59:59Z',
    },
    'contact-info': 'postmaster@alias.test',
    'report-id': id,
    policies: [
      {
        policy: {
          'policy-type': 'sts',
          'policy-string': ['version: STSv1', 'mode: enforce', 'mx: a.test', 'max_age: 86400'],
          'policy-domain': 'mailbox.test',
          'mx-host': ['a.test'],
        },
        summary: { 'total-successful-session-count': 1, 'total-failure-session-count': 1 },
        'failure-details': [
          {
            'result-type': 'certificate-host-mismatch',
            'receiving-mx-hostname': 'a.test',
            'failed-session-count': 1,
          },
        ],
      },
      {
        policy: {
          'policy-type': 'tlsa',
          'policy-string': [`3 1 1 ${'07'.repeat(32)}`],
          'policy-domain': 'a.test',
        },
        summary: { 'total-successful-session-count': 1, 'total-failure-session-count': 0 },
      },
    ],
  });
});

suite('who is told, and when', () => {
  test('reports are sent only after the day, once, within four hours', async () => {
    const { reports, clock, sent, ok } = reporting({
      '_smtp._tls.mailbox.test': WANTS('mailto:tls@mailbox.test'),
    });
    ok('mailbox.test');
    const sentAfter = [];
    for (const hours of [11, 2.9, 0.2, 0]) {
      clock.advance(hours * HOUR_MS);
      await reports.work();
      sentAfter.push(sent.length);
    }
    assert.deepEqual(sentAfter, [0, 0, 1, 1]);
  });

  test('a domain with fewer than three sessions, or without a record, gets no report', async () => {
    const { reports, clock, sent, ok } = reporting({
      '_smtp._tls.two.test': WANTS('mailto:tls@two.test'),
      '_smtp._tls.three.test': WANTS('mailto:tls@three.test'),
    });
    ok('two.test', 2);
    reports.countFetch('two.test', 'fetch');
    ok('three.test');
    ok('silent.test');
    clock.advance(DAY_MS);
    await reports.work();
    assert.deepEqual([sent.length, sent[0]?.to], [1, 'tls@three.test']);
  });

  test('at most 200 domains get reports, five per address or web server, those with failures first', async () => {
    const zones: Record<string, Node> = {};
    const { reports, clock, sent, ok } = reporting(zones);
    for (let i = 0; i < 230; i++) {
      zones[`_smtp._tls.d${i}.test`] = WANTS(`mailto:tls@d${i}.test`);
      ok(`d${i}.test`);
    }
    for (let i = 0; i < 9; i++) {
      zones[`_smtp._tls.m${i}.test`] = WANTS('mailto:Victim@other.test');
      zones[`_smtp._tls.h${i}.test`] = WANTS(`https://other.test/${i}`);
      ok(`m${i}.test`, 3, 'name');
      ok(`h${i}.test`, 3, 'name');
    }
    clock.advance(DAY_MS);
    await reports.work();
    assert.equal(sent.length, 200);
    const to = (pattern: RegExp) => sent.filter((one) => pattern.test(one.to)).length;
    assert.deepEqual([to(/victim/i), to(/^https:/), to(/tls@d/)], [5, 5, 190]);
  });

  test('a rejected report is retried after one, two, four and eight hours with the same id, then dropped', async () => {
    const { reports, clock, sent, outcomes, ok } = reporting({
      '_smtp._tls.mailbox.test': WANTS('https://in.mailbox.test/'),
    });
    outcomes.push('later', 'later', 'later', 'later', 'later');
    ok('mailbox.test');
    clock.advance(14.1 * HOUR_MS);
    const tries = [];
    for (let hour = 0; hour < 20; hour++) {
      await reports.work();
      tries.push(sent.length);
      clock.advance(HOUR_MS);
    }
    assert.deepEqual(tries.slice(0, 16), [1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5]);
    assert.equal(tries.at(-1), 5);
    assert.equal(new Set(sent.map(({ id }) => id)).size, 1);
  });

  test('of 11,000 domains a day 10,000 are counted: memory is bounded', () => {
    const { reports, ok, today } = reporting();
    for (let i = 0; i < 11_000; i++) ok(`d${i}.test`, 1);
    assert.equal(reports.reports(today).length, 10_000);
  });

  test('of one domain 20 policies are counted, each with 50 faults of named servers', () => {
    const counts = new DayCounts(() => 'id');
    for (let i = 0; i < 44; i++) {
      const row = { mode: 'enforce', mx: [`${i % 22}.test`], fetchedAt: 0, expiresAt: 1 } as const;
      const outcomes = [{ policy: { type: 'sts', row }, fault: undefined } as const];
      counts.add({ domain: 'd.test', host: 'a.test', outcomes });
    }
    const { sessions, failed, policies } = counts.domains.get('d.test') ?? assert.fail();
    assert.deepEqual([sessions, failed], [44, 0]);
    const successes = [...policies.values()].map((one) => one.successes);
    assert.deepEqual(successes, Array(20).fill(2));
    for (let i = 0; i < 60; i++) {
      const outcomes = [{ policy: { type: 'no-policy-found' }, fault: 'name' } as const];
      counts.add({ domain: 'e.test', host: `${i % 55}.test`, outcomes });
    }
    const [one] = counts.domains.get('e.test')?.policies.values() ?? [];
    const failures = [...(one?.failures.values() ?? [])];
    assert.equal(failures.length, 51);
    assert.deepEqual(failures.at(-1), { fault: 'name', host: undefined, sessions: 5 });
  });
});

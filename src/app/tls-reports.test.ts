/** A report on its way, by mail and over HTTPS, read by other programs. */

import assert from 'node:assert/strict';
import { createPrivateKey } from 'node:crypto';
import { createServer } from 'node:https';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import PostalMime from 'postal-mime';
import { selfSignedCertificate } from '#support/certificate.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { fakeDns, mx, type Node } from '#support/zone-resolver.ts';
import { CLOSE, type FakeHopOptions, USUAL_EXTENSIONS } from '#support/fake-next-hop.ts';
import { serveOnLoopback } from '#support/loopback.ts';
import { server } from '#support/sending.ts';
import { testKey } from '#support/signing.ts';
import { createNextHop } from '#mail/smtp/send/route/create-next-hop.ts';
import { guarded } from '#network/guarded-way.ts';
import { startAdmin } from './admin.ts';
import { tlsReport } from './command/status.ts';
import { configOf } from './config/reading.fixture.ts';
import { createLog } from './observe/log.ts';
import { createMetrics } from './observe/metrics.ts';
import { nextHopOptions } from './start-next-hop.ts';
import { type Surroundings, THIS_MACHINE } from './surroundings.ts';
import { NO_TLS_REPORTS, openTlsReports } from './tls-reports.ts';

const ENV = {
  NEXT_HOP: 'mx:',
  MTA_STS: 'report',
  OWNERSHIP: 'open',
  ALIAS_DOMAINS: 'alias.test',
  ADMIN_PORT: '0',
};
const log = createLog({ write: () => {} }, true);
const key = testKey('rsa', 'alias.test');

/** A service that had three sessions with a domain, one day later. */
async function dayAfter(
  t: TestContext,
  rua: string,
  { published = true, hop = {}, statuses = [] as number[] } = {},
) {
  const options: FakeHopOptions = { extensions: [...USUAL_EXTENSIONS, 'STARTTLS'], ...hop };
  const site = await server(t, {}, options);
  const zones: Record<string, Node> = {
    'reports.test': { MX: mx([10, 'a.test']), secure: true },
    // No certificate matches it, and the report goes there nevertheless.
    '_25._tcp.a.test': {
      TLSA: [{ usage: 3, selector: 1, matching: 1, data: Buffer.alloc(32) }],
      secure: true,
    },
    'a.test': { A: ['192.0.2.1'], secure: true },
  };
  const { resolve } = fakeDns(zones);
  const web = selfSignedCertificate('in.test');
  const posted: { type: string | undefined; body: Buffer }[] = [];
  const listening = createServer(web, (incoming, outgoing) => {
    void buffer(incoming).then((body) => {
      posted.push({ type: incoming.headers['content-type'], body });
      const status = statuses.shift() ?? 201;
      if (status === 0) outgoing.destroy();
      else outgoing.writeHead(status).end();
    });
  });
  const webPort = await serveOnLoopback(listening, (end) => t.after(end));
  zones['_smtp._tls.mailbox.test'] = {
    TXT: [`v=TLSRPTv1; rua=${rua.replace('PORT', String(webPort))}`],
  };
  const clock = new FakeClock();
  const config = configOf(ENV);
  const world: Surroundings = {
    ...THIS_MACHINE,
    clock,
    connect: ({ onread }) => connect({ host: '127.0.0.1', port: site.port, onread }),
    ownAddresses: () => [],
  };
  const opened = openTlsReports({
    config,
    resolver: { resolve },
    nextHop: () =>
      createNextHop(nextHopOptions({ config, target: { kind: 'mx' }, resolve, log }, world)),
    signing: () => ({
      selector: 'rsa',
      key: createPrivateKey(key.pem),
      isPublished: () => published,
    }),
    clock,
    metrics: createMetrics(),
    log,
    fetch: guarded({
      lookup: async () => [{ address: '127.0.0.1', family: 4 }],
      isForbidden: () => false,
      ca: web.cert,
    }),
  });
  t.after(() => opened.close());
  const policy = { type: 'no-policy-found' } as const;
  const outcomes = [{ policy, fault: undefined }];
  for (let i = 0; i < 3; i++) opened.count?.({ domain: 'mailbox.test', host: 'a.test', outcomes });
  clock.advance(86_400_000);
  await opened.work();
  const pass = async (hours: number) => {
    clock.advance(hours * 3_600_000);
    await opened.work();
  };
  return { reports: opened, site, posted, config, pass };
}

test('by mail: signed by us, in the form of RFC 8460, also to a server without a valid proof', async (t) => {
  const { site, pass } = await dayAfter(t, 'mailto:tls@reports.test');
  await pass(1);
  assert.equal(site.messages.length, 1);
  const [{ octets, mail, recipients } = assert.fail('no mail')] = site.messages;
  assert.match(mail, /^MAIL FROM:<>/);
  assert.match(String(recipients), /tls@reports\.test/);
  const { results } = await dkimVerify(octets, {
    resolver: async (name: string) => (name === key.name ? [[key.record]] : []),
  });
  assert.deepEqual(
    results.map(({ signingDomain, status }) => [signingDomain, status.result]),
    [['alias.test', 'pass']],
  );
  const { subject, headers, attachments } = await PostalMime.parse(octets);
  const of = (name: string) => headers.find((one) => one.key === name)?.value;
  assert.match(
    subject ?? '',
    /^Report Domain: mailbox\.test Submitter: mx\.alias\.test Report-ID: <\w+@mx\.alias\.test>$/,
  );
  assert.equal(of('tls-report-domain'), 'mailbox.test');
  assert.equal(of('tls-report-submitter'), 'mx.alias.test');
  assert.equal(of('tls-required'), 'No');
  assert.match(of('content-type') ?? '', /^multipart\/report; report-type="tlsrpt"/);
  const [attached] = attachments;
  assert.equal(attached?.mimeType, 'application/tlsrpt+gzip');
  assert.match(
    attached?.filename ?? '',
    /^mx\.alias\.test!mailbox\.test!1795219200!1795305599!\w+\.json\.gz$/,
  );
  assert.ok(attached?.content instanceof ArrayBuffer);
  const report: unknown = JSON.parse(gunzipSync(Buffer.from(attached.content)).toString());
  assert.ok(typeof report === 'object' && report !== null && 'policies' in report);
  const addresses = JSON.stringify(report).match(/[^"\s]+@[^"\s]+/g);
  assert.deepEqual(addresses, ['postmaster@alias.test'], 'no address but ours');
});

test('by mail: no report without a signature', async (t) => {
  const { site } = await dayAfter(t, 'mailto:tls@reports.test', { published: false });
  assert.equal(site.connections.total, 0);
});

test('by mail: not again after a delivery in doubt, or a rejection', async (t) => {
  for (const script of [{ dot: CLOSE }, { RCPT: '550 5.1.1 no' }]) {
    const { site, pass } = await dayAfter(t, 'mailto:tls@reports.test', { hop: { script } });
    await pass(1);
    assert.equal(site.count('MAIL'), 1);
  }
});

test('over HTTPS: once more after each response that may change', async (t) => {
  const statuses = [0, 500, 429, 404];
  const { posted, pass } = await dayAfter(t, 'https://in.test:PORT/v1/tlsrpt', { statuses });
  for (const hours of [1, 2, 4, 8]) await pass(hours);
  assert.deepEqual(
    posted.map(({ type }) => type),
    Array(4).fill('application/tlsrpt+gzip'),
  );
  const report = gunzipSync(posted[0]?.body ?? '').toString();
  assert.match(report, /^\{"organization-name":"mx\.alias\.test"/);
});

test('the operator can read the counts on this machine, even if no domain receives reports', async (t) => {
  const { reports, config } = await dayAfter(t, 'mailto:tls@elsewhere.test');
  const parts = { config, metrics: createMetrics(), log, health: () => assert.fail('not asked') };
  const admin = await startAdmin({ ...parts, tlsReports: reports });
  t.after(() => admin.close());
  const place = { ...config, adminPort: admin.port };
  const told: unknown = JSON.parse(await tlsReport(place, '2026-11-21'));
  const counts = reports.reports(Date.UTC(2026, 10, 21) / 86_400_000);
  assert.deepEqual(told, JSON.parse(JSON.stringify(counts)));
  assert.match(JSON.stringify(told), /"total-successful-session-count":3/);
  assert.equal(await tlsReport(place, '2026-11-20'), '[]\n');
  const off = await startAdmin({ ...parts, tlsReports: NO_TLS_REPORTS });
  const asked = () => tlsReport({ ...config, adminPort: off.port }, '2026-11-21');
  await assert.rejects(asked, /MTA_STS=report/);
  await off.close();
  await assert.rejects(asked, /does not respond/);
});

test('reports are off by default, and require signatures', () => {
  assert.equal(configOf({ NEXT_HOP: 'mx:' }).wayOut.tlsReports, false);
  assert.throws(
    () => configOf({ ...ENV, MAIL_CHECKS: 'off' }),
    /MTA_STS is report, which requires MAIL_CHECKS=on/,
  );
});

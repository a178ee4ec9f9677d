/**
 * Alarms on their faults: a service has the fault, and promtool gets what its metrics said before and after, spread over an hour in
 * which the fault continues.
 */

import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { complaintAbout } from '#support/far-report.ts';
import { DnsServer } from '#support/dns-server.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { FakeNextHop } from '#support/fake-next-hop.ts';
import { ALIAS, hand, letter } from '#support/forwarding.ts';
import { addressesOf, nodeInProcess } from '#support/service-in-process.ts';
import { surroundings } from '#support/service-surroundings.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { ALERTS, fires, promtoolOn } from './promtool.ts';

/** The fault begins in minute 5, and what the test did fills 15 minutes. */
const QUIET_MINUTES = 5;
const FAULT_MINUTES = 15;
const AT = '60m';

/** A message that is too large to be held for a retry, so that its sender gets the relay's reply at once. */
const LARGE = `${'x'.repeat(997)}\r\n`.repeat(17_000);

const JOB = { job: 'veilpost' };
const at = (instance: string) => ({ ...JOB, instance });

/** The text of /metrics before the fault, and after some time with it. */
type Seen = { instance: string; before: string; after: string };

/** The value of each series, and whether it is a counter. */
function read(text: string): Map<string, { value: number; isCounter: boolean }> {
  const kinds = new Map(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', kind]) => [name, kind]),
  );
  return new Map(
    [...text.matchAll(/^(veilpost_\w+)(?:\{(.*)\})? (\S+)$/gm)].map(
      ([, name = '', labels = '', value]) => [
        `${name}{${labels}}`,
        { value: Number(value), isCounter: kinds.get(name) !== 'gauge' },
      ],
    ),
  );
}

/** Series for promtool, one sample a minute. */
function overTime({ instance, before, after }: Seen): object[] {
  const earlier = read(before);
  return [...read(after)]
    .filter(([name, { value }]) => !/_bucket|_sum/.test(name) && !Number.isNaN(value))
    .map(([name, { value, isCounter }]) => {
      const first = earlier.get(name)?.value;
      const quiet = `${first ?? '_'}x${QUIET_MINUTES - 1}`;
      // A series that began with the fault begins with what it had counted.
      const step = isCounter ? (value - (first ?? 0)) / FAULT_MINUTES : 0;
      const begin = isCounter && first !== undefined ? first : value;
      const series = name
        .replace('{', `{job="veilpost",instance="${instance}",`)
        .replace(',}', '}');
      return { series, values: `${quiet} ${begin}+${step}x60` };
    });
}

/** Has promtool evaluate the alarms. @param expected by the name of an alarm: each `labels` for which it fires */
function evaluate(t: TestContext, seen: Seen[], expected: Record<string, object[]>): void {
  const tests = [
    {
      interval: '1m',
      input_series: seen.flatMap(overTime),
      promql_expr_test: Object.entries(expected).map(([alert, labels]) => fires(alert, AT, labels)),
    },
  ];
  promtoolOn(t, 'test', { rule_files: [ALERTS], tests });
}

async function started(t: TestContext, environment: Record<string, string>, clock?: FakeClock) {
  const { running } = await nodeInProcess(t, environment, clock);
  t.after(() => running.close());
  const { http, admin, smtpPort } = addressesOf(running);
  const client = () => SmtpClient.during((cleanUp) => t.after(cleanUp), smtpPort);
  const metrics = async () => (await fetch(`${admin}/metrics`)).text();
  return { http, client, metrics };
}

const database = (t: TestContext) =>
  `sqlite:${tempFolder((cleanUp) => t.after(cleanUp))}/veilpost.sqlite`;

test('a resolver that stops validating raises VeilpostDnsNotValidated', async (t) => {
  // Like the Internet's root zone, whose records have a TTL of six days.
  const root = { NS: ['a.root.test'], ttl: 518_400 };
  const dns = await DnsServer.during(t, { '': { ...root, authentic: true } });
  const clock = new FakeClock();
  const settings = { NEXT_HOP: 'mx:', OWNERSHIP: 'open', DNS_SERVERS: `127.0.0.1:${dns.port}` };
  const { metrics } = await started(t, { ...settings, OPERATOR_EMAIL: 'me@home.test' }, clock);
  const shows = async (value: number) => {
    for (;;) {
      const text = await metrics();
      if (text.includes(`\nveilpost_dns_validated ${value}\n`)) return text;
    }
  };
  const before = await shows(1);
  dns.names[''] = root;
  clock.advance(600_000);
  const after = await shows(0);
  evaluate(t, [{ instance: 'one', before, after }], { VeilpostDnsNotValidated: [at('one')] });
});

test('a proxy that TRUSTED_PROXIES does not name raises VeilpostVisitorsTurnedAway, and naming it stops the alarm', async (t) => {
  for (const [trusted, expected] of [
    ['', [JOB]],
    ['127.0.0.1', []],
  ] as const) {
    const { http, metrics } = await started(t, { TRUSTED_PROXIES: trusted });
    const before = await metrics();
    const key = /"key":"([^"]+)"/.exec(await (await fetch(http)).text())?.[1] ?? '';
    // Each visitor opens the page with its scripts and takes an alias; a balancer checks the node's health.
    for (let visitor = 1; visitor <= 120; visitor += 1) {
      const headers = { 'X-Forwarded-For': `10.${visitor}.0.1` };
      const get = async (path: string) => void (await fetch(`${http}${path}`, { headers }));
      for (const path of ['/', '/assets/app-1a2b.js', '/favicon.svg', '/healthz']) await get(path);
      const { status } = await fetch(`${http}/rest/v1/aliases`, {
        method: 'POST',
        headers: { ...headers, apikey: key, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          real_email: `visitor${visitor}@mailbox${visitor}.test`,
          alias_email: `alias-${1000 + visitor}@alias.localhost`,
          active: true,
        }),
      });
      if (expected.length === 0) assert.equal(status, 201);
    }
    const seen = [{ instance: 'one', before, after: await metrics() }];
    evaluate(t, seen, { VeilpostVisitorsTurnedAway: [...expected] });
  }
});

test('more than ten complaints about our mail raise VeilpostComplaints', async (t) => {
  const { hop, environment } = await surroundings(t, database(t));
  const { client, metrics } = await started(t, {
    ...environment,
    MAIL_CHECKS: 'off',
    OPERATOR_EMAIL: 'operator@mailbox.test',
  });
  const before = await metrics();
  assert.match(await hand(await client(), [ALIAS], letter('buy this')), /^250 /);
  const [copy] = hop.messages;
  const path = /<(.+)>/.exec(copy?.mail ?? '')?.[1] ?? '';
  const complaint = complaintAbout(copy?.octets.toString() ?? '');
  for (let i = 1; i <= 12; i += 1) {
    const one = complaint.replace('Earn', `Earn ${i}`);
    assert.match(await hand(await client(), [path], one, ''), /^250 /);
  }
  const seen = [{ instance: 'one', before, after: await metrics() }];
  evaluate(t, seen, { VeilpostComplaints: [JOB] });
});

test('one of two nodes whose relay defers everything raises the alarms of deferred mail for that node', async (t) => {
  const seen: Seen[] = [];
  for (const [instance, dot] of [
    ['one', '451 4.7.1 come again'],
    ['two', '250 2.0.0 taken'],
  ] as const) {
    const { hop, environment } = await surroundings(t, database(t));
    assert.ok(hop instanceof FakeNextHop);
    hop.script = { dot };
    const { client, metrics } = await started(t, { ...environment, MAIL_CHECKS: 'off' });
    const before = await metrics();
    for (let i = 1; i <= 10; i += 1) {
      const sender = await client();
      await sender.say('EHLO a.test');
      const named = await sender.sayAll(`MAIL FROM:<a@b.test>`, `RCPT TO:<${ALIAS}>`);
      if (!named.startsWith('250')) continue;
      assert.equal((await sender.say('DATA')).slice(0, 3), '354');
      sender.send(`${letter(`mail ${i}`)}${instance === 'one' ? LARGE : ''}.\r\n`);
      await sender.reply();
    }
    seen.push({ instance, before, after: await metrics() });
  }
  const which = [at('one')];
  evaluate(t, seen, { VeilpostRecipientsPutOff: which, VeilpostMailDeferred: which });
});

/** Outages, and the alarms that a real Prometheus raises for them with deploy/alerts.yml. */

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { openStore } from '#store/open.ts';
import { dueLetter, surroundings } from '#support/service-surroundings.ts';
import { freePort } from '#support/loopback.ts';
import { ALIAS, hand, letter } from '#support/forwarding.ts';
import { postgresServer } from '#support/postgres.ts';
import { rounds } from '#support/seeded-random.ts';
import { ServiceProcess } from '#support/service-process.ts';
import { SILENT } from '#support/silent-log.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { Daemon, until } from './program.ts';

/** Prometheus raises alarms by this factor faster than in production; in .ci/night at the real speed. */
const HASTE = rounds(1) === 1 ? 15 : 1;
/** Seconds, and the longest time for an answer: less than the five that a node waits for a silent DNS. */
const SCRAPE_INTERVAL = HASTE === 1 ? 15 : 3;
const UNITS: Record<string, number> = { s: 1, m: 60, h: 3600 };
const ALERTS = readFileSync(new URL('../../deploy/alerts.yml', import.meta.url), 'utf8').replace(
  /\b(for|interval): (\d+)([smh])/g,
  (_, name, time, unit) => `${name}: ${(Number(time) * (UNITS[unit] ?? 0) * 1000) / HASTE}ms`,
);

type Alert = { labels: Record<string, string>; state: string };

/** @param nodes of the metrics, by host and port */
async function prometheus(nodes: string[]) {
  const folder = tempFolder(after);
  mkdirSync(`${folder}/data`);
  const job = {
    job_name: 'veilpost',
    scrape_interval: `${SCRAPE_INTERVAL}s`,
    static_configs: [{ targets: nodes }],
  };
  writeFileSync(`${folder}/alerts.yml`, ALERTS);
  // JSON is YAML.
  const settings = JSON.stringify({ rule_files: ['alerts.yml'], scrape_configs: [job] });
  writeFileSync(`${folder}/prometheus.yml`, settings);
  const address = `127.0.0.1:${await freePort()}`;
  const server = Daemon.start('prometheus', [
    `--config.file=${folder}/prometheus.yml`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=${address}`,
  ]);
  after(() => server.end());
  const get = async (path: string) => {
    const text = await (await fetch(`http://${address}/api/v1/${path}`)).text();
    const answer: { data: { alerts: Alert[]; result: unknown[] } } = JSON.parse(text);
    return answer;
  };
  await server.ready(async () => {
    const seen = await get('query?query=veilpost_healthy').catch(() => undefined);
    return seen?.data.result.length === nodes.length * 7;
  });
  return {
    output: server.output,
    firing: async () => {
      const { alerts } = (await get('alerts')).data;
      return alerts
        .filter(({ state }) => state === 'firing')
        .map(({ labels }) => `${labels.alertname} ${labels.instance} ${labels.part ?? ''}`.trim());
    },
  };
}

const host = (address: string) => new URL(address).host;

test('a database, a DNS, a next hop and notifications that fail each raise their alarm, the database within two minutes', async (t) => {
  const server = await postgresServer(after);
  const first = ServiceProcess.start(after, tempFolder(after), {
    DATABASE_URL: await server.database('gone'),
  });
  const database = `sqlite:${tempFolder(after)}/veilpost.sqlite`;
  const { dns, hop, environment } = await surroundings(t, database);
  const store = await openStore(database, { now: Date.now, log: SILENT });
  after(() => store.close());
  // With checks a silent DNS defers mail before the relay gets it. This node has its own database, because notifications are counted per database.
  const elsewhere = `sqlite:${tempFolder(after)}/veilpost.sqlite`;
  const checking = { ...environment, DATABASE_URL: elsewhere };
  const second = ServiceProcess.start(after, tempFolder(after), checking);
  const relayed = { ...environment, MAIL_CHECKS: 'off', PUBLIC_URL: 'https://veilpost.test' };
  const third = ServiceProcess.start(after, tempFolder(after), relayed);
  const [one, two, three] = await Promise.all([first, second, third].map((s) => s.addresses()));
  assert.ok(one && two && three);
  const { firing, output } = await prometheus([one, two, three].map(({ admin }) => host(admin)));
  assert.deepEqual(await firing(), []);

  const begun = performance.now();
  await Promise.all([server.crash(), hop.close()]);
  dns.behaviour = () => [];
  for (const person of ['a', 'b', 'c']) await dueLetter(store.auth, `${person}@b.test`);
  const sender = await SmtpClient.during(after, three.smtpPort);
  const sent = hand(sender, [ALIAS], letter('one'));

  const raised = new Map<string, number>();
  const expected = [
    [`VeilpostTakesNoMail ${host(one.admin)} store`, 120],
    [`VeilpostDnsDown ${host(two.admin)} dns`, 180],
    // A message is held for half a minute before it is deferred; notifications are sent every half minute.
    [`VeilpostNextHopDown ${host(three.admin)} next-hop`, 240],
    [`VeilpostLettersDown ${host(three.admin)} letters`, 270],
  ] as const;
  await until(
    'all alarms',
    async () => {
      const seconds = Math.round((performance.now() - begun) / 1000);
      for (const alarm of await firing()) if (!raised.has(alarm)) raised.set(alarm, seconds);
      return expected.every(([alarm]) => raised.has(alarm));
    },
    { seconds: 240, state: () => JSON.stringify([...raised]) + output() },
  );
  assert.match(await sent, /^451 /);
  const seen = [...raised.keys()].join();
  assert.doesNotMatch(seen, /VeilpostDown/, 'a node with a part that is silent still answers');
  for (const [alarm, seconds] of expected) {
    const came = raised.get(alarm) ?? assert.fail();
    t.diagnostic(`${alarm.split(' ', 1)[0]}: after ${came} s`);
    assert.ok(HASTE > 1 || came <= seconds, `${alarm}: after ${came} s`);
  }
});

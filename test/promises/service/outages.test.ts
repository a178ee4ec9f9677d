/** The metrics report an outage, on the embedded database and on PostgreSQL. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { checkDatabase } from '#store/check.ts';
import { openStore } from '#store/open.ts';
import { dueLetter, surroundings } from '#support/service-surroundings.ts';
import { FakeNextHop } from '#support/fake-next-hop.ts';
import { hand, letter, relayed } from '#support/forwarding.ts';
import { browserAt } from '#support/owners-key.ts';
import { postgresServer } from '#support/postgres.ts';
import { addressesOf, nodeInProcess, serviceInProcess } from '#support/service-in-process.ts';
import {
  type Addresses,
  ServiceProcess,
  SERVICE_MAIN,
  smallScreen,
} from '#support/service-process.ts';
import { SILENT } from '#support/silent-log.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { tempFolder } from '#support/temp-folder.ts';

const ALIAS = 'alias-1000@alias.localhost';
const PARTS = ['store', 'look-ups', 'write', 'smtp', 'dns', 'next-hop', 'letters'];

type Watched = {
  /** The parts that do not work. */
  failing: () => Promise<string[]>;
  /** The value of a series. */
  value: (series: string) => Promise<number | undefined>;
  health: () => Promise<number>;
  rcpt: (address: string) => Promise<string>;
};

async function watched(t: TestContext, { admin, smtpPort }: Addresses): Promise<Watched> {
  const metrics = async () => (await fetch(`${admin}/metrics`)).text();
  const sender = await SmtpClient.greeted(smtpPort);
  t.after(() => sender.destroy());
  return {
    async failing() {
      const parts = [...(await metrics()).matchAll(/^veilpost_healthy\{part="([^"]+)"\} (\d)$/gm)];
      assert.deepEqual(new Set(parts.map(([, part]) => part)), new Set(PARTS));
      return parts.filter(([, , works]) => works === '0').map(([, part = '']) => part);
    },
    async value(series) {
      const line = (await metrics()).split('\n').find((one) => one.startsWith(`${series} `));
      return line === undefined ? undefined : Number(line.slice(series.length));
    },
    health: async () => (await fetch(`${admin}/healthz`)).status,
    rcpt: (address) => sender.sayAll('RSET', 'MAIL FROM:<a@b.example>', `RCPT TO:<${address}>`),
  };
}

async function start(t: TestContext, environment: Record<string, string>): Promise<Watched> {
  const { running } = await nodeInProcess(t, { OWNERSHIP: 'open', ...environment });
  t.after(() => running.close());
  return watched(t, addressesOf(running));
}

/** Polls until exactly these parts fail: a response is a second old at most. */
async function fails({ failing }: Watched, ...parts: string[]): Promise<void> {
  for (;;) {
    const now = await failing();
    if (now.toSorted().join() === parts.toSorted().join()) return;
    await pause(250);
  }
}

async function databaseWithAlias(url: string): Promise<string> {
  const store = await openStore(url, { now: Date.now, log: SILENT });
  await store.insertAlias({ alias_email: ALIAS, real_email: 'jane@mailbox.test' });
  await store.close();
  return url;
}

test('at the start every component works, and the series that alarms add up are there at 0', async (t) => {
  const { failing, value } = await start(t, {});
  assert.deepEqual(await failing(), []);
  for (const series of [
    'veilpost_rcpts_total{code="451"}',
    'veilpost_mails_total{verdict="unknown",code="451",enhanced="4.4.2"}',
    'veilpost_letters_total{kind="confirm",verdict="refused"}',
    'veilpost_dns_queries_total{result="timeout"}',
    'veilpost_http_request_seconds_count{call="create",status="503"}',
  ]) {
    assert.equal(await value(series), 0, series);
  }
});

test('the metrics report a PostgreSQL server that is down, and count every sender that gets 451', async (t) => {
  const server = await postgresServer(after);
  const url = await databaseWithAlias(await server.database('gone'));
  const all = await start(t, { DATABASE_URL: url });
  assert.match(await all.rcpt(ALIAS), /^250 /);
  assert.equal(await all.value('veilpost_rcpts_total{code="250"}'), 1);
  await server.crash();
  await fails(all, 'store', 'write');
  for (let i = 0; i < 3; i += 1) {
    assert.match(await all.rcpt('alias-2000@alias.localhost'), /^451 4\.3\.0 /);
  }
  assert.equal(await all.value('veilpost_rcpts_total{code="451"}'), 3);
  await fails(all, 'store', 'look-ups', 'write');
  assert.equal(await all.health(), 503);
  await server.start();
  await fails(all);
  assert.equal(await all.health(), 200);
});

test('on a full disk no alias is made, look-ups and mail continue: /healthz stays 200, and the metrics and the log report the writes; with free space all works again', async (t) => {
  const folder = tempFolder((cleanUp) => t.after(cleanUp));
  const url = await databaseWithAlias(`sqlite:${folder}/veilpost.sqlite`);
  // The shell ignores SIGXFSZ for its successor: a write beyond the limit is then an error, as on a full disk.
  const screen = smallScreen((cleanUp) => t.after(cleanUp));
  const command = `trap '' XFSZ; exec "${process.execPath}" "${SERVICE_MAIN}" "${screen}"`;
  const service = new ServiceProcess(['sh', '-c', command], folder, {
    DATABASE_URL: url,
    OWNERSHIP: 'open',
  });
  t.after(() => service.kill());
  const addresses = await service.addresses();
  const all = await watched(t, addresses);
  const limit = (octets: string) => {
    const run = spawnSync('prlimit', ['--pid', String(service.pid), `--fsize=${octets}:unlimited`]);
    assert.equal(run.status, 0, run.stderr.toString());
  };
  limit('4096');
  await fails(all, 'write');
  assert.equal(await all.health(), 200);
  const { call } = browserAt(addresses.http);
  const create = async (number: number) => {
    const real_email = `real${number}@home.example`;
    const row = { real_email, alias_email: `alias-${number}@alias.localhost` };
    return (await call('POST', '/rest/v1/aliases', row)).status;
  };
  const numbers = [2000, 2001, 2002];
  assert.deepEqual(await Promise.all(numbers.map(create)), [503, 503, 503]);
  assert.match(await all.rcpt('alias-2000@alias.localhost'), /^550 5\.1\.1 /);
  const sender = await SmtpClient.greeted(addresses.smtpPort);
  assert.match(await hand(sender, [ALIAS], relayed(letter('on a full disk'))), /^250 /);
  // It may not have read the 250: the outcome would be recorded.
  sender.reset();
  const line = await service.written(
    /^.*"database not accepting writes; mail is still delivered".*$/m,
  );
  assert.match(line[0], /"reason":"The disk of the database /);
  limit('unlimited');
  await fails(all);
  assert.deepEqual(await Promise.all(numbers.map(create)), [201, 201, 201]);
  await service.kill();
  const { faults, counts } = await checkDatabase(url);
  assert.deepEqual([faults, counts[0]], [[], ['aliases', 4]]);
});

test('the metrics report a silent DNS, even without mail', async (t) => {
  const url = `sqlite:${tempFolder((cleanUp) => t.after(cleanUp))}/veilpost.sqlite`;
  const { dns, environment } = await surroundings(t, url);
  const all = await start(t, environment);
  assert.deepEqual(await all.failing(), []);
  dns.behaviour = () => [];
  await fails(all, 'dns');
  assert.equal(await all.health(), 200);
  dns.behaviour = undefined;
  await fails(all);
});

test('the metrics report undeliverable notifications until one is delivered', async (t) => {
  const hop = await FakeNextHop.start({ script: { dot: '554 5.7.1 spam' } });
  const { store, metrics, tick } = await serviceInProcess(t, {
    NEXT_HOP: `smtp://127.0.0.1:${hop.port}`,
    PUBLIC_URL: 'https://veilpost.test',
  });
  t.after(() => hop.close());
  const shows = async (line: string) => {
    while (!(await metrics()).includes(line)) await new Promise(setImmediate);
  };
  await shows('veilpost_healthy{part="letters"} 1');
  for (let i = 1; i <= 3; i += 1) {
    await dueLetter(store.auth, `person${i}@b.test`);
    tick(30_000);
    await hop.until(() => hop.count('dot') === i);
  }
  await shows('veilpost_healthy{part="letters"} 0');
  hop.script = {};
  await dueLetter(store.auth, 'person4@b.test');
  tick(30_000);
  await shows('veilpost_healthy{part="letters"} 1');
});

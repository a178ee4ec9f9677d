/** The whole service within this process; its timers run at the test's command. */

import type { TestContext } from 'node:test';
import { readConfig } from '#app/config/config.ts';
import { ConfigError } from '#app/config/fault.ts';
import { readBuiltScreen } from '#app/http/built-screen.ts';
import { createLog } from '#app/observe/log.ts';
import { type Service, startService } from '#app/service.ts';
import { type Clock, systemClock } from '#time/clock.ts';
import { openStore } from '#store/open.ts';
import { FakeNextHop } from './fake-next-hop.ts';
import { type Addresses, NO_DNS, smallScreen } from './service-process.ts';
import { SILENT } from './silent-log.ts';
import { SmtpClient } from './smtp-client.ts';
import { type After, tempFolder } from './temp-folder.ts';

/** @param environment in addition to that of `nodeInProcess` */
export async function serviceInProcess(t: TestContext, environment: Record<string, string> = {}) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { running, logged, config } = await nodeInProcess(t, environment);
  /** The same database, opened as by another process. */
  const store = await openStore(config.databaseUrl, { now: Date.now, log: SILENT });
  const clients: SmtpClient[] = [];
  t.after(async () => {
    for (const client of clients) client.destroy();
    await store.close();
    await running.close();
  });
  const metrics = async () => (await fetch(`http://127.0.0.1:${running.adminPort}/metrics`)).text();
  /** Resolves when the metrics contain this text. */
  const shows = async (text: string) => {
    while (!(await metrics()).includes(text)) await new Promise(setImmediate);
  };
  /** A client that has said EHLO. @param localAddress to come from: any of 127.0.0.0/8 */
  const client = async (localAddress?: string) => {
    const greeted = await SmtpClient.greeted(running.smtpPort, localAddress);
    clients.push(greeted);
    return greeted;
  };
  const tick = (ms: number) => t.mock.timers.tick(ms);
  return { running, store, logged, metrics, shows, tick, client };
}

export const ALIAS = 'alias-1000@alias.localhost';

/** The same with one alias and a fake next hop. */
export async function servedInProcess(t: TestContext, environment: Record<string, string> = {}) {
  // Closed before the service, which would wait for its reply.
  const hop = await FakeNextHop.during((cleanUp) => t.after(cleanUp));
  const NEXT_HOP = `smtp://127.0.0.1:${hop.port}`;
  const service = await serviceInProcess(t, { NEXT_HOP, OWNERSHIP: 'open', ...environment });
  await service.store.insertAlias({ alias_email: ALIAS, real_email: 'jane@mailbox.test' });
  return { ...service, hop };
}

export function addressesOf(running: Service): Addresses {
  const { httpPort, smtpPort, mailboxPort = 0, adminPort } = running;
  const at = (port: number) => `http://127.0.0.1:${port}`;
  return { http: at(httpPort), smtpPort, mailbox: at(mailboxPort), admin: at(adminPort) };
}

/**
 * The service alone, which the test must end; intervals run by themselves.
 * @param environment in addition to ports of the system's choice, and an empty file as database
 * @param makesDatabase whether a missing database is created with a real next hop, too
 */
export async function nodeInProcess(
  t: { after: After },
  environment: Record<string, string> = {},
  clock: Clock = systemClock,
  makesDatabase = true,
) {
  const after: After = (cleanUp) => t.after(cleanUp);
  const config = readConfig({
    HTTP_PORT: '0',
    SMTP_PORT: '0',
    MAILBOX_PORT: '0',
    ADMIN_PORT: '0',
    DATABASE_URL: environment.DATABASE_URL ?? `sqlite:${tempFolder(after)}/veilpost.sqlite`,
    ...NO_DNS,
    ...environment,
  });
  if (config instanceof ConfigError) throw config;
  if (makesDatabase) config.newDatabase = true;
  const screen = readBuiltScreen(smallScreen(after));
  const logged: string[] = [];
  const log = createLog({ write: (line) => logged.push(line) }, false);
  return { running: await startService(config, screen, log, clock), logged, config };
}

export type OneAlias = Awaited<ReturnType<typeof oneAlias>>;

/**
 * The service with one alias made through its api, and the calls of the product.
 * @param DATABASE_URL of a database that the test owns
 */
export async function oneAlias(
  t: TestContext,
  DATABASE_URL: string,
  environment: Record<string, string> = {},
) {
  const { running, logged } = await nodeInProcess(t, { DATABASE_URL, ...environment });
  t.after(() => running.close());
  const { http, smtpPort, admin } = addressesOf(running);
  const apikey = /"key":"([^"]+)"/.exec(await (await fetch(http)).text())?.[1] ?? '';
  const headers = { apikey, 'Content-Type': 'application/json' };
  const client = await SmtpClient.during((cleanUp) => t.after(cleanUp), smtpPort);
  /** Makes an alias. @returns the status of the answer */
  const create = async (number: number) => {
    const real_email = `real${number}@home.example`;
    const body = JSON.stringify({ real_email, alias_email: `alias-${number}@alias.localhost` });
    return (await fetch(`${http}/rest/v1/aliases`, { method: 'POST', headers, body })).status;
  };
  const made = await create(1000);
  if (made !== 201) throw new Error(`the first alias was answered ${made}`);
  return {
    running,
    logged,
    create,
    health: async () => {
      const answer = await fetch(`${admin}/healthz`);
      return { status: answer.status, text: await answer.text() };
    },
    /** The mail server's reply to a message for this address. */
    rcpt: (address: string) =>
      client.sayAll('RSET', 'MAIL FROM:<a@b.example>', `RCPT TO:<${address}>`),
    page: async () => (await fetch(http)).status,
  };
}

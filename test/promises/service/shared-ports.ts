/** Two processes of the service that share their ports and a database file, with one fake next hop. */

import { openStore } from '#store/open.ts';
import { FakeNextHop } from '#support/fake-next-hop.ts';
import { freePort } from '#support/loopback.ts';
import { ServiceProcess } from '#support/service-process.ts';
import { SILENT } from '#support/silent-log.ts';
import { SmtpClient } from '#support/smtp-client.ts';
import { tempFolder } from '#support/temp-folder.ts';

type After = (cleanUp: () => Promise<void> | void) => void;

/** The names in their greetings: they identify the process of a connection. */
export const NODES = ['one', 'two'] as const;
export type Node = (typeof NODES)[number];

export const REAL = 'jane@mailbox.test';
export const ALIAS = 'alias-1000@alias.localhost';

/** With a fair choice this many connections always reach both processes. */
const TRIES = 64;

export type SharedPorts = {
  hop: FakeNextHop;
  database: string;
  services: Record<Node, ServiceProcess>;
  aliasId: string;
  /** Address of the screen and the api, whichever of the two answers. */
  http: string;
  /** Starts one of the two, and resolves when it serves. */
  start: (node: Node) => Promise<ServiceProcess>;
  /** Connects and sends EHLO; the system chooses the process. */
  anyone: () => Promise<{ client: SmtpClient; node: Node }>;
  /** Connects again until this process has the connection. */
  client: (node: Node) => Promise<SmtpClient>;
};

/** Both make their database, and serve. @param after the hook of the test or file that owns all; it is called once, at once */
export async function sharedPorts(after: After): Promise<SharedPorts> {
  const owned: (() => Promise<void> | void)[] = [];
  after(async () => {
    for (const cleanUp of owned) await cleanUp();
  });
  const own: After = (cleanUp) => void owned.push(cleanUp);
  const hop = await FakeNextHop.start();
  own(() => hop.close());
  const [smtpPort, httpPort] = [await freePort(), await freePort()];
  const folder = tempFolder(own);
  const database = `sqlite:${folder}/shared.sqlite`;
  const start = async (node: Node) => {
    const service = ServiceProcess.start(own, folder, {
      REUSE_PORT: 'on',
      SMTP_PORT: String(smtpPort),
      HTTP_PORT: String(httpPort),
      MAIL_HOST: `${node}.alias.localhost`,
      DATABASE_URL: database,
      NEXT_HOP: `smtp://127.0.0.1:${hop.port}`,
      OWNERSHIP: 'open',
    });
    await service.addresses();
    return service;
  };
  const [one, two] = await Promise.all([start('one'), start('two')]);
  const store = await openStore(database, { now: Date.now, log: SILENT });
  const made = await store.insertAlias({ alias_email: ALIAS, real_email: REAL });
  await store.close();
  if (made.kind !== 'created') throw new Error('the database was not empty');
  const anyone = async () => {
    const client = await SmtpClient.connect(smtpPort);
    own(() => client.destroy());
    const greeting = await client.reply();
    const node = NODES.find((name) => greeting.startsWith(`220 ${name}.`));
    if (node === undefined) throw new Error(`nobody's greeting: ${greeting}`);
    await client.say('EHLO client.test');
    return { client, node };
  };
  const client = async (node: Node) => {
    for (let i = 0; i < TRIES; i += 1) {
      const met = await anyone();
      if (met.node === node) return met.client;
      met.client.destroy();
    }
    throw new Error(`no connection has come to ${node}`);
  };
  const http = `http://127.0.0.1:${httpPort}`;
  const services = { one, two };
  return { hop, database, services, aliasId: made.alias.id, http, start, anyone, client };
}

/** A message with a text that identifies its copies. */
export function letter(text: string): string {
  return `From: ann@example.org\r\nMessage-ID: <${text}@example.org>\r\n\r\n${text}\r\n`;
}

/** Hands a message over. @returns the reply to its final dot */
export async function hand(client: SmtpClient, text: string): Promise<string> {
  await client.sayAll('MAIL FROM:<ann@example.org>', `RCPT TO:<${ALIAS}>`, 'DATA');
  return client.say(`${letter(text)}.`);
}

/** The number of copies of a message at the next hop. */
export function copies({ hop }: Pick<SharedPorts, 'hop'>, text: string): number {
  return hop.messages.filter(({ octets }) => octets.includes(`\r\n\r\n${text}\r\n`)).length;
}

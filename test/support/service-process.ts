/** The service as a process, with a small screen, in a separate folder and on ports chosen by the system. */

import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type After, tempFolder } from './temp-folder.ts';
import { openStore } from '#store/open.ts';
import { FakeNextHop } from './fake-next-hop.ts';
import { SILENT } from './silent-log.ts';
import { SmtpClient } from './smtp-client.ts';

/** The program: its argument is the folder of a built screen. */
export const SERVICE_MAIN = fileURLToPath(new URL('service-main.ts', import.meta.url));

const FREE_PORTS = { HTTP_PORT: '0', SMTP_PORT: '0', MAILBOX_PORT: '0', ADMIN_PORT: '0' };

/** A folder with a small copy of the screen's build. */
export function smallScreen(after: After): string {
  const folder = tempFolder(after);
  mkdirSync(join(folder, 'assets'));
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><script type="application/json" id="veilpost-config">{}</script><p>Form</p>',
  );
  writeFileSync(join(folder, 'csp.json'), '{"scriptHashes":[],"styleHashes":[]}');
  writeFileSync(join(folder, 'assets', 'app-1a2b.js'), 'export const a = 1;\n');
  return folder;
}

/** Tests do not use the machine's DNS: mail is not checked, and DNS queries get no answer. */
export const NO_DNS = { MAIL_CHECKS: 'off', DNS_SERVERS: '127.0.0.1:9' };

/** Addresses of a running service; `mailbox` is empty without one. */
export type Addresses = { http: string; smtpPort: number; mailbox: string; admin: string };

export type Ended = { code: number | null; out: string; err: string };

export class ServiceProcess {
  readonly #child: ChildProcess;
  readonly #adminHost: string;
  readonly #ended: Promise<Ended>;
  #out = '';
  #err = '';
  readonly #events = new EventEmitter();

  constructor(command: string[], folder: string, environment: Record<string, string>) {
    const [file = '', ...args] = command;
    this.#adminHost = /\badmin=([^,]+)/.exec(environment.HOST ?? '')?.[1] ?? '127.0.0.1';
    this.#child = spawn(file, args, {
      cwd: folder,
      env: { ...CHILD_ENVIRONMENT, ...FREE_PORTS, ...NO_DNS, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout?.on('data', (text) => {
      this.#out += String(text);
      this.#events.emit('more');
    });
    this.#child.stderr?.on('data', (text) => void (this.#err += String(text)));
    this.#ended = once(this.#child, 'close').then(([code]) => {
      this.#events.emit('more');
      return { code: typeof code === 'number' ? code : null, out: this.#out, err: this.#err };
    });
  }

  /** Starts the service in `folder`, which the test owns. @param through a program that starts it, with its arguments */
  static start(
    after: After,
    folder: string,
    environment: Record<string, string> = {},
    screen = smallScreen(after),
    through: readonly string[] = [],
  ): ServiceProcess {
    const service = new ServiceProcess(
      [...through, process.execPath, SERVICE_MAIN, screen],
      folder,
      environment,
    );
    after(() => service.kill());
    return service;
  }

  /** Waits until the addresses are printed; `admin` is on that of HOST. @throws if the process ends instead */
  async addresses(): Promise<Addresses> {
    const [, http = ''] = await this.written(/Screen +(http\S+)\n/);
    const [, smtp] = await this.written(/Mail server +smtp:\/\/\S+:(\d+)\n/);
    const [, port] = await this.written(/"adminPort":(\d+)/);
    await this.written(/npm run mail|veilpost doctor/);
    const mailbox = /Mailbox +(http\S+)\n/.exec(this.#out)?.[1] ?? '';
    return { http, smtpPort: Number(smtp), mailbox, admin: `http://${this.#adminHost}:${port}` };
  }

  /** Waits for a text on standard output. @throws if the process ends instead */
  async written(text: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = text.exec(this.#out);
      if (found) return found;
      this.assertRunning();
      await once(this.#events, 'more');
    }
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** @throws with its output if it has ended */
  assertRunning(): void {
    const { exitCode, signalCode } = this.#child;
    if (exitCode !== null || signalCode !== null)
      throw new Error(`ended: ${this.#err}${this.#out}`);
  }

  ended(): Promise<Ended> {
    return this.#ended;
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }
}

/** Of the developer's environment, for child processes of a test: the path to programs, and the variables of compile-cache.mjs. */
export const CHILD_ENVIRONMENT: Record<string, string> = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE', 'NODE_PRESERVE_SYMLINKS'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);

export const ALIAS = 'alias-4827@alias.localhost';

/**
 * The whole service as a process with one alias, and a fake next hop in this one.
 * @param environment in addition to the required settings @param through as of ServiceProcess.start
 */
export async function forwardingService(
  owner: { after: After },
  environment: Record<string, string> = {},
  through: readonly string[] = [],
) {
  const after = (cleanUp: () => Promise<void> | void) => owner.after(cleanUp);
  const hop = await FakeNextHop.during(after);
  const folder = tempFolder(after);
  const database = `sqlite:${join(folder, 'veilpost.sqlite')}`;
  const store = await openStore(database, { now: Date.now, log: SILENT });
  await store.insertAlias({ alias_email: ALIAS, real_email: 'jane@mailbox.test' });
  await store.close();
  const settings = {
    DATABASE_URL: database,
    NEXT_HOP: `smtp://127.0.0.1:${hop.port}`,
    OWNERSHIP: 'open',
    ...environment,
  };
  const service = ServiceProcess.start(after, folder, settings, smallScreen(after), through);
  const { http, smtpPort, admin } = await service.addresses();
  /** A client that has said EHLO. */
  const client = () => SmtpClient.during(after, smtpPort);
  return { hop, service, pid: service.pid, http, admin, smtpPort, client };
}

/** The latest mail to an address in the try-out mailbox, once there is one. */
export async function latestMail({ mailbox }: Addresses, to: string): Promise<string> {
  for (;;) {
    const list = await (await fetch(mailbox)).text();
    const mail = list.split('<li>').find((item) => item.includes(`>${to}<`));
    const path = /href="(\/mail\/[^"/]+)"/.exec(mail ?? '')?.[1];
    if (path !== undefined) return (await fetch(new URL(path, mailbox))).text();
    await pause(10);
  }
}

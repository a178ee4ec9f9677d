/** The service under test, as a process that can be killed and started again at the same port. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { openStore } from '#store/open.ts';
import { FakeNextHop } from '#support/fake-next-hop.ts';
import { freePort } from '#support/loopback.ts';
import { NO_DNS, smallScreen } from '#support/service-process.ts';
import { SILENT } from '#support/silent-log.ts';
import { type After, peerFolder } from './folder.ts';
import { Daemon } from './program.ts';
import { makeCertificate } from './servers/mail-server.ts';

const MAIN = fileURLToPath(new URL('../support/service-main.ts', import.meta.url));
export const ALIAS_DOMAIN = 'alias.test';

export type EngineOptions = {
  /** The relay for all mail: a port of this machine, or `host:port`. */
  nextHop: number | string;
  /** The aliases: alias -> real address. */
  aliases?: Record<string, string>;
  /** It offers STARTTLS. */
  isSecured?: boolean;
  /** Additional variables. */
  environment?: Record<string, string>;
};

export class Engine {
  readonly port: number;
  /** The address of the screen. */
  readonly site: string;
  readonly #adminPort: number;
  readonly #folder: string;
  readonly #certificate: string;
  readonly #screen: string;
  readonly #environment: NodeJS.ProcessEnv;
  #process: Daemon | undefined;

  private constructor(
    after: After,
    ports: { smtp: number; http: number; admin: number },
    options: EngineOptions,
  ) {
    const { nextHop } = options;
    this.port = ports.smtp;
    this.site = `http://127.0.0.1:${ports.http}`;
    this.#adminPort = ports.admin;
    this.#folder = peerFolder(after);
    this.#certificate = join(this.#folder, 'certificate.pem');
    this.#screen = smallScreen(after);
    this.#environment = {
      PATH: process.env.PATH,
      HTTP_PORT: String(ports.http),
      ADMIN_PORT: String(ports.admin),
      SMTP_PORT: String(ports.smtp),
      ALIAS_DOMAINS: ALIAS_DOMAIN,
      DATABASE_URL: `sqlite:${join(this.#folder, 'veilpost.sqlite')}`,
      NEXT_HOP: `smtp://${typeof nextHop === 'string' ? nextHop : `127.0.0.1:${nextHop}`}`,
      OWNERSHIP: 'open',
      ...NO_DNS,
      OPERATOR_EMAIL: 'operator@mailbox.test',
      ...(options.isSecured && { TLS_CERT: this.#certificate, TLS_KEY: this.#certificate }),
      ...options.environment,
    };
  }

  static async start(after: After, options: EngineOptions): Promise<Engine> {
    const engine = new Engine(
      after,
      { smtp: await freePort(), http: await freePort(), admin: await freePort() },
      options,
    );
    after(() => engine.#process?.end());
    if (options.isSecured) await makeCertificate(engine.#certificate, `mx.${ALIAS_DOMAIN}`);
    await engine.#addAliases(options.aliases ?? {});
    await engine.restart();
    return engine;
  }

  /** One whose relay is a fake next hop. */
  static async withHop(after: After, options: Omit<EngineOptions, 'nextHop'>) {
    const hop = await FakeNextHop.during(after);
    const engine = await Engine.start(after, { nextHop: hop.port, ...options });
    /** The first message that arrives: an email of the engine. */
    const letter = async () => {
      await hop.until(() => hop.messages.length === 1);
      return hop.messages[0]?.octets.toString() ?? '';
    };
    return { hop, engine, letter };
  }

  /** Starts the process, which must have ended. */
  async restart(): Promise<void> {
    const how = { cwd: this.#folder, env: this.#environment };
    const started = Daemon.start(process.execPath, [MAIN, this.#screen], how);
    this.#process = started;
    await started.ready(() => started.output().includes('Mail server'));
  }

  /** Kills the process at once, in any state. */
  async kill(): Promise<void> {
    await this.#process?.signal('SIGKILL');
  }

  /** Asks the process to shut down. @returns its exit code */
  async terminate(): Promise<number | null> {
    return (await this.#process?.signal('SIGTERM')) ?? null;
  }

  /** The value of a metric without labels. */
  async metric(name: string): Promise<number> {
    const metrics = await (await fetch(`http://127.0.0.1:${this.#adminPort}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
  }

  /** The number of entries in the ledger. */
  ledgerRows(): number {
    using database = new DatabaseSync(`${this.#folder}/veilpost.sqlite`, { readOnly: true });
    return Number(database.prepare('SELECT count(*) AS rows FROM ledger').get()?.rows);
  }

  async #addAliases(aliases: Record<string, string>): Promise<void> {
    const database = this.#environment.DATABASE_URL ?? '';
    const store = await openStore(database, { now: Date.now, log: SILENT });
    for (const [alias_email, real_email] of Object.entries(aliases)) {
      await store.insertAlias({ alias_email, real_email });
    }
    await store.close();
  }
}

/** One of several nodes on one database with a balancer: killed or shut down, and started again at the same ports. */

import { freePort } from '#support/loopback.ts';
import { ServiceProcess, smallScreen } from '#support/service-process.ts';
import { type After, peerFolder } from '../folder.ts';
import type { Ports } from '../servers/haproxy.ts';
import { until } from '../program.ts';

export class Node implements Ports {
  readonly smtp: number;
  readonly http: number;
  readonly #start: () => ServiceProcess;
  #service: ServiceProcess;

  private constructor(ports: Ports, start: () => ServiceProcess) {
    this.smtp = ports.smtp;
    this.http = ports.http;
    this.#start = start;
    this.#service = start();
  }

  /** @param environment database, next hop and the other settings that all nodes share */
  static async start(after: After, environment: Record<string, string>): Promise<Node> {
    const [folder, screen] = [peerFolder(after), smallScreen(after)];
    const ports = { smtp: await freePort(), http: await freePort() };
    const settings = {
      OWNERSHIP: 'open',
      RATE_LIMITS: 'off',
      SMTP_PORT: String(ports.smtp),
      HTTP_PORT: String(ports.http),
      TRUSTED_PROXIES: '127.0.0.1,protocol=both',
      ...environment,
    };
    const node = new Node(ports, () => ServiceProcess.start(after, folder, settings, screen));
    await node.#service.addresses();
    return node;
  }

  /** Kills the process at once, in any state, and starts the next one. */
  async kill(): Promise<void> {
    await this.#service.kill();
    await this.#restart();
  }

  /** Asks the process to shut down, and starts the next one. @returns the exit code of the first */
  async terminate(): Promise<number | null> {
    this.#service.signal('SIGTERM');
    const { code } = await this.#service.ended();
    await this.#restart();
    return code;
  }

  /** @throws if the process has ended by itself */
  assertRunning(): void {
    this.#service.assertRunning();
  }

  async #restart(): Promise<void> {
    this.#service = this.#start();
    await this.#service.addresses();
  }

  /** Waits until the balancer has sent this process mail and visitors, and it has answered both. */
  async takesPart(): Promise<void> {
    const { admin } = await this.#service.addresses();
    await until('the node takes part again', async () => {
      const metrics = await (await fetch(`${admin}/metrics`)).text();
      return (
        /^veilpost_mails_total\{verdict="accepted"\S* [1-9]/m.test(metrics) &&
        /^veilpost_http_request_seconds_count\{call="create"\S* [1-9]/m.test(metrics)
      );
    });
  }
}

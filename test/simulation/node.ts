/** A node: the real engine and store in a simulated process. */

import { readConfig } from '#app/config/config.ts';
import type { Surroundings } from '#app/surroundings.ts';
import { ConfigError } from '#app/config/fault.ts';
import type { Log } from '#app/observe/log.ts';
import { type MailEngine, startMailEngine } from '#app/mail-engine.ts';
import type { MailLoad } from '#app/observe/mail-metrics.ts';
import { createMetrics, type Metrics } from '#app/observe/metrics.ts';
import type { Resolve } from '#mail/dns/answer.ts';
import { NO_POLICIES } from '#mail/smtp/send/tls/sts-policies.ts';
import type { Store } from '#store/store.ts';
import { Registry } from 'prom-client';
import { ALIAS_DOMAIN, farAddress, LIST, SECRET } from './models/addresses.ts';
import type { Network } from './network/network.ts';
import { hasReplies, type Plan } from './plan.ts';
import type { Process } from './world/process.ts';
import { EPOCH } from './world/world.ts';

/** The interval at which src/app/regular-work.ts writes the history. */
const HISTORY_MS = 10_000;
const DAY_MS = 86_400_000;

/** Greatest size of a message, in octets. */
export const MOST_OCTETS = 4_194_304;

export type NodeOptions = {
  process: Process;
  network: Network;
  /** Of this node in the network. */
  address: string;
  random: () => number;
  openStore: () => Store;
  plan: Plan;
  /** A message has arrived for an unconfirmed alias. */
  onUnconfirmed: (realEmail: string) => void;
  openRequests: Surroundings['openRequests'];
  /** Files with its certificate; undefined: without STARTTLS. */
  certificate: { cert: string; key: string } | undefined;
  dns: { resolve: Resolve; close: () => void };
  /** It has shut down gracefully, and so many timers are left. */
  onEnd: (timers: number) => void;
  /** One of our errors, or one of the store. */
  onFault: (error: unknown) => void;
};

export class Node {
  readonly process: Process;
  readonly #options: NodeOptions;
  #engine: MailEngine | undefined;
  #store: Store | undefined;
  #cancelHistory: () => void = () => {};
  /** It was shut down gracefully. */
  isEnded = false;

  constructor(options: NodeOptions) {
    this.#options = options;
    this.process = options.process;
  }

  get isReady(): boolean {
    return this.#engine !== undefined;
  }

  get load(): MailLoad | undefined {
    return this.#engine?.load();
  }

  /** Starts it with its process's next turn. */
  start(): void {
    this.process.event(() => void this.#start());
  }

  /** The owner switches an alias by this node. */
  async owner(change: (store: Store) => Promise<unknown>, alias: string): Promise<void> {
    const [store, engine] = [this.#store, this.#engine];
    if (store === undefined || engine === undefined) throw new Error('the node has not started');
    await change(store);
    const found = await store.aliasByAddress(alias);
    if (found) engine.switched(found.alias);
  }

  /** Sends an email. @returns the outcome */
  async letter(to: string, code: string): Promise<string> {
    if (this.#engine === undefined) throw new Error('the node has not started');
    const letter = { to, site: 'https://veilpost.test', kind: 'reauthentication', code } as const;
    return (await this.#engine.sendLetter(letter, `k${code}`)).kind;
  }

  /** Sends a visitor's test message. @returns the outcome */
  async testMail(alias: string, subject: string): Promise<string> {
    const found = await this.#store?.aliasByAddress(alias);
    if (found === undefined || this.#engine === undefined) return 'deferred';
    return (await this.#engine.sendTestMail(found.alias, subject, 'Hello')).delivery.kind;
  }

  /** Shuts it down gracefully, as at SIGTERM. Resolves when everything is closed. */
  async close(): Promise<void> {
    await this.#engine?.close();
    this.#cancelHistory();
    await this.#store?.close();
    this.#options.dns.close();
    await new Promise(setImmediate);
    const timers = [...this.process.timers].filter(({ isIdle }) => !isIdle);
    this.#options.onEnd(timers.length);
    this.isEnded = true;
    this.process.die('in order');
  }

  async #start(): Promise<void> {
    const { process, network, address, random, openStore, plan, dns, onFault } = this.#options;
    const store = openStore();
    this.#store = store;
    const config = configWith(this.#options);
    this.#engine = await startMailEngine(
      {
        config,
        store,
        target: plan.hasRelay
          ? { kind: 'relay', host: farAddress(0), port: 25, tls: 'opportunistic' }
          : { kind: 'mx' },
        resolve: dns.resolve,
        secrets: [SECRET],
        signing: () => undefined,
        policies: NO_POLICIES,
        switchOff: () => undefined,
        letterBounced: async () => {},
        ownership: plan.ownership
          ? { mode: 'confirmed', since: plan.ownership === 'grace' ? EPOCH - DAY_MS : 0 }
          : { mode: 'open', since: undefined },
        metrics: metricsOf(),
        log: logTo((error) => process.alive && onFault(error)),
      },
      {
        clock: process.clock,
        random,
        connect: network.connectOf(process, address),
        createServer: network.createServerOf(process, address),
        openRequests: this.#options.openRequests,
        ownAddresses: () => [address],
        descriptorLimit: () => Infinity,
      },
    );
    this.#engine.onUnconfirmed(this.#options.onUnconfirmed);
    const writeHistory = () => {
      this.#cancelHistory = process.clock.after(HISTORY_MS, () => {
        void this.#engine?.writeHistory();
        writeHistory();
      });
    };
    writeHistory();
  }
}

function configWith({ plan, certificate }: NodeOptions) {
  const { isGuarded, room } = plan;
  const REPLIES = hasReplies(plan) ? 'on' : 'off';
  const config = readConfig({
    NEXT_HOP: 'mx:',
    OWNERSHIP: 'open',
    HISTORY: 'on',
    MAIL_CHECKS: isGuarded ? 'on' : REPLIES,
    ...(isGuarded && { FILTER: 'http://filter.test:11333', DNS_LISTS: LIST }),
    REPLIES,
    ALIAS_DOMAINS: ALIAS_DOMAIN,
    MAX_MESSAGE_BYTES: String(MOST_OCTETS),
    RATE_LIMITS: 'on',
    ...(certificate && { TLS_CERT: certificate.cert, TLS_KEY: certificate.key }),
  });
  if (config instanceof ConfigError) throw config;
  // The engine keeps a part of it for buffers.
  return { ...config, maxInflightBytes: room + 16_777_216 };
}

/** Counts nothing; only its own gauges are new for each node. */
const counting = createMetrics();
const metricsOf = (): Metrics => ({ ...counting, registry: new Registry() });

/** Our errors are logged as warnings, or higher. */
function logTo(onFault: (error: unknown) => unknown): Log {
  const line = (fields: { err?: unknown }, words: string) => {
    if (fields.err !== undefined) onFault(fields.err);
    else if (words.includes('fault')) onFault(new Error(words));
  };
  const log = { debug: () => {}, info: () => {}, warn: line, error: line };
  // The engine's log has more methods, which it does not use.
  return Object.assign(Object.create(null), log);
}

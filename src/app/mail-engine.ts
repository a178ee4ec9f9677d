/** Joins the mail rooms: receiver -> forwarder -> next hop, or the try-out mailbox in its place. */

import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import type { Resolve } from '#mail/dns/answer.ts';
import type { Decision } from '#mail/copy/author-policy.ts';
import { Forwarder } from '#mail/forward/forwarder.ts';
import type { ForwarderOptions } from '#mail/forward/forwarder-options.ts';
import type { Delivery } from '#mail/smtp/delivery.ts';
import { DEFAULT_LIMITS } from '#mail/smtp/receive/limits.ts';
import { type CreateServer, Receiver } from '#mail/smtp/receive/receiver.ts';
import { createNextHop } from '#mail/smtp/send/route/create-next-hop.ts';
import type { NextHop } from '#mail/smtp/send/route/next-hop.ts';
import type { Target } from '#mail/smtp/send/route/target.ts';
import type { Judgement } from '#mail/trust/inspection.ts';
import { type Clock, systemClock } from '#time/clock.ts';
import { addressBlock } from '#rules/address-block.ts';
import type { Ownership } from '#rules/ownership.ts';
import type { Store } from '#store/store.ts';
import { Certificate } from './net/certificate.ts';
import type { Config } from './config/config.ts';
import { listenForMail, listenOnLoopback } from './net/listen.ts';
import { reachable } from './config/listen-address.ts';
import type { Log } from './observe/log.ts';
import { messageGarbage } from '#runtime/message-garbage.ts';
import { faultLog } from './observe/fault-log.ts';
import type { Check } from './observe/health.ts';
import { type Metrics, watch } from './observe/metrics.ts';
import { NextHopWatch } from './observe/next-hop-watch.ts';
import { relayProbe } from './observe/relay-probe.ts';
import { connectFrom } from './net/outgoing.ts';
import { ownAddresses } from './net/own-addresses.ts';
import { proxiesOf } from './net/proxies.ts';

/** Part of the memory for messages that one address block may hold. */
const BLOCK_SHARE = 0.5;
/** Part of that memory, in octets, for the buffers in which messages come in, until they are collected. */
const BUFFERS = 16_777_216;

/** An alias that another process has switched off passes no longer than this, in milliseconds. */
const CACHE_MS = 1000;

/** The world outside of the process. A simulation has another one (test/simulation). */
export type Surroundings = {
  clock: Clock;
  /** Uniform in [0, 1). */
  random: () => number;
  connect: (to: NetConnectOpts) => Socket;
  createServer: CreateServer;
  /** The addresses of this machine that others can reach. */
  ownAddresses: () => readonly string[];
};

const THIS_MACHINE: Surroundings = {
  clock: systemClock,
  random: Math.random,
  connect,
  createServer,
  ownAddresses,
};

export type MailEngineOptions = {
  config: Config;
  store: Store;
  /** The next hop of all mail. */
  target: Target;
  resolve: Resolve;
  /** The root secret, and behind it earlier ones. */
  secrets: readonly string[];
  /** The key of our signatures. */
  signing: ForwarderOptions['signing'];
  /** An https address at which a POST switches an alias off; undefined: there is none. */
  switchOff: ForwarderOptions['switchOff'];
  letterBounced: ForwarderOptions['letterBounced'];
  /** Whether an alias forwards before its address was confirmed. */
  ownership: Ownership;
  unconfirmedReached: ForwarderOptions['unconfirmedReached'];
  metrics: Metrics;
  log: Log;
};

export type MailLoad = {
  octets: number;
  connections: number;
  /** Messages that wait for memory, for a connection, and for their retry. */
  waiting: { room: number; slot: number; retry: number };
  nextHop: { busy: number; idle: number };
};

export type MailEngine = {
  smtpPort: number;
  /** An address at which the connections of this machine reach this process and no other. */
  own: { host: string; port: number };
  sendTestMail: Forwarder['sendTestMail'];
  switched: Forwarder['switched'];
  sendLetter: Forwarder['sendLetter'];
  writeHistory: Forwarder['writeHistory'];
  writeFullHistory: Forwarder['writeFullHistory'];
  lastArrivals: Forwarder['lastArrivals'];
  /** Whether mail finds its next hop. */
  nextHopWorks: Check;
  /** The mail in it now: octets in memory, and messages and connections by their state. */
  load(): MailLoad;
  /** Reads the files of the certificate again, where there are any. */
  readCertificate(): void;
  /** Stops accepting, lets mail in flight end, and resolves when all of it has its verdict. */
  close(): Promise<void>;
};

/** Where it cannot start nothing of it is left open. @throws Fault where the port or the certificate cannot be used */
export async function startMailEngine(
  options: MailEngineOptions,
  surroundings: Surroundings = THIS_MACHINE,
): Promise<MailEngine> {
  const { config, store, target, metrics, log } = options;
  const { clock, random } = surroundings;
  const { ofMessages } = metrics;
  const certificate = config.tls && new Certificate(config.tls, clock.now, log);
  const onFault = faultLog(log, 'a mail met an error of ours', clock.now);
  const connecting = {
    hostname: config.mailHost,
    connect: connectFrom(config.outgoingAddresses, surroundings.connect),
    clock,
  };
  const probe = target.kind === 'relay' ? relayProbe(target, connecting) : async () => {};
  const nextHopWatch = new NextHopWatch(target, probe, clock.now);
  const nextHop = nextHopWatch.watch(
    createNextHop({
      ...connecting,
      target,
      resolve: options.resolve,
      random,
      log,
      ownAddresses: surroundings.ownAddresses(),
      onStage: (stage, ms) =>
        ofMessages.add(() => metrics.deliverySeconds.observe({ stage }, ms / 1000)),
    }),
  );
  const forwarder = new Forwarder({
    space: config.names,
    store,
    nextHop,
    hostname: config.mailHost,
    bounceDomain: config.bounceDomain,
    operator: config.operatorEmail,
    secrets: options.secrets,
    cacheMs: store.isNear ? 0 : CACHE_MS,
    limits: config.rateLimits,
    clock,
    random,
    observe: (delivery) => {
      const { code, enhanced } = delivery.reply;
      const verdict = verdictOf(delivery);
      ofMessages.add(() => metrics.mails.inc({ verdict, code: String(code), enhanced }));
    },
    log,
    logMail: config.logMail,
    onCopy: () => metrics.copies.inc(),
    checks: checksOf(options),
    replies: repliesOf(config, metrics),
    onReply: (outcome, reason) => metrics.replies.inc({ outcome, reason: reason ?? '' }),
    signing: options.signing,
    switchOff: options.switchOff,
    onJudged: (judgement, decision) => countJudged(judgement, decision, metrics),
    onSignature: (kind, result) => ofMessages.add(() => metrics.signatures.inc({ kind, result })),
    letterBounced: options.letterBounced,
    ownership: options.ownership,
    history: config.history ? store.history : undefined,
    unconfirmedReached: options.unconfirmedReached,
    onFault,
  });
  const { smtp: isProxy } = proxiesOf(config);
  const unlimited = { connectionsPerBlock: Number.POSITIVE_INFINITY };
  const receiver = new Receiver({
    hostname: config.mailHost,
    policy: forwarder.policy,
    clock,
    createServer: surroundings.createServer,
    limits: { messageOctets: config.maxMessageBytes, ...(!config.rateLimits && unlimited) },
    inFlight: roomForMessages(config),
    onGarbage: messageGarbage(),
    blockOf: addressBlock,
    ...(isProxy && { isProxy }),
    onRecipient: ({ code }) => ofMessages.add(() => metrics.recipients.inc({ code: String(code) })),
    onEnd: ({ code, enhanced }) =>
      ofMessages.add(() => metrics.smtpEnded.inc({ code: String(code), enhanced })),
    ...(certificate && { secureContext: certificate.current }),
    onFault,
  });
  const load = () => loadOf(receiver, nextHop);
  watchMail(load, metrics);
  watch(
    metrics,
    'veilpost_certificate_not_after_timestamp_seconds',
    'End of the certificate for STARTTLS, in seconds since 1970; NaN where there is none.',
    () => certificate?.notAfter() ?? Number.NaN,
  );
  watch(
    metrics,
    'veilpost_inflight_limit_octets',
    'Most octets that all messages in memory may have together.',
    () => roomForMessages(config).octets,
  );
  await using started = new AsyncDisposableStack();
  started.defer(async () => {
    nextHop.endRetries();
    await receiver.close();
    await forwarder.close();
    await forwarder.writeHistory();
    await nextHop.close();
  });
  const { smtpHost: host, smtpPort: port, reusePort } = config;
  const smtpPort = await listenForMail(receiver, { host, port, variable: 'SMTP_PORT', reusePort });
  const own = await ownAddress(receiver, config, smtpPort);
  const all = started.move();
  return {
    smtpPort,
    own,
    sendTestMail: (alias, subject, message) => forwarder.sendTestMail(alias, subject, message),
    switched: (alias) => forwarder.switched(alias),
    sendLetter: (letter, key) => forwarder.sendLetter(letter, key),
    writeHistory: () => forwarder.writeHistory(),
    writeFullHistory: () => forwarder.writeFullHistory(),
    lastArrivals: (aliasId) => forwarder.lastArrivals(aliasId),
    nextHopWorks: nextHopWatch.check,
    load,
    readCertificate: () => certificate?.read(),
    close: () => all.disposeAsync(),
  };
}

/** A message of the largest size must fit, however little room there is, and its header once more while it is judged. */
function roomForMessages({ maxInflightBytes, maxMessageBytes, rateLimits, trust }: Config) {
  const judged = trust.checks ? DEFAULT_LIMITS.headerOctets : 0;
  const largest = maxMessageBytes + judged;
  const octets = Math.max(maxInflightBytes - BUFFERS, largest);
  return { octets, blockShare: rateLimits ? Math.max(BLOCK_SHARE, largest / octets) : 1 };
}

function checksOf({ config, resolve }: MailEngineOptions): ForwarderOptions['checks'] {
  const { checks, seal, trustedSealers } = config.trust;
  return checks ? { seal, trustedSealers, resolve } : undefined;
}

function repliesOf({ replies }: Config, metrics: Metrics): ForwarderOptions['replies'] {
  const { on, proof, body } = replies;
  const onGuarded = (seconds: number) => metrics.replyGuardSeconds.observe(seconds);
  return on ? { proof, body, onGuarded } : undefined;
}

/** No label holds text from outside. */
function countJudged(
  { spf, dkim, dmarc, arc }: Judgement,
  { kind, rule }: Decision,
  metrics: Metrics,
): void {
  const results = [
    { check: 'spf', result: spf.result },
    ...dkim.map(({ result }) => ({ check: 'dkim', result })),
    { check: 'dmarc', result: dmarc.result },
    { check: 'arc', result: arc.result },
  ];
  metrics.ofMessages.add(() => {
    for (const result of results) metrics.checks.inc(result);
    metrics.decisions.inc({ decision: kind, reason: String(rule) });
  });
}

/**
 * On a shared port the system chooses the process that a health check asks: there each process has a port of its own.
 */
async function ownAddress(
  receiver: Receiver,
  { smtpHost, reusePort }: Config,
  smtpPort: number,
): Promise<MailEngine['own']> {
  if (!reusePort) return { host: reachable(smtpHost), port: smtpPort };
  return listenOnLoopback(receiver, 'REUSE_PORT');
}

function loadOf({ inFlightOctets, connections, waiting }: Receiver, nextHop: NextHop): MailLoad {
  const { busy, idle, waiting: slot } = nextHop.connections;
  return {
    octets: inFlightOctets,
    connections,
    waiting: { room: waiting, slot, retry: nextHop.held },
    nextHop: { busy, idle },
  };
}

function watchMail(load: () => MailLoad, metrics: Metrics): void {
  const gauge = (name: string, help: string, value: (now: MailLoad) => number) =>
    watch(metrics, name, help, () => value(load()));
  gauge('veilpost_inflight_octets', 'Octets of all messages in memory.', ({ octets }) => octets);
  gauge(
    'veilpost_smtp_connections',
    'SMTP connections that are open.',
    ({ connections }) => connections,
  );
  gauge(
    'veilpost_next_hop_connections_busy',
    'Connections to next hops that carry a message, or are being made for one.',
    ({ nextHop }) => nextHop.busy,
  );
  gauge(
    'veilpost_next_hop_connections_idle',
    'Connections to next hops that rest for the next message.',
    ({ nextHop }) => nextHop.idle,
  );
}

/** A delivery in doubt is deferred too, and may arrive twice: operators see how many there are. */
export function verdictOf(delivery: Delivery): Delivery['kind'] | 'unknown' {
  return delivery.kind === 'deferred' && delivery.unknown === true ? 'unknown' : delivery.kind;
}

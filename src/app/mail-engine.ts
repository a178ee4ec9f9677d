/** Joins the rooms of mail: receiver -> forwarder -> next hop (or the try-out mailbox). */

import type { Resolve } from '#mail/dns/answer.ts';
import { Forwarder } from '#mail/forward/forwarder.ts';
import type {
  FeatureSettings,
  ForwarderObservers,
  ForwarderOptions,
} from '#mail/forward/forwarder-options.ts';
import { DEFAULT_LIMITS } from '#mail/smtp/receive/limits.ts';
import { Receiver, type ReceiverOptions } from '#mail/smtp/receive/receiver.ts';
import { createNextHop, type NextHopOptions } from '#mail/smtp/send/route/create-next-hop.ts';
import type { NextHop } from '#mail/smtp/send/route/next-hop.ts';
import type { Target } from '#mail/smtp/send/route/target.ts';
import { addressBlock } from '#rules/address-block.ts';
import type { Ownership } from '#rules/ownership.ts';
import { Certificate } from './net/certificate.ts';
import { type Config, knowsSenders } from './config/config.ts';
import { createFiltering, type Filtering } from './filtering.ts';
import { connectionsWithin } from './net/descriptors.ts';
import { listenForMail, listenOnLoopback } from './net/listen.ts';
import { reachable } from './config/listen-address.ts';
import { messageGarbage } from '#runtime/garbage.ts';
import { faultLog } from './observe/fault-log.ts';
import type { HealthCheck } from './observe/health.ts';
import { countForwarding, type MailLoad, watchMail } from './observe/mail-metrics.ts';
import type { Metrics } from './observe/metrics.ts';
import { NextHopWatch, relayProbe } from './observe/next-hop-watch.ts';
import { asksTlsa } from './net/dane.ts';
import { proxiesOf } from './net/proxies.ts';
import type { SharedParts } from './config/shared-parts.ts';
import { nextHopOptions } from './start-next-hop.ts';
import { type Surroundings, THIS_MACHINE } from './surroundings.ts';

/** The share of the memory for messages that one address block may use. */
const BLOCK_SHARE = 0.5;
/** The part of that memory, in octets, for the buffers of incoming messages, until they are collected. */
const BUFFERS = 16_777_216;

/** Another process may switch an alias off; this process forwards for it at most this long, in milliseconds. */
const CACHE_MS = 1000;

export type MailEngineOptions = SharedParts & {
  /** The next hop of all mail. */
  target: Target;
  resolve: Resolve;
  /** The policies that recipients' domains publish for their servers. */
  policies: NonNullable<NextHopOptions['policies']>;
  /** Counts for reports on TLS; undefined: none are written. */
  onTlsSession?: NextHopOptions['onTlsSession'];
  /** The key that signs. */
  signing: ForwarderOptions['signing'];
  /** An https address at which a POST switches an alias off; undefined: none. */
  switchOff: FeatureSettings['switchOff'];
  letterBounced: ForwarderObservers['letterBounced'];
  /** Whether an alias forwards before its address is confirmed. */
  ownership: Ownership;
};

export type MailEngine = Awaited<ReturnType<typeof startMailEngine>>;

/** If it cannot start, it leaves nothing open. @throws Fault if the port or the certificate cannot be used */
export async function startMailEngine(
  options: MailEngineOptions,
  surroundings: Surroundings = THIS_MACHINE,
) {
  const { config, metrics, log } = options;
  const { now } = surroundings.clock;
  const certificate = config.tls && new Certificate(config.tls, surroundings.clock, log);
  const onFault = faultLog(log, now);
  const filtering = await createFiltering(options, surroundings);
  const { nextHop, nextHopWorks } = openNextHop(options, surroundings);
  // SMTP opens before a letter can be sent: what is reported until then, the next message reports again.
  let onUnconfirmed: ForwarderObservers['unconfirmedReached'] = () => {};
  const unconfirmedReached = (realEmail: string) => onUnconfirmed(realEmail);
  const parts = { nextHop, filtering, unconfirmedReached };
  const forwarder = new Forwarder(forwarderOptions(options, surroundings, parts, onFault));
  const room = roomForMessages(config);
  const receiver = new Receiver({
    ...receiverOptions(options, surroundings, onFault),
    policy: forwarder.policy,
    inFlight: room,
    ...(certificate && { secureContext: certificate.current }),
  });
  const load = () => loadOf(receiver, nextHop);
  watchMail(metrics, load, room.octets, () => certificate?.notAfter() ?? Number.NaN);
  await using started = new AsyncDisposableStack();
  started.defer(async () => {
    nextHop.endRetries();
    await receiver.close();
    await forwarder.close();
    await forwarder.writeHistory();
    await nextHop.close();
    filtering.close();
  });
  const { smtpHost: host, smtpPort: port, reusePort } = config;
  const smtpPort = await listenForMail(receiver, { host, port, variable: 'SMTP_PORT', reusePort });
  const own = await ownAddress(receiver, config, smtpPort);
  const all = started.move();
  return {
    smtpPort,
    /** An address at which connections from this machine reach this process only. */
    own,
    sendTestMail: forwarder.sendTestMail.bind(forwarder),
    switched: forwarder.switched.bind(forwarder),
    sendLetter: forwarder.sendLetter.bind(forwarder),
    replyAddresses: forwarder.replyAddresses,
    writeHistory: forwarder.writeHistory.bind(forwarder),
    writeFullHistory: forwarder.writeFullHistory.bind(forwarder),
    lastArrivals: forwarder.lastArrivals.bind(forwarder),
    senderNames: forwarder.senderNames,
    /** Calls this for each message to an alias that is not confirmed yet, with its real address. */
    onUnconfirmed(listener: typeof onUnconfirmed) {
      onUnconfirmed = listener;
    },
    /** Whether mail reaches its next hop. */
    nextHopWorks,
    /** The mail in it now: octets in memory, and messages and connections by state. */
    load,
    /** Reloads the files of the certificate, if any. */
    readCertificate: () => certificate?.read(),
    /** Stops accepting, lets mail in flight finish, and resolves when each message has its verdict. */
    close: () => all.disposeAsync(),
  };
}

/** The next hop, and a check whether mail reaches it. */
function openNextHop(
  options: MailEngineOptions,
  surroundings: Surroundings,
): { nextHop: NextHop; nextHopWorks: HealthCheck } {
  const { config, target, policies, onTlsSession, metrics } = options;
  const common = nextHopOptions(options, surroundings);
  const probe = target.kind === 'relay' ? relayProbe(target, common) : async () => {};
  const watched = new NextHopWatch(target, probe, surroundings.clock.now);
  const nextHop = createNextHop({
    ...common,
    dane: asksTlsa(config),
    policies,
    onTlsSession,
    onProof: (proof, result) => metrics.ofMessages.add(() => metrics.tls.inc({ proof, result })),
    onStage: (stage, ms) =>
      metrics.ofMessages.add(() => metrics.deliverySeconds.observe({ stage }, ms / 1000)),
  });
  return { nextHop: watched.watch(nextHop), nextHopWorks: watched.check };
}

type EngineParts = Pick<ForwarderObservers, 'unconfirmedReached'> & {
  nextHop: NextHop;
  filtering: Filtering;
};

function forwarderOptions(
  options: MailEngineOptions,
  { clock, random }: Surroundings,
  { nextHop, filtering, unconfirmedReached }: EngineParts,
  onFault: (error: unknown) => void,
): ForwarderOptions {
  const { config, store, metrics } = options;
  return {
    space: config.names,
    store,
    nextHop,
    hostname: config.mailHost,
    bounceDomain: config.bounceDomain,
    operator: config.operatorEmail,
    secrets: options.secrets,
    ownership: options.ownership,
    signing: options.signing,
    clock,
    random,
    log: options.log,
    logMail: config.logMail,
    limits: { apply: config.rateLimits, cacheMs: store.isEmbedded ? 0 : CACHE_MS },
    features: {
      dnsLists: filtering.dnsLists,
      filter: filtering.filter,
      replyFilter: filtering.replyFilter,
      checks: checksOf(options),
      replies: repliesOf(config, metrics),
      history: config.history ? store.history : 'off',
      senders: knowsSenders(config) ? store.senders : 'off',
      switchOff: options.switchOff,
    },
    observers: {
      ...countForwarding(metrics),
      letterBounced: options.letterBounced,
      unconfirmedReached,
      async complained(alias, at) {
        metrics.complaints.inc();
        if (alias !== undefined) await store.complaints.add(alias, at);
      },
      onFault,
    },
  };
}

/** The options that follow from the settings; the engine adds its policy, its memory and its certificate. */
function receiverOptions(
  { config, metrics, log }: MailEngineOptions,
  { clock, createServer: create, descriptorLimit }: Surroundings,
  onFault: (error: unknown) => void,
): Omit<ReceiverOptions, 'policy' | 'inFlight' | 'secureContext'> {
  const { ofMessages } = metrics;
  const { smtp: isProxy } = proxiesOf(config);
  const unlimited = { connectionsPerBlock: Number.POSITIVE_INFINITY };
  const connections = connectionsWithin(descriptorLimit(), DEFAULT_LIMITS.connections, log);
  return {
    hostname: config.mailHost,
    clock,
    createServer: create,
    limits: {
      messageOctets: config.maxMessageBytes,
      connections,
      ...(!config.rateLimits && unlimited),
    },
    onGarbage: messageGarbage(),
    blockOf: addressBlock,
    ...(isProxy && { isProxy }),
    onRecipient: ({ code }) => ofMessages.add(() => metrics.recipients.inc({ code: String(code) })),
    onEnd: ({ code, enhanced }) =>
      ofMessages.add(() => metrics.smtpEnded.inc({ code: String(code), enhanced })),
    onFault,
  };
}

/** A message of the largest size must fit even if little memory is free, and its header again while it is judged. */
function roomForMessages({ maxInflightBytes, maxMessageBytes, rateLimits, trust }: Config) {
  const judged = trust.checks ? DEFAULT_LIMITS.headerOctets : 0;
  const largest = maxMessageBytes + judged;
  const octets = Math.max(maxInflightBytes - BUFFERS, largest);
  return { octets, blockShare: rateLimits ? Math.max(BLOCK_SHARE, largest / octets) : 1 };
}

function checksOf({ config, resolve }: MailEngineOptions): FeatureSettings['checks'] {
  const { checks, trustedSealers } = config.trust;
  return checks ? { trustedSealers, resolve } : 'off';
}

function repliesOf({ replies }: Config, metrics: Metrics): FeatureSettings['replies'] {
  const { on, proof } = replies;
  const onGuarded = (seconds: number) => metrics.replyGuardSeconds.observe(seconds);
  return on ? { proof, onGuarded } : 'off';
}

/**
 * On a shared port the system chooses which process answers a health check. There each process has a port of its own.
 */
async function ownAddress(
  receiver: Receiver,
  { smtpHost, reusePort }: Config,
  smtpPort: number,
): Promise<{ host: string; port: number }> {
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

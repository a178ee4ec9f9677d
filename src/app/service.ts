/**
 * The whole service: its parts, the order in which they start, and the order of the graceful shutdown. The order is this
 * text, and no framework's: each part that has started goes on one AsyncDisposableStack, which a failure on the way and a
 * shutdown dispose of alike.
 */

import { readRealAddress } from '#domains/real-address.ts';
import { SwitchOffTokens } from '#api/switch-off/token.ts';
import type { Facility } from '#auth/facility.ts';
import { GraceLetters } from '#auth/grace-letters.ts';
import { OwnedAliases } from '#auth/owned-aliases.ts';
import type { SendMessage } from '#auth/phone.ts';
import type { Target } from '#mail/smtp/send/route/target.ts';
import { type Clock, systemClock } from '#time/clock.ts';
import { HISTORY_LIFE_MS } from '#rules/history.ts';
import { NamesLeft } from '#store/names-left.ts';
import { SCHEMA_VERSION } from '#store/migrations/all.ts';
import { openStore } from '#store/open.ts';
import { expireUnconfirmed } from '#store/owners/expiry.ts';
import type { Alias, Store } from '#store/store.ts';
import { DatabaseUnreachable, DatabaseUnusable } from '#store/unusable.ts';
import { createAdmin } from './admin.ts';
import type { Config } from './config/config.ts';
import { countAliases } from './count-aliases.ts';
import { asksDns, createResolver, dnsCheck, sayWhetherValidated } from './dns.ts';
import { FailedLookUps } from './observe/failed-look-ups.ts';
import { Fault } from './fault.ts';
import { createHealth, smtpGreets } from './observe/health.ts';
import type { BuiltScreen } from './http/built-screen.ts';
import { securityHeaders } from './http/headers.ts';
import { closeHttpServer, createHttpServer } from './http/server.ts';
import { inUrl, isLoopback } from './listen-address.ts';
import { createLetters } from './letters.ts';
import { listen } from './listen.ts';
import type { Log } from './log.ts';
import { startMailbox } from './mailbox/mailbox.ts';
import { startMailEngine } from './mail-engine.ts';
import { startAtZero } from './observe/from-zero.ts';
import { watchHealthy } from './observe/healthy.ts';
import { LetterWatch } from './observe/letter-watch.ts';
import { createMetrics } from './observe/metrics.ts';
import { refuseNewDatabase } from './new-database.ts';
import { beginOwnership, compareOwnership } from './ownership-mode.ts';
import { newKey, rootSecrets } from './root-secret.ts';
import { startSessionFacility } from './session-facility.ts';
import { proxiesOf } from './proxies.ts';
import { startSigning } from './signing-key.ts';
import { siteAddress } from './site-address.ts';
import { switchOffLinks } from './switch-off-link.ts';
import { VERSION } from './version.ts';
import { startWeb, type Web } from './web.ts';

/** The intervals at which aliases are counted, expired rows deleted, and letters tried again, in milliseconds. */
const COUNT_MS = 60_000;
const FORGET_MS = 3_600_000;
const RETRY_MS = 30_000;
/** Mails to one alias within it are one row of the history. */
const HISTORY_MS = 10_000;
const FULL_HISTORY_MS = 1000;
/** The interval at which the file of DKIM_KEY is looked at, in milliseconds. */
const KEY_FILE_MS = 10_000;

export type Service = {
  httpPort: number;
  smtpPort: number;
  adminPort: number;
  /** Of the try-out mailbox; undefined where mail goes to a real next hop. */
  mailboxPort: number | undefined;
  /** Reads the files of the certificate and of the key for DKIM again, where there are any, and asks the DNS for that key. */
  readFiles(): void;
  /** Stops accepting, lets mail and requests in flight end, then closes everything. */
  close(): Promise<void>;
};

/**
 * Starts the store, the next hop, the receiver, HTTP and the admin server, in this order: nothing is accepted before it
 * can be handled. Where one cannot start, those before it are closed again.
 * @param clock times the look-ups of our key in the DNS
 * @throws Fault
 */
export async function startService(
  config: Config,
  screen: BuiltScreen,
  log: Log,
  clock: Clock = systemClock,
): Promise<Service> {
  await using started = new AsyncDisposableStack();
  const metrics = createMetrics();
  startAtZero(metrics);
  metrics.buildInfo.set({ version: VERSION, schema: String(SCHEMA_VERSION) }, 1);
  const lookUps = new FailedLookUps(systemClock.now);
  const store = await openDatabase(config, log, lookUps);
  started.defer(() => store.close());
  const anonKey = config.anonKey ?? (await store.setting('anon_key', newKey));
  const secrets = await rootSecrets(config.secretKeys, store);

  let web: Web | undefined;
  const site = () => siteAddress(config, web?.httpPort ?? config.httpPort);
  const { target, mailboxPort, showPhoneMessage } = await startNextHop(config, site, log, started);
  const ownership = await beginOwnership(store, config.ownership, Date.now());
  const switched = (alias: Alias) => engine.switched(alias);
  const aliases = new OwnedAliases({
    store,
    ownership,
    earlier: (email) => readRealAddress(email)?.earlier ?? [],
    switched,
    now: Date.now,
  });
  const letterWatch = new LetterWatch(target.kind === 'relay', systemClock.now);
  const { letters, budget } = createLetters({
    config,
    store,
    aliases,
    secrets,
    site,
    sendLetter: (letter, key) => engine.sendLetter(letter, key),
    letterWatch,
    metrics,
    log,
  });
  let facility: Facility | undefined;
  const graceLetters = new GraceLetters({
    ownership,
    budget,
    ask: async (email) => {
      const request = { email, requester: {}, redirectTo: null, challenge: null };
      await facility?.signInLetters.toAnybody(request, 'magiclink', {});
    },
    onFault: (err) => log.warn({ err }, 'a letter that asks for a confirmation was not sent'),
  });
  // The outcome of the last letters is written once the engine has their verdicts.
  started.defer(() => letters.settled());
  const resolver = createResolver(config.dnsServers, metrics);
  started.defer(() => resolver.close());
  const signingKey = config.trust.checks
    ? startSigning({ config, store, secrets, clock, metrics, log })
    : undefined;
  started.defer(() => signingKey?.close());
  const switchOffTokens = new SwitchOffTokens(secrets);
  const engine = await startMailEngine({
    config,
    store,
    target,
    resolve: resolver.resolve,
    secrets,
    signing: () => signingKey?.signing(),
    switchOff: switchOffLinks(config.publicUrl, switchOffTokens),
    letterBounced: (key) => budget.stops.returned(key),
    ownership,
    unconfirmedReached: (realEmail) =>
      void graceLetters.reached(readRealAddress(realEmail)?.canonical ?? realEmail),
    metrics,
    log,
  });
  // Both stop accepting at once.
  started.defer(async () => void (await Promise.all([engine.close(), web?.close()])));

  // Not awaited: the service serves before the DNS has answered.
  if (target.kind === 'mx') void sayWhetherValidated(resolver.resolve, log);

  const names = new NamesLeft({ store, space: config.names, log });
  const count = () => countAliases(names, config.names.domains, metrics, log);
  // Not awaited: millions of aliases must not hold up the start.
  void count();
  const { own } = engine;
  // Without these no mail comes in: balancers send it to another node.
  const served = {
    store: () => store.answers(),
    'look-ups': lookUps.check,
    smtp: smtpGreets(own.host, own.port, proxiesOf(config).smtp),
  };
  const health = createHealth(served, systemClock);
  const checks = {
    ...served,
    write: () => store.takesWrites(),
    dns: asksDns(config) ? dnsCheck(config) : async () => {},
    'next-hop': engine.nextHopWorks,
    letters: letterWatch.check,
  };
  watchHealthy(metrics, checks, systemClock);
  web = await startWeb({
    config,
    store,
    engine,
    screen,
    mailbox: mailboxPort ? `http://${inUrl(config.httpHost)}:${mailboxPort}` : undefined,
    anonKey,
    names,
    ownership,
    switchOffTokens,
    async sessions(publicUrl) {
      const parts = { config, store, aliases, secrets, letters, showPhoneMessage, log };
      facility = await startSessionFacility(parts, publicUrl);
      return facility;
    },
    health,
    metrics,
    log,
  });

  const { adminHost: host, adminPort: port } = config;
  const adminSite = createAdmin({ metrics, health, local: isLoopback(host) });
  const admin = createHttpServer(adminSite.fetch, securityHeaders(false));
  const adminPort = await listen(admin, { host, port, variable: 'ADMIN_PORT', log });
  started.defer(() => closeHttpServer(admin));
  started.defer(repeat(COUNT_MS, count));
  started.defer(repeat(COUNT_MS, () => compareOwnership(store, ownership, log)));
  const { owners } = store;
  const forget = async (now: number) => {
    await store.forgetExpired(now);
    await store.auth.sweep(now);
    await store.history.forgetBefore(now - HISTORY_LIFE_MS);
    const gone = await expireUnconfirmed({ owners, space: config.names, ownership, now });
    for (const alias of gone) switched(alias);
  };
  started.defer(repeat(FORGET_MS, () => forgetExpired(forget, log)));
  started.defer(repeat(RETRY_MS, () => letters.sendAgain()));
  started.defer(repeat(FULL_HISTORY_MS, () => engine.writeFullHistory()));
  started.defer(repeat(HISTORY_MS, () => engine.writeHistory()));
  started.defer(repeat(KEY_FILE_MS, async () => signingKey?.readKey(false)));

  const all = started.move();
  return {
    httpPort: web.httpPort,
    smtpPort: engine.smtpPort,
    adminPort,
    mailboxPort,
    readFiles() {
      engine.readCertificate();
      signingKey?.readKey(true);
    },
    close: () => all.disposeAsync(),
  };
}

async function openDatabase(config: Config, log: Log, lookUps: FailedLookUps): Promise<Store> {
  try {
    return await openStore(config.databaseUrl, {
      now: Date.now,
      log,
      lookUpFailed: lookUps.failed,
      ...(config.newDatabase === 'refuse' && { whenNew: refuseNewDatabase }),
    });
  } catch (error) {
    if (!(error instanceof DatabaseUnusable)) throw error;
    const sentence = `DATABASE_URL: ${error.message}`;
    // Exit code 1: the supervisor restarts the process until the server is there.
    throw error instanceof DatabaseUnreachable ? new Fault(sentence, 1) : new Fault(sentence);
  }
}

type StartedNextHop = {
  target: Target;
  /** Of the try-out mailbox. */
  mailboxPort?: number;
  showPhoneMessage?: SendMessage;
};

/** The try-out mailbox is a next hop like any other: a relay, on this machine. */
async function startNextHop(
  config: Config,
  site: () => string,
  log: Log,
  started: AsyncDisposableStack,
): Promise<StartedNextHop> {
  if (config.nextHop.kind !== 'mailbox') return { target: config.nextHop };
  const mailbox = await startMailbox({
    host: config.httpHost,
    port: config.mailboxPort,
    maxMessageBytes: config.maxMessageBytes,
    maxInflightBytes: config.maxInflightBytes,
    aliasDomain: config.names.domains.join(', '),
    site,
    clock: systemClock,
    log,
  });
  started.defer(() => mailbox.close());
  const target = {
    kind: 'relay',
    host: mailbox.smtpHost,
    port: mailbox.smtpPort,
    tls: 'opportunistic',
  } as const;
  const showPhoneMessage: SendMessage = (message) => mailbox.showPhoneMessage(message);
  return { target, mailboxPort: mailbox.httpPort, showPhoneMessage };
}

async function forgetExpired(forget: (now: number) => Promise<void>, log: Log): Promise<void> {
  try {
    await forget(Date.now());
  } catch (err) {
    log.warn({ err }, 'expired rows were not deleted; the next try is in an hour');
  }
}

/** Runs `work` again and again without keeping the process alive. @returns ends it */
function repeat(ms: number, work: () => Promise<void>): () => void {
  const timer = setInterval(() => void work(), ms).unref();
  return () => clearInterval(timer);
}

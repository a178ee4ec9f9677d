/**
 * The whole service: its parts, their order at the start, and the order of the graceful shutdown. The order is this
 * code, without a framework. Each started part goes on one AsyncDisposableStack, which both a failed start and a
 * shutdown dispose of.
 */

import { switchOffLinks, SwitchOffTokens } from '#api/switch-off/token.ts';
import { createGraceLetters } from '#auth/letters/grace-letters.ts';
import { createOwnedAliases } from '#auth/aliases/owned-aliases.ts';
import { createNextHop } from '#mail/smtp/send/route/create-next-hop.ts';
import { readRealAddress } from '#domains/real-address.ts';
import { NamesLeft } from '#store/names-left.ts';
import { type Clock, systemClock } from '#time/clock.ts';
import { startAdmin } from './admin.ts';
import { openCallLimits } from './call-limits.ts';
import type { Config } from './config/config.ts';
import { countAliases } from './database/count-aliases.ts';
import { openDatabase } from './database/database.ts';
import { requireDane, watchDane } from './net/dane.ts';
import { openPolicies } from './net/policies.ts';
import { createResolver, sayWhetherValidated } from './net/dns.ts';
import type { BuiltScreen } from './http/built-screen.ts';
import { createLetterBudget, createLetters, createNewCorrespondents } from './letters.ts';
import type { Log } from './observe/log.ts';
import { startMailEngine } from './mail-engine.ts';
import { FailedLookUps } from './observe/failed-look-ups.ts';
import { startMetrics } from './observe/from-zero.ts';
import { LetterWatch } from './observe/letter-watch.ts';
import { beginOwnership } from './database/ownership-mode.ts';
import { startHistory, startRegularWork } from './regular-work.ts';
import { newKey, rootSecrets } from './keys/root-secret.ts';
import { startSessionFacility } from './session-facility.ts';
import { NO_SIGNING, startSigning } from './keys/signing-key.ts';
import { createServiceSite } from './site.ts';
import { nextHopOptions, startNextHop } from './start-next-hop.ts';
import { openTlsReports } from './tls-reports.ts';
import { VERSION } from './version.ts';
import { watchParts } from './watch-parts.ts';
import { openWeb } from './web.ts';

export type Service = Awaited<ReturnType<typeof startService>>;

/**
 * Makes each part from those before it. SMTP opens once the engine can forward; requests wait until the site can
 * answer. If a part cannot start, the earlier ones are closed.
 * @param clock times the lookups of our key in the DNS
 * @throws Fault
 */
export async function startService(
  config: Config,
  screen: BuiltScreen,
  log: Log,
  clock: Clock = systemClock,
) {
  await using started = new AsyncDisposableStack();
  const metrics = startMetrics(VERSION);
  const lookUps = new FailedLookUps(systemClock.now);
  const store = await openDatabase(config, log, lookUps);
  started.defer(() => store.close());
  const anonKey = config.anonKey ?? (await store.setting('anon_key', newKey));
  const secrets = await rootSecrets(config.secretKeys, store);
  const ownership = await beginOwnership(store, config.ownership, Date.now());
  const shared = { config, store, secrets, metrics, log };
  const names = new NamesLeft({ store, space: config.names, log });
  const callLimits = await openCallLimits(config, names, log);
  started.defer(() => callLimits.close());
  const web = await openWeb(config, log);
  started.defer(() => web.close());
  const nextHop = await startNextHop(config, web.address, log);
  started.defer(() => nextHop.close());
  const { target, mailbox } = nextHop;
  const resolver = createResolver(config.dnsServers, metrics);
  started.defer(() => resolver.close());
  await requireDane(config, resolver.resolve);
  const signingKey = config.trust.checks ? startSigning({ ...shared, clock }) : NO_SIGNING;
  started.defer(() => signingKey.close());

  const tlsReports = openTlsReports({
    ...shared,
    resolver,
    nextHop: () =>
      createNextHop(nextHopOptions({ config, target, resolve: resolver.resolve, log })),
    signing: signingKey.signing,
    clock: systemClock,
  });
  started.defer(() => tlsReports.close());
  const policies = openPolicies({ ...shared, resolver, onFault: tlsReports.countFetch });
  const switchOffTokens = new SwitchOffTokens(secrets);
  const letterBudget = createLetterBudget(shared);
  const engine = await startMailEngine({
    ...shared,
    target,
    resolve: resolver.resolve,
    policies: policies.source,
    onTlsSession: tlsReports.count,
    signing: signingKey.signing,
    switchOff: switchOffLinks(config.publicUrl, switchOffTokens),
    letterBounced: (key) => letterBudget.stops.returned(key),
    ownership,
  });
  started.defer(startHistory(engine));
  started.defer(() => engine.close());

  const aliases = createOwnedAliases({
    store,
    ownership,
    earlier: (email) => readRealAddress(email)?.earlier ?? [],
    switched: engine.switched,
    now: Date.now,
  });
  const letterWatch = new LetterWatch(target.kind === 'relay', systemClock.now);
  const letters = createLetters({
    ...shared,
    aliases,
    budget: letterBudget,
    site: web.address,
    sendLetter: engine.sendLetter,
    letterWatch,
  });
  // Both stop accepting at once; the outcome of the last letters is written once the engine has their verdicts.
  started.defer(async () => {
    await Promise.all([engine.close(), web.close()]);
    await letters.settled();
  });
  const facility = await startSessionFacility({
    ...shared,
    aliases,
    letters,
    publicUrl: web.address,
    showPhoneMessage: mailbox?.showPhoneMessage,
  });
  const graceLetters = createGraceLetters({
    ownership,
    budget: letterBudget,
    ask: async (email) => {
      const request = { email, requester: {}, redirectTo: null, challenge: null };
      await facility?.signInLetters.toAnybody(request, 'magiclink', {});
    },
    onFault: (err) => log.warn({ err }, 'cannot send a confirmation letter'),
  });
  engine.onUnconfirmed(
    (realEmail) => void graceLetters.reached(readRealAddress(realEmail)?.canonical ?? realEmail),
  );

  const health = watchParts({ ...shared, lookUps, engine, letterWatch });
  web.serve(
    createServiceSite({
      ...shared,
      engine,
      screen,
      mailbox: mailbox?.address,
      anonKey,
      names,
      callLimits,
      ownership,
      switchOffTokens,
      newCorrespondents: createNewCorrespondents(shared),
      facility,
      health,
    }),
  );
  const admin = await startAdmin({ ...shared, health, tlsReports });
  started.defer(() => admin.close());

  // Neither is awaited: the service does not wait for the DNS, or for the count of millions of aliases.
  if (target.kind === 'mx') void sayWhetherValidated(resolver.resolve, log);
  const validated = (value: boolean) => metrics.dnsValidated.set(Number(value));
  started.defer(watchDane(config, resolver, clock, log, validated));
  const count = () => countAliases(names, config.names.domains, metrics, log);
  void count();
  const work = {
    ...shared,
    ownership,
    engine,
    policies,
    tlsReports,
    letters,
    signingKey,
    countAliases: count,
  };
  started.defer(startRegularWork(work));

  const all = started.move();
  return {
    httpPort: web.httpPort,
    smtpPort: engine.smtpPort,
    adminPort: admin.port,
    /** Of the try-out mailbox; undefined if mail goes to a real next hop. */
    mailboxPort: mailbox?.httpPort,
    /** Reloads the files of the certificate and the DKIM key, if any, and looks up that key in the DNS. */
    readFiles() {
      engine.readCertificate();
      signingKey.readKey(true);
    },
    /** Stops accepting, lets mail and requests in flight finish, then closes everything. */
    close: () => all.disposeAsync(),
  };
}

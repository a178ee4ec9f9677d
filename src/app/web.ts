/** Joins the screen, the api and the session facility on HTTP_PORT. */

import type { Hono } from 'hono';
import { createApi } from '#api/api.ts';
import { trustedProxyList } from '#api/limits/client-address.ts';
import { RateLimits } from '#api/limits/rate-limits.ts';
import type { SwitchOffTokens } from '#api/switch-off/token.ts';
import type { Facility } from '#auth/facility.ts';
import { systemClock } from '#time/clock.ts';
import type { Ownership } from '#rules/ownership.ts';
import type { PageConfig } from '#rules/page.ts';
import type { NamesLeft } from '#store/names-left.ts';
import { openSharedCounts } from '#store/postgres/shared-counts.ts';
import type { Store } from '#store/store.ts';
import type { Config } from './config/config.ts';
import type { Health } from './observe/health.ts';
import type { BuiltScreen } from './http/built-screen.ts';
import { securityHeaders } from './http/headers.ts';
import { takeProxied } from './http/proxied.ts';
import { closeHttpServer, createHttpServer } from './http/server.ts';
import { createSite } from './http/site.ts';
import { listen } from './listen.ts';
import type { Log } from './log.ts';
import type { MailEngine } from './mail-engine.ts';
import type { Metrics } from './observe/metrics.ts';
import { proxiesOf } from './proxies.ts';
import { siteAddress } from './site-address.ts';

export type WebOptions = {
  config: Config;
  store: Store;
  engine: Pick<MailEngine, 'lastArrivals' | 'sendTestMail' | 'switched' | 'writeHistory'>;
  screen: BuiltScreen;
  /** Address of the try-out mailbox's page, where there is one. */
  mailbox: string | undefined;
  anonKey: string;
  names: NamesLeft;
  ownership: Ownership;
  switchOffTokens: SwitchOffTokens;
  /** Opens the session facility for a site; undefined: it is off. */
  sessions: (publicUrl: string) => Promise<Facility | undefined>;
  health: () => Promise<Health>;
  metrics: Metrics;
  log: Log;
};

export type Web = {
  httpPort: number;
  /** Stops accepting and lets requests in flight end. */
  close(): Promise<void>;
};

/**
 * Where it cannot start nothing of it is left open.
 * @throws Fault where the port cannot be had or the session facility cannot be opened, StoreUnavailable
 */
export async function startWeb(options: WebOptions): Promise<Web> {
  const { config, store, engine, anonKey, log } = options;
  await using started = new AsyncDisposableStack();
  const shared = await openSharedCounts(config.databaseUrl);
  started.defer(() => shared?.close());
  const rateLimits = config.rateLimits
    ? new RateLimits({ log, names: () => options.names.budget, ...(shared && { shared }) })
    : undefined;
  started.defer(() => rateLimits?.close());
  // The facility signs for the address of the site, whose port may be the system's choice: earlier requests wait.
  const ready = Promise.withResolvers<Hono>();
  let answer: Hono['fetch'] = async (request, env) => (await ready.promise).fetch(request, env);
  const https = config.publicUrl?.startsWith('https:') ?? false;
  const server = createHttpServer((request, env) => answer(request, env), securityHeaders(https));
  const { http: isProxy } = proxiesOf(config);
  if (isProxy) takeProxied(server, isProxy, systemClock);
  const { httpHost: host, httpPort: port, reusePort } = config;
  const httpPort = await listen(server, {
    host,
    port,
    variable: 'HTTP_PORT',
    reusePort,
    log,
  });
  let isReady = false;
  started.defer(() => {
    const closed = closeHttpServer(server);
    // The requests that wait for a start that has failed are never answered.
    if (!isReady) server.closeAllConnections();
    return closed;
  });
  const facility = await options.sessions(siteAddress(config, httpPort));
  const live = config.testMail === 'live';
  const api = createApi({
    store,
    anonKey,
    space: config.names,
    mailHost: config.mailHost,
    bounceDomain: config.bounceDomain,
    now: Date.now,
    ownership: options.ownership,
    switched: engine.switched,
    lastArrivals: engine.lastArrivals,
    writeHistory: engine.writeHistory,
    switchOffTokens: options.switchOffTokens,
    log,
    trustedProxies: trustedProxyList(config.trustedProxies),
    ...(rateLimits && { rateLimits }),
    ...(shared && { sharedCounts: shared }),
    ...(live && { sendTestMail: engine.sendTestMail }),
    ...(facility && { auth: { facility } }),
  });
  const site = createSite({
    ...options,
    publicUrl: config.publicUrl,
    // The operator's own address is not shown: mail to this one is passed on to it.
    contact: config.operatorEmail && `postmaster@${config.names.domains[0]}`,
    now: Date.now,
    api,
    pageConfig: () => pageConfig(options),
  });
  answer = site.fetch;
  isReady = true;
  ready.resolve(site);
  const all = started.move();
  return { httpPort, close: () => all.disposeAsync() };
}

function pageConfig({ config, anonKey, names, mailbox }: WebOptions): PageConfig {
  const { domains, numbers } = config.names;
  return {
    url: '',
    key: anonKey,
    domains: [...domains],
    numbers: [numbers.first, numbers.last],
    ...(names.perDomain && { namesLeft: names.perDomain }),
    ownership: config.ownership,
    testMail: config.testMail,
    ...(mailbox !== undefined && { mailbox }),
    madeIn: config.madeIn,
  };
}

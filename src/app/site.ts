/** Joins the screen, the api and the session facility. */

import type { Hono } from 'hono';
import { createApi } from '#api/api.ts';
import { SignedNames } from '#api/compat/options.ts';
import type { NewCorrespondents } from '#api/functions/new-correspondents.ts';
import { MakingRate } from '#api/functions/making-rate.ts';
import { trustedProxyList } from '#api/limits/client-address.ts';
import type { SwitchOffTokens } from '#api/switch-off/token.ts';
import { createManyAliases, type ManyAliases } from '#auth/aliases/many-aliases.ts';
import { noteSealing } from '#auth/aliases/alias-label.ts';
import { deriveAuthKeys } from '#auth/tokens/keys.ts';
import type { Facility } from '#auth/facility.ts';
import type { Ownership } from '#rules/ownership.ts';
import type { PageConfig } from '#rules/page.ts';
import type { NamesLeft } from '#store/names-left.ts';
import type { CallLimits } from './call-limits.ts';
import type { BuiltScreen } from './http/built-screen.ts';
import { knowsSenders, mayHaveSeveral } from './config/config.ts';
import { createSite } from './http/site.ts';
import { NO_STS_POLICY } from './http/well-known.ts';
import { ownPolicy } from './net/own-policy.ts';
import type { MailEngine } from './mail-engine.ts';
import type { Health } from './observe/health.ts';
import type { SharedParts } from './config/shared-parts.ts';

export type ServiceSiteOptions = SharedParts & {
  engine: Pick<
    MailEngine,
    'lastArrivals' | 'replyAddresses' | 'senderNames' | 'sendTestMail' | 'switched' | 'writeHistory'
  >;
  screen: BuiltScreen;
  /** The address of the try-out mailbox's page, if there is one. */
  mailbox: string | undefined;
  anonKey: string;
  names: NamesLeft;
  callLimits: CallLimits;
  ownership: Ownership;
  switchOffTokens: SwitchOffTokens;
  newCorrespondents: Pick<NewCorrespondents, 'spend'>;
  /** Absent: sessions are off. */
  facility: Facility | undefined;
  health: () => Promise<Health>;
};

function manyAliasesOf(options: ServiceSiteOptions): ManyAliases {
  const { config, store, engine, secrets } = options;
  const keys = deriveAuthKeys(secrets).address;
  const rate = new MakingRate({ store: store.auth.letterBudget, keys, now: Date.now });
  return createManyAliases({
    store,
    domains: config.names.domains,
    perOwner: config.aliasesPerOwner,
    sealing: noteSealing(secrets),
    spend: async (owner) => (config.rateLimits ? rate.spend(owner) : 0),
    lastArrivals: engine.lastArrivals,
    writeHistory: engine.writeHistory,
    switched: engine.switched,
    now: Date.now,
  });
}

/** The site of HTTP_PORT. */
export function createServiceSite(options: ServiceSiteOptions): Hono {
  const { config, store, engine, anonKey, callLimits, facility, log } = options;
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
    ...(knowsSenders(config) && { senderNames: engine.senderNames }),
    // Otherwise nothing of it exists.
    ...(mayHaveSeveral(config) && { manyAliases: manyAliasesOf(options) }),
    noteSealing: noteSealing(options.secrets),
    ...(config.replies.on && {
      replies: { addresses: engine.replyAddresses, newCorrespondents: options.newCorrespondents },
    }),
    switchOffTokens: options.switchOffTokens,
    signedNames: new SignedNames(options.secrets, Date.now),
    log,
    trustedProxies: trustedProxyList(config.trustedProxies),
    ...callLimits.ofApi,
    ...(live && { sendTestMail: engine.sendTestMail }),
    ...(facility && { auth: { facility } }),
  });
  return createSite({
    ...options,
    publicUrl: config.publicUrl,
    // The operator's own address is not shown: mail to this address is forwarded to it.
    contact: config.operatorEmail && `postmaster@${config.names.domains[0]}`,
    stsPolicy: ownPolicy(config) ?? NO_STS_POLICY,
    now: Date.now,
    api,
    pageConfig: () => pageConfig(options),
  });
}

function pageConfig({ config, anonKey, names, mailbox }: ServiceSiteOptions): PageConfig {
  const { domains, numbers } = config.names;
  return {
    url: '',
    key: anonKey,
    domains: [...domains],
    numbers: [numbers.first, numbers.last],
    ...(names.perDomain && { namesLeft: names.perDomain }),
    ownership: config.ownership,
    testMail: config.testMail,
    offers: [
      ...(config.replies.on ? (['replies'] as const) : []),
      ...(knowsSenders(config) ? (['senders'] as const) : []),
    ],
    ...(mailbox !== undefined && { mailbox }),
    madeIn: config.madeIn,
  };
}

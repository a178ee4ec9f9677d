/**
 * The configuration: the environment's variables, read once at start into one typed value. `.env.example` lists them.
 */

import { isLoopback } from './listen-address.ts';
import { parseSmsHook } from './sms-hook.ts';
import { aliasDomains, aliasNumbers, operatorEmail } from './alias-values.ts';
import { authValues } from './auth-values.ts';
import { takesBounces } from '#rules/own-domain.ts';
import { MOST_ALIASES_PER_OWNER } from '#rules/plan.ts';
import { ConfigError } from './fault.ts';
import { filterValues } from './filter-values.ts';
import {
  databaseUrl,
  dnsServers,
  hostName,
  listenAddresses,
  madeIn,
  nextHop,
  origin,
  outgoingAddresses,
  proxies,
  wayOut,
} from './net-values.ts';
import { replyValues, trustValues } from './trust-values.ts';
import {
  choice,
  type Environment,
  keys,
  optional,
  port,
  quoted,
  text,
  wholeNumber,
} from './values.ts';

/** RFC 5321 section 4.5.3.1.7: a server must accept messages of at least 64K octets. */
const LEAST_MESSAGE_BYTES = 65_536;
/** A message is held in the memory of one process; mail is the wrong tool for a larger one. */
const MOST_MESSAGE_BYTES = 1_073_741_824;
const MOST_INFLIGHT_BYTES = 1_099_511_627_776;

/** All settings of the service. */
export type Config = ReturnType<typeof parse>;

/** Pure: reads nothing but `env`. An empty value counts as not set. */
export function readConfig(env: Environment): Config | ConfigError {
  try {
    const config = parse(env);
    checkPorts(config);
    checkBounceDomain(config);
    checkSwitches(config);
    checkOwnership(config);
    checkReports(config);
    checkSharedPorts(config);
    return config;
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

/** All variables that are read. */
export function settingNames(): string[] {
  const names = new Set<string>();
  const recording = new Proxy<Environment>(
    {},
    {
      get: (_, name) => {
        names.add(String(name));
        return undefined;
      },
    },
  );
  readConfig(recording);
  return [...names];
}

/** Each value, checked by itself. @throws ConfigError */
function parse(env: Environment) {
  const domains = aliasDomains(env, 'ALIAS_DOMAINS', 'alias.localhost');
  const names = { domains, numbers: aliasNumbers(env, 'ALIAS_NUMBERS') };
  const mailHost = hostName(env, 'MAIL_HOST', `mx.${domains[0]}`);
  const bounceDomain = hostName(env, 'BOUNCE_DOMAIN', `b.${domains[0]}`);
  const maxMessageBytes = wholeNumber(env, 'MAX_MESSAGE_BYTES', 52_428_800, [
    LEAST_MESSAGE_BYTES,
    MOST_MESSAGE_BYTES,
  ]);
  const target = nextHop(env, 'NEXT_HOP', 'mailbox:');
  const trusted = proxies(env, 'TRUSTED_PROXIES');
  const trust = trustValues(env, target.kind === 'mailbox');
  const ownership = choice(
    env,
    'OWNERSHIP',
    target.kind === 'mailbox' ? ['open', 'confirmed'] : ['confirmed', 'open'],
  );
  return {
    /** IP addresses, or `localhost`, that the servers listen on; the try-out mailbox's page is on `httpHost`. */
    ...listenAddresses(env, 'HOST'),
    /** Ports; with 0 the system chooses one. */
    httpPort: port(env, 'HTTP_PORT', 3000),
    smtpPort: port(env, 'SMTP_PORT', 2525),
    mailboxPort: port(env, 'MAILBOX_PORT', 8025),
    adminPort: port(env, 'ADMIN_PORT', 9090),
    /** Origin as visitors see it, without a slash at its end; undefined: the address that HTTP listens on. */
    publicUrl: origin(env, 'PUBLIC_URL'),
    /** All aliases that can exist here. */
    names,
    /** `sqlite:path` or `postgres://...`. */
    databaseUrl: databaseUrl(env, 'DATABASE_URL', 'sqlite:./data/veilpost.sqlite'),
    /** Whether the service creates a database if there is none: only that of the try-out. */
    newDatabase: target.kind === 'mailbox',
    /** `mailbox`: the built-in try-out mailbox. */
    nextHop: target,
    /** The proofs required from servers found by MX. */
    wayOut: wayOut(env),
    /** Servers of the DNS; empty: those of the system. */
    dnsServers: dnsServers(env, 'DNS_SERVERS'),
    /** What keeps unwanted mail out. */
    filter: filterValues(env),
    /** Our addresses that mail leaves from, at most one of each family; empty: the system chooses. */
    outgoingAddresses: outgoingAddresses(env, 'OUTGOING_ADDRESS'),
    /** Our name in the greeting, EHLO and Received. */
    mailHost,
    /** Domain of our return addresses (SRS). */
    bounceDomain,
    /** Receives mail to postmaster@ and abuse@. */
    operatorEmail: operatorEmail(env, 'OPERATOR_EMAIL', { space: names, mailHost, bounceDomain }),
    /** Whether our policy for other servers (MTA-STS) is in testing or enforced. */
    mtaStsIn: choice(env, 'MTA_STS_IN', ['testing', 'enforce']),
    /** Paths of PEM files. */
    tls: tlsFiles(env),
    /** Addresses and CIDR ranges whose X-Forwarded-For counts. */
    trustedProxies: trusted.ranges,
    /** The ports on which these proxies must name their client by the PROXY protocol. */
    proxyProtocol: trusted.protocol,
    /** Undefined: made at first start and kept in the store. */
    anonKey: keys(env, 'ANON_KEY', 1, 1)[0],
    /**
     * The root secret, followed by earlier ones that are still accepted. Empty: made at first start and kept in the
     * store.
     */
    secretKeys: keys(env, 'SECRET_KEY', 32, 5),
    testMail: choice(env, 'TEST_MAIL', ['live', 'simulated']),
    madeIn: madeIn(env, 'MADE_IN', 'Vite|https://vite.dev'),
    /** The hook that sends codes to phones; undefined: none. */
    smsHook: optional(env, 'AUTH_SMS_HOOK', parseSmsHook),
    /** Whether an address must be confirmed before anything is forwarded to it. */
    ownership,
    /** The number of aliases that a confirmed address may have, unless it has a number of its own. */
    aliasesPerOwner: wholeNumber(env, 'ALIASES_PER_OWNER', 1, [1, MOST_ALIASES_PER_OWNER]),
    /** Whether owners have a history of their mail. */
    history: choice(env, 'HISTORY', ownership === 'open' ? ['off', 'on'] : ['on', 'off']) === 'on',
    /** The session facility. */
    auth: authValues(env),
    /** Checks and signatures. */
    trust,
    /** Replies of owners. */
    replies: replyValues(env, trust.checks),
    rateLimits: choice(env, 'RATE_LIMITS', ['on', 'off']) === 'on',
    /** Whether HTTP and SMTP share their ports with other processes of this machine. */
    reusePort: choice(env, 'REUSE_PORT', ['off', 'on']) === 'on',
    /** What the log contains about mail; each value includes those before it. */
    logMail: choice(env, 'LOG_MAIL', ['failures', 'words', 'all']),
    maxMessageBytes,
    maxInflightBytes: wholeNumber(
      env,
      'MAX_INFLIGHT_BYTES',
      Math.max(268_435_456, maxMessageBytes),
      [maxMessageBytes, MOST_INFLIGHT_BYTES],
    ),
  };
}

function tlsFiles(env: Environment): { certPath: string; keyPath: string } | undefined {
  const certPath = text(env, 'TLS_CERT');
  const keyPath = text(env, 'TLS_KEY');
  if (certPath !== undefined && keyPath !== undefined) return { certPath, keyPath };
  if (certPath === keyPath) return undefined;
  const [missing, what, other] =
    certPath === undefined
      ? ['TLS_CERT', 'certificate', 'TLS_KEY']
      : ['TLS_KEY', 'private key', 'TLS_CERT'];
  throw new ConfigError(missing, `must name the PEM file of the ${what} when ${other} is set`);
}

/** Each server needs its own port. Checked here, because "address in use" would be misleading. */
function checkPorts(config: Config): void {
  const ports: [name: string, port: number][] = [
    ['HTTP_PORT', config.httpPort],
    ['SMTP_PORT', config.smtpPort],
    ['ADMIN_PORT', config.adminPort],
  ];
  if (config.nextHop.kind === 'mailbox') ports.push(['MAILBOX_PORT', config.mailboxPort]);
  const seen = new Map<number, string>();
  for (const [name, number] of ports) {
    const other = seen.get(number);
    if (other !== undefined) {
      throw new ConfigError(name, `must differ from ${other}: both are ${number}`);
    }
    if (number !== 0) seen.set(number, name);
  }
}

/** All mail to the bounce domain, and to domains below it, is read as a bounce. */
function checkBounceDomain({ names, bounceDomain }: Config): void {
  if (!names.domains.some((domain) => takesBounces(domain, bounceDomain))) return;
  throw new ConfigError(
    'BOUNCE_DOMAIN',
    `must be neither an alias domain nor a parent of one, but is ${quoted(bounceDomain)}: mail to aliases would be rejected as bounces`,
  );
}

/**
 * Options that let anyone sign in are for tests: such a service is reached from this machine only, and sends no mail
 * out.
 */
function checkSwitches({ auth, httpHost, smtpHost, nextHop: { kind } }: Config): void {
  const confined = kind === 'mailbox' && [httpHost, smtpHost].every(isLoopback);
  for (const [word, on] of Object.entries(auth.switches)) {
    if (!on || confined) continue;
    throw new ConfigError(
      'AUTH',
      `can have ${word} only if HOST is a loopback address and NEXT_HOP is mailbox:`,
    );
  }
}

/** RFC 8460 section 5.3: a report is signed, and only the checks sign. */
function checkReports({ wayOut: { tlsReports }, trust: { checks }, nextHop: { kind } }: Config) {
  if (!tlsReports || checks || kind === 'mailbox') return;
  throw new ConfigError('MTA_STS', 'is report, which requires MAIL_CHECKS=on: reports are signed');
}

/** Processes can share neither a port that the system chooses nor mail in the memory of one of them. */
function checkSharedPorts({ reusePort, httpPort, smtpPort, nextHop: { kind } }: Config): void {
  if (!reusePort) return;
  if (kind === 'mailbox') {
    throw new ConfigError(
      'REUSE_PORT',
      'is on, which requires a real NEXT_HOP: the try-out mailbox is in the memory of one process',
    );
  }
  for (const [name, number] of Object.entries({ HTTP_PORT: httpPort, SMTP_PORT: smtpPort })) {
    if (number !== 0) continue;
    throw new ConfigError(
      name,
      'must be the same port for all processes if REUSE_PORT is on, but 0 is a different one for each',
    );
  }
}

/** Whether owners may have several aliases here, if the setting or a plan allows it. */
export const mayHaveSeveral = ({ ownership, auth }: Config): boolean =>
  ownership === 'confirmed' && auth.on;

/** The checks authenticate a sender, the history shows it, and a session proves who the owner is. */
export const knowsSenders = ({ auth, history, trust }: Config): boolean =>
  auth.on && history && trust.checks;

/**
 * An address is confirmed by a session. On PostgreSQL another program may start sessions: a Supabase does
 * (docs/supabase.md).
 */
function checkOwnership(config: Config): void {
  const { ownership, auth, databaseUrl: database, aliasesPerOwner } = config;
  if (aliasesPerOwner > 1 && !mayHaveSeveral(config)) {
    throw new ConfigError(
      'ALIASES_PER_OWNER',
      `is ${aliasesPerOwner}, which requires OWNERSHIP=confirmed and AUTH=on: only a confirmed address can have several aliases`,
    );
  }
  if (ownership === 'open' || auth.on || !database.startsWith('sqlite:')) return;
  throw new ConfigError(
    'OWNERSHIP',
    'is confirmed, which requires sessions: set AUTH=on, or OWNERSHIP=open to forward to any address that a visitor enters',
  );
}

/** The configuration: the environment's variables, read once at start into one typed value. `.env.example` lists them. */

import { isLoopback } from './listen-address.ts';
import { parseSmsHook } from './sms-hook.ts';
import { aliasDomains, aliasNumbers, operatorEmail } from './alias-values.ts';
import { authValues } from './auth-values.ts';
import { MOST_ALIASES_PER_OWNER } from '#rules/plan.ts';
import { ConfigError } from './config-error.ts';
import { filterValues } from './filter-values.ts';
import {
  addressRanges,
  databaseUrl,
  dnsServers,
  hostName,
  listenAddress,
  madeIn,
  origin,
  outgoingAddresses,
} from './net-values.ts';
import { nextHop, wayOut } from './next-hop.ts';
import { replyValues } from './reply-values.ts';
import { trustValues } from './trust-values.ts';
import { choice, type Environment, keys, optional, port, text, wholeNumber } from './values.ts';

/** RFC 5321 section 4.5.3.1.7: a server takes messages of 64K octets at least. */
const LEAST_MESSAGE_BYTES = 65_536;
/** A message is held in one process's memory; mail is the wrong tool for a larger one. */
const MOST_MESSAGE_BYTES = 1_073_741_824;
const MOST_INFLIGHT_BYTES = 1_099_511_627_776;

/** All settings of the service. */
export type Config = ReturnType<typeof parse>;

/** Pure: reads nothing but `env`. An empty value counts as not set. */
export function readConfig(env: Environment): Config | ConfigError {
  try {
    const config = parse(env);
    checkPorts(config);
    checkSwitches(config);
    checkOwnership(config);
    checkReports(config);
    checkProxies(config);
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

/** Each value, held against what it may be by itself. @throws ConfigError */
function parse(env: Environment) {
  const host = listenAddress(env, 'HOST', '127.0.0.1');
  const domains = aliasDomains(env, 'ALIAS_DOMAINS', 'alias.localhost');
  const names = { domains, numbers: aliasNumbers(env, 'ALIAS_NUMBERS') };
  const mailHost = hostName(env, 'MAIL_HOST', `mx.${domains[0]}`);
  const bounceDomain = hostName(env, 'BOUNCE_DOMAIN', `b.${domains[0]}`);
  const maxMessageBytes = wholeNumber(env, 'MAX_MESSAGE_BYTES', 52_428_800, [
    LEAST_MESSAGE_BYTES,
    MOST_MESSAGE_BYTES,
  ]);
  const target = nextHop(env, 'NEXT_HOP', 'mailbox:');
  const trust = trustValues(env, target.kind === 'mailbox');
  const ownership = choice(
    env,
    'OWNERSHIP',
    target.kind === 'mailbox' ? ['open', 'confirmed'] : ['confirmed', 'open'],
  );
  return {
    /** IP addresses, or `localhost`, that the servers listen on; the try-out mailbox's page is on `httpHost`. */
    httpHost: host,
    smtpHost: listenAddress(env, 'SMTP_HOST', host),
    adminHost: listenAddress(env, 'ADMIN_HOST', '127.0.0.1'),
    /** Ports; 0 lets the system choose one. */
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
    /** Whether the service makes a database where there is none. */
    newDatabase: choice(
      env,
      'NEW_DATABASE',
      target.kind === 'mailbox' ? ['allow', 'refuse'] : ['refuse', 'allow'],
    ),
    /** `mailbox`: the built-in try-out mailbox. */
    nextHop: target,
    /** The proofs that are asked of servers found by MX. */
    wayOut: wayOut(env),
    /** Of the DNS; empty: those of the system. */
    dnsServers: dnsServers(env, 'DNS_SERVERS'),
    /** Of what keeps unwanted mail out. */
    filter: filterValues(env),
    /** Addresses of ours that mail leaves from, one of a family; empty: the system chooses. */
    outgoingAddresses: outgoingAddresses(env, 'OUTGOING_ADDRESS'),
    /** Our name in the greeting, EHLO and Received. */
    mailHost,
    /** Domain of our return addresses (SRS). */
    bounceDomain,
    /** Receives mail to postmaster@ and abuse@. */
    operatorEmail: operatorEmail(env, 'OPERATOR_EMAIL', { space: names, mailHost, bounceDomain }),
    /** Whether other servers may try our policy for them (MTA-STS) out, or must obey it. */
    mtaStsIn: choice(env, 'MTA_STS_IN', ['testing', 'enforce']),
    /** Paths of PEM files. */
    tls: tlsFiles(env),
    /** Addresses and CIDR ranges whose X-Forwarded-For counts. */
    trustedProxies: addressRanges(env, 'TRUSTED_PROXIES'),
    /** On which ports they tell their client by the PROXY protocol, and must. */
    proxyProtocol: choice(env, 'PROXY_PROTOCOL', ['off', 'smtp', 'http', 'both']),
    /** Undefined: made at first start and kept in the store. */
    anonKey: keys(env, 'ANON_KEY', 1, 1)[0],
    /** The root secret, and behind it earlier ones that are still believed. Empty: made at first start and kept in the store. */
    secretKeys: keys(env, 'SECRET_KEY', 32, 5),
    testMail: choice(env, 'TEST_MAIL', ['live', 'simulated']),
    madeIn: madeIn(env, 'MADE_IN', 'Vite|https://vite.dev'),
    /** The hook that takes codes to phones; undefined: there is none. */
    smsHook: optional(env, 'AUTH_SMS_HOOK', parseSmsHook),
    /** Whether an address must be confirmed before anything is forwarded to it. */
    ownership,
    /** The number of aliases that a proven address may have, unless it has a number of its own. */
    aliasesPerOwner: wholeNumber(env, 'ALIASES_PER_OWNER', 1, [1, MOST_ALIASES_PER_OWNER]),
    /** Whether owners have a history of their mail. */
    history: choice(env, 'HISTORY', ownership === 'open' ? ['off', 'on'] : ['on', 'off']) === 'on',
    /** Of the session facility. */
    auth: authValues(env),
    /** Of checks and signatures. */
    trust,
    /** Of answers of owners. */
    replies: replyValues(env, trust.checks),
    rateLimits: choice(env, 'RATE_LIMITS', ['on', 'off']) === 'on',
    /** Whether HTTP and SMTP share their ports with other processes of this machine. */
    reusePort: choice(env, 'REUSE_PORT', ['off', 'on']) === 'on',
    /** What the log says of mail; each word says what those before it do, too. */
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

/** Each server needs a port of its own; said here, because "address in use" would send the reader looking elsewhere. */
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

/** Options that let anybody sign in are for tests: such a service is reached from this machine alone, and sends no mail away. */
function checkSwitches({ auth, httpHost, smtpHost, nextHop: { kind } }: Config): void {
  const confined = kind === 'mailbox' && [httpHost, smtpHost].every(isLoopback);
  for (const [word, on] of Object.entries(auth.switches)) {
    if (!on || confined) continue;
    throw new ConfigError(
      'AUTH',
      `can have ${word} only where HOST is a loopback address and NEXT_HOP is mailbox:`,
    );
  }
}

/** RFC 8460 section 5.3: a report is signed, and a signature is of the checks. */
function checkReports({ wayOut: { tlsReports }, trust: { checks }, nextHop: { kind } }: Config) {
  if (!tlsReports || checks || kind === 'mailbox') return;
  throw new ConfigError('MTA_STS', 'is report, which needs MAIL_CHECKS=on: reports are signed');
}

/** The proxies that may name the client of a connection must be listed: else everybody could take any address. */
function checkProxies({ proxyProtocol, trustedProxies }: Config): void {
  if (proxyProtocol === 'off' || trustedProxies.length > 0) return;
  throw new ConfigError(
    'PROXY_PROTOCOL',
    `is ${proxyProtocol}, which needs TRUSTED_PROXIES: only they are believed`,
  );
}

/** Processes can share neither a port that the system chooses nor mail in the memory of one of them. */
function checkSharedPorts({ reusePort, httpPort, smtpPort, nextHop: { kind } }: Config): void {
  if (!reusePort) return;
  if (kind === 'mailbox') {
    throw new ConfigError(
      'REUSE_PORT',
      'is on, which needs a NEXT_HOP: the try-out mailbox is in the memory of one process',
    );
  }
  for (const [name, number] of Object.entries({ HTTP_PORT: httpPort, SMTP_PORT: smtpPort })) {
    if (number !== 0) continue;
    throw new ConfigError(
      name,
      'must be the same port for all processes where REUSE_PORT is on, and 0 is a different one for each',
    );
  }
}

/** Whether owners may have several aliases here, if the setting or a plan says so. */
export const mayHaveSeveral = ({ ownership, auth }: Config): boolean =>
  ownership === 'confirmed' && auth.on;

/**
 * An address is confirmed by a session. On PostgreSQL another program may begin sessions: a Supabase does
 * (docs/supabase.md).
 */
function checkOwnership(config: Config): void {
  const { ownership, auth, databaseUrl: database, aliasesPerOwner } = config;
  if (aliasesPerOwner > 1 && !mayHaveSeveral(config)) {
    throw new ConfigError(
      'ALIASES_PER_OWNER',
      `is ${aliasesPerOwner}, which needs OWNERSHIP=confirmed and AUTH=on: several aliases are for a proven address alone`,
    );
  }
  if (ownership === 'open' || auth.on || !database.startsWith('sqlite:')) return;
  throw new ConfigError(
    'OWNERSHIP',
    'is confirmed, which needs sessions: set AUTH=on, or OWNERSHIP=open to forward to any address that a visitor names',
  );
}

/** The configuration: the environment's variables, read once at start into one typed value. `.env.example` lists them. */

import type { MailLogging } from '#mail/forward/delivery-log.ts';
import type { Target } from '#mail/smtp/send/route/target.ts';
import type { NameSpace } from '#rules/alias.ts';
import { isLoopback } from './listen-address.ts';
import { parseSmsHook, type SmsHook } from './sms-hook.ts';
import { aliasDomains, aliasNumbers, operatorEmail } from './alias-values.ts';
import { type AuthConfig, authValues } from './auth-values.ts';
import { ConfigError } from './config-error.ts';
import { type DnsServerSetting, dnsServers } from './dns-servers.ts';
import { type FilterConfig, filterValues } from './filter-values.ts';
import {
  addressRanges,
  databaseUrl,
  hostName,
  listenAddress,
  madeIn,
  origin,
  outgoingAddresses,
} from './net-values.ts';
import { nextHop, type WayOut, wayOut } from './next-hop.ts';
import { type ReplyConfig, replyValues } from './reply-values.ts';
import { type TrustConfig, trustValues } from './trust-values.ts';
import { choice, type Environment, keys, optional, port, text, wholeNumber } from './values.ts';

export type Config = {
  /** IP addresses, or `localhost`, that the servers listen on; the try-out mailbox's page is on `httpHost`. */
  httpHost: string;
  smtpHost: string;
  adminHost: string;
  /** Ports; 0 lets the system choose one. */
  httpPort: number;
  smtpPort: number;
  mailboxPort: number;
  adminPort: number;
  /** Origin as visitors see it, without a slash at its end; undefined: the address that HTTP listens on. */
  publicUrl: string | undefined;
  /** All aliases that can exist here. */
  names: NameSpace;
  /** `sqlite:path` or `postgres://...`. */
  databaseUrl: string;
  /** Whether the service makes a database where there is none. */
  newDatabase: 'allow' | 'refuse';
  /** `mailbox`: the built-in try-out mailbox. */
  nextHop: { kind: 'mailbox' } | Target;
  /** The proofs that are asked of servers found by MX. */
  wayOut: WayOut;
  /** Of the DNS; empty: those of the system. */
  dnsServers: DnsServerSetting[];
  /** Of what keeps unwanted mail out. */
  filter: FilterConfig;
  /** Addresses of ours that mail leaves from, one of a family; empty: the system chooses. */
  outgoingAddresses: string[];
  /** Our name in the greeting, EHLO and Received. */
  mailHost: string;
  /** Domain of our return addresses (SRS). */
  bounceDomain: string;
  /** Receives mail to postmaster@ and abuse@. */
  operatorEmail: string | undefined;
  /** Whether other servers may try our policy for them (MTA-STS) out, or must obey it. */
  mtaStsIn: 'testing' | 'enforce';
  /** Paths of PEM files. */
  tls: { certPath: string; keyPath: string } | undefined;
  /** Addresses and CIDR ranges whose X-Forwarded-For counts. */
  trustedProxies: string[];
  /** On which ports they tell their client by the PROXY protocol, and must. */
  proxyProtocol: 'off' | 'smtp' | 'http' | 'both';
  /** Undefined: made at first start and kept in the store. */
  anonKey: string | undefined;
  /** The root secret, and behind it earlier ones that are still believed. Empty: made at first start and kept in the store. */
  secretKeys: string[];
  testMail: 'live' | 'simulated';
  madeIn: { name: string; href: string };
  /** Whether an address must be confirmed before anything is forwarded to it. */
  ownership: 'open' | 'confirmed';
  /** Whether owners have a history of their mail. */
  history: boolean;
  /** Of the session facility. */
  auth: AuthConfig;
  /** Of checks and signatures. */
  trust: TrustConfig;
  /** Of answers of owners. */
  replies: ReplyConfig;
  rateLimits: boolean;
  /** Whether HTTP and SMTP share their ports with other processes of this machine. */
  reusePort: boolean;
  /** The hook that takes codes to phones; undefined: there is none. */
  smsHook: SmsHook | undefined;
  /** What the log says of mail; each word says what those before it do, too. */
  logMail: MailLogging;
  maxMessageBytes: number;
  maxInflightBytes: number;
};

/** RFC 5321 section 4.5.3.1.7: a server takes messages of 64K octets at least. */
const LEAST_MESSAGE_BYTES = 65_536;
/** A message is held in one process's memory; mail is the wrong tool for a larger one. */
const MOST_MESSAGE_BYTES = 1_073_741_824;
const MOST_INFLIGHT_BYTES = 1_099_511_627_776;

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

function parse(env: Environment): Config {
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
    httpHost: host,
    smtpHost: listenAddress(env, 'SMTP_HOST', host),
    adminHost: listenAddress(env, 'ADMIN_HOST', '127.0.0.1'),
    httpPort: port(env, 'HTTP_PORT', 3000),
    smtpPort: port(env, 'SMTP_PORT', 2525),
    mailboxPort: port(env, 'MAILBOX_PORT', 8025),
    adminPort: port(env, 'ADMIN_PORT', 9090),
    publicUrl: origin(env, 'PUBLIC_URL'),
    names,
    databaseUrl: databaseUrl(env, 'DATABASE_URL', 'sqlite:./data/veilpost.sqlite'),
    newDatabase: choice(
      env,
      'NEW_DATABASE',
      target.kind === 'mailbox' ? ['allow', 'refuse'] : ['refuse', 'allow'],
    ),
    nextHop: target,
    wayOut: wayOut(env),
    dnsServers: dnsServers(env, 'DNS_SERVERS'),
    filter: filterValues(env),
    outgoingAddresses: outgoingAddresses(env, 'OUTGOING_ADDRESS'),
    mailHost,
    bounceDomain,
    operatorEmail: operatorEmail(env, 'OPERATOR_EMAIL', { space: names, mailHost, bounceDomain }),
    mtaStsIn: choice(env, 'MTA_STS_IN', ['testing', 'enforce']),
    tls: tlsFiles(env),
    trustedProxies: addressRanges(env, 'TRUSTED_PROXIES'),
    proxyProtocol: choice(env, 'PROXY_PROTOCOL', ['off', 'smtp', 'http', 'both']),
    anonKey: keys(env, 'ANON_KEY', 1, 1)[0],
    secretKeys: keys(env, 'SECRET_KEY', 32, 5),
    testMail: choice(env, 'TEST_MAIL', ['live', 'simulated']),
    madeIn: madeIn(env, 'MADE_IN', 'Vite|https://vite.dev'),
    smsHook: optional(env, 'AUTH_SMS_HOOK', parseSmsHook),
    ownership,
    history: choice(env, 'HISTORY', ownership === 'open' ? ['off', 'on'] : ['on', 'off']) === 'on',
    auth: authValues(env),
    trust,
    replies: replyValues(env, trust.checks),
    rateLimits: choice(env, 'RATE_LIMITS', ['on', 'off']) === 'on',
    reusePort: choice(env, 'REUSE_PORT', ['off', 'on']) === 'on',
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

function tlsFiles(env: Environment): Config['tls'] {
  const certPath = text(env, 'TLS_CERT');
  const keyPath = text(env, 'TLS_KEY');
  if (certPath === undefined && keyPath === undefined) return undefined;
  if (certPath === undefined) {
    throw new ConfigError(
      'TLS_CERT',
      'must name the PEM file of the certificate when TLS_KEY is set',
    );
  }
  if (keyPath === undefined) {
    throw new ConfigError(
      'TLS_KEY',
      'must name the PEM file of the private key when TLS_CERT is set',
    );
  }
  return { certPath, keyPath };
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

/**
 * An address is confirmed by a session. On PostgreSQL another program may begin sessions: a Supabase does
 * (docs/supabase.md).
 */
function checkOwnership({ ownership, auth, databaseUrl: database }: Config): void {
  if (ownership === 'open' || auth.on || !database.startsWith('sqlite:')) return;
  throw new ConfigError(
    'OWNERSHIP',
    'is confirmed, which needs sessions: set AUTH=on, or OWNERSHIP=open to forward to any address that a visitor names',
  );
}

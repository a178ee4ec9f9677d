/** The start of a session: greeting, EHLO, STARTTLS, AUTH. After that the server accepts messages. */

import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type { Clock } from '#time/clock.ts';
import { isPositive } from '../../reply.ts';
import type { DeliveryStage } from '../../delivery.ts';
import { CHAIN_ALONE } from '../tls/connection-proof.ts';
import type { Channel } from './channel.ts';
import { ConnectionFailure } from './connection-failure.ts';
import { type Extensions, NO_EXTENSIONS, parseExtensions } from './extensions.ts';
import type { FarReply } from './reply-parser.ts';
import type { Stopwatch } from './stopwatch.ts';

/** Timeout of the greeting. RFC 5321 section 4.5.3.2.1 recommends 5 minutes, but our own sender waits, and another server may answer. */
const GREETING_MS = 45_000;
/** Timeout of EHLO, of STARTTLS, of the handshake and of each step of AUTH, in milliseconds. */
const HELLO_MS = 20_000;

/**
 * The security that a connection must have.
 * `opportunistic`: STARTTLS if offered, with any certificate; plaintext if it fails (RFC 7435).
 * `required`: STARTTLS with a verified certificate, or failure. `implicit`: TLS from the first octet, verified (RFC 8314).
 */
export type TlsPolicy = 'opportunistic' | 'required' | 'implicit';

/** User and password of a relay. */
export type Credentials = { user: string; password: string };

/** The settings of a session's start: our name, the server's name, TLS and credentials. */
export type HelloOptions = {
  /** Our own name in EHLO. */
  hostname: string;
  /** The server's name, for its certificate. */
  host: string;
  /** The server name in the handshake (SNI); absent: `host`. */
  serverName?: string;
  /** `demanded`: STARTTLS or failure; the caller compares the certificate with the required proof. */
  tls: TlsPolicy | 'demanded' | 'none';
  /** Certificate authorities, PEM; absent: those that Node trusts. */
  ca?: string;
  credentials?: Credentials;
};

/** The settings that are the same for all servers. */
export type OwnSettings = Pick<HelloOptions, 'hostname' | 'ca'>;

/** The server answered a step of the session's start with 4yz or 5yz. */
export class SessionRefused extends Error {
  override readonly name = 'SessionRefused';
  readonly stage: DeliveryStage;
  readonly far: FarReply;

  constructor(stage: DeliveryStage, far: FarReply) {
    super(`${stage} was answered ${far.code}`);
    this.stage = stage;
    this.far = far;
  }
}

/**
 * @param deadline in milliseconds on the clock
 * @param stopwatch enters each stage as it begins
 * @returns the extensions that the server offers
 * @throws ConnectionFailure, SessionRefused
 */
export async function hello(
  channel: Channel,
  options: HelloOptions,
  clock: Clock,
  deadline: number,
  stopwatch: Stopwatch,
): Promise<Extensions> {
  const until = (timeoutMs = HELLO_MS) => Math.min(clock.now() + timeoutMs, deadline);
  if (options.tls === 'implicit') {
    stopwatch.enter('starttls');
    await channel.secure(tlsOptions(options), until());
  }
  stopwatch.enter('greeting');
  requirePositive('greeting', await channel.reply(until(GREETING_MS)));
  stopwatch.enter('ehlo');
  let offered = await ehlo(channel, options, until);
  stopwatch.enter('starttls');
  if (options.tls !== 'implicit' && (await startTls(channel, options, offered, until))) {
    // RFC 3207 section 4.2: the extensions offered in plaintext do not count.
    stopwatch.enter('ehlo');
    offered = await ehlo(channel, options, until);
  }
  if (options.credentials) {
    stopwatch.enter('auth');
    const far = await authenticate(channel, offered, options.credentials, until);
    requirePositive('auth', far);
  }
  return offered;
}

async function ehlo(
  channel: Channel,
  { hostname }: HelloOptions,
  until: () => number,
): Promise<Extensions> {
  channel.write(`EHLO ${hostname}\r\n`);
  const far = await channel.reply(until());
  if (isPositive(far.code)) return parseExtensions(far);
  if (far.code < 500) requirePositive('ehlo', far);
  // RFC 5321 section 3.2: a server that does not support EHLO may support HELO.
  channel.write(`HELO ${hostname}\r\n`);
  requirePositive('ehlo', await channel.reply(until()));
  return NO_EXTENSIONS;
}

/** Starts TLS if the options and the server allow it. @returns whether TLS is on after that */
async function startTls(
  channel: Channel,
  options: HelloOptions,
  offered: Extensions,
  until: () => number,
): Promise<boolean> {
  const { tls } = options;
  if (!offered.startTls || tls === 'none') {
    if (tls !== 'required' && tls !== 'demanded') return false;
    throw channel.fail('no-starttls', 'STARTTLS is not offered');
  }
  channel.write('STARTTLS\r\n');
  const far = await channel.reply(until());
  if (!isPositive(far.code)) {
    // RFC 3207 section 4 and RFC 7435 section 3: after 454 the client may continue in plaintext.
    if (tls === 'demanded') throw channel.fail('no-starttls', `reply ${far.code} to STARTTLS`);
    if (tls === 'required') requirePositive('starttls', far);
    return false;
  }
  await channel.secure(tlsOptions(options), until());
  return true;
}

/** @throws SessionRefused, ConnectionFailure unless the reply is positive */
function requirePositive(stage: DeliveryStage, far: FarReply): void {
  if (far.code >= 400) throw new SessionRefused(stage, far);
  if (!isPositive(far.code))
    throw new ConnectionFailure('garbled', `reply ${far.code} to ${stage}`);
}

function tlsOptions({ host, serverName = host, tls, ca }: HelloOptions): ConnectionOptions {
  const byCaller = tls === 'opportunistic' || tls === 'demanded';
  const connection: ConnectionOptions = byCaller ? { host, ...CHAIN_ALONE } : { host };
  // RFC 6066 section 3: the server name is never an IP address.
  if (isIP(serverName) === 0) connection.servername = serverName;
  if (ca !== undefined) connection.ca = ca;
  return connection;
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

/**
 * RFC 4954: authenticates with AUTH PLAIN if the server offers it, else with LOGIN.
 * @param until the deadline of the next reply, in milliseconds on the clock
 * @returns the server's last reply
 * @throws ConnectionFailure
 */
async function authenticate(
  channel: Channel,
  offered: Extensions,
  { user, password }: Credentials,
  until: () => number,
): Promise<FarReply> {
  if (offered.auth.includes('PLAIN')) {
    // RFC 4616 section 2: authorization identity (none), user, password.
    channel.write(`AUTH PLAIN ${base64(`\0${user}\0${password}`)}\r\n`);
    return channel.reply(until());
  }
  if (!offered.auth.includes('LOGIN')) {
    throw channel.fail('garbled', 'neither AUTH PLAIN nor AUTH LOGIN is offered');
  }
  channel.write('AUTH LOGIN\r\n');
  for (const answer of [user, password]) {
    const far = await channel.reply(until());
    if (far.code !== 334) return far;
    channel.write(`${base64(answer)}\r\n`);
  }
  return channel.reply(until());
}

/** From a fresh connection to one that takes mail: greeting, EHLO, STARTTLS, AUTH. */

import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import { isPositive } from '../../reply.ts';
import type { Stage } from '../../delivery.ts';
import type { Clock } from '#time/clock.ts';
import { authenticate } from './auth.ts';
import type { Channel } from './channel.ts';
import { ConnectionFailure } from './connection-failure.ts';
import { type Extensions, NO_EXTENSIONS, parseExtensions } from './extensions.ts';
import type { FarReply } from './reply-parser.ts';
import type { Stopwatch } from './stopwatch.ts';
import type { Credentials, TlsPolicy } from '../route/target.ts';

/** RFC 5321 section 4.5.3.2.1 asks for 5 minutes; our own sender is waiting, and another server may be there. */
const GREETING_MS = 45_000;
/** Patience for EHLO, for STARTTLS, for the handshake and for each step of AUTH, in milliseconds. */
const HELLO_MS = 20_000;

/** How we present ourselves, and what we ask for before any mail. */
export type Manners = {
  /** Our own name in EHLO. */
  hostname: string;
  /** The server's name, for its certificate. */
  host: string;
  tls: TlsPolicy | 'none';
  /** Further certificate authorities, PEM. */
  ca?: string | undefined;
  credentials?: Credentials | undefined;
};

/** The server answered a step of the hello with 4yz or 5yz. */
export class SessionRefused extends Error {
  override readonly name = 'SessionRefused';
  readonly stage: Stage;
  readonly far: FarReply;

  constructor(stage: Stage, far: FarReply) {
    super(`${stage} was answered ${far.code}`);
    this.stage = stage;
    this.far = far;
  }
}

/**
 * @param deadline milliseconds on the clock
 * @param watch enters each stage that begins
 * @returns what the server offers
 * @throws ConnectionFailure, SessionRefused
 */
export async function hello(
  channel: Channel,
  manners: Manners,
  clock: Clock,
  deadline: number,
  watch: Stopwatch,
): Promise<Extensions> {
  const until = (patience: number) => Math.min(clock.now() + patience, deadline);
  if (manners.tls === 'implicit') {
    watch.enter('starttls');
    await channel.secure(tlsOptions(manners), until(HELLO_MS));
  }
  watch.enter('greeting');
  accepted('greeting', await channel.reply(until(GREETING_MS)));
  watch.enter('ehlo');
  let offered = await ehlo(channel, manners, () => until(HELLO_MS));
  watch.enter('starttls');
  if (manners.tls !== 'implicit' && (await startTls(channel, manners, offered, until))) {
    // RFC 3207 section 4.2: what was offered in clear is forgotten.
    watch.enter('ehlo');
    offered = await ehlo(channel, manners, () => until(HELLO_MS));
  }
  if (manners.credentials) {
    watch.enter('auth');
    const far = await authenticate(channel, offered, manners.credentials, () => until(HELLO_MS));
    accepted('auth', far);
  }
  return offered;
}

async function ehlo(
  channel: Channel,
  { hostname }: Manners,
  until: () => number,
): Promise<Extensions> {
  channel.write(`EHLO ${hostname}\r\n`);
  const far = await channel.reply(until());
  if (isPositive(far.code)) return parseExtensions(far);
  if (far.code < 500) accepted('ehlo', far);
  // RFC 5321 section 3.2: a server that does not know EHLO may know HELO.
  channel.write(`HELO ${hostname}\r\n`);
  accepted('ehlo', await channel.reply(until()));
  return NO_EXTENSIONS;
}

/** Whether TLS is on afterwards. */
async function startTls(
  channel: Channel,
  manners: Manners,
  offered: Extensions,
  until: (patience: number) => number,
): Promise<boolean> {
  const required = manners.tls === 'required';
  if (!offered.startTls || manners.tls === 'none') {
    if (!required) return false;
    throw channel.fail('tls', 'STARTTLS is not offered');
  }
  channel.write('STARTTLS\r\n');
  const far = await channel.reply(until(HELLO_MS));
  if (!isPositive(far.code)) {
    // RFC 3207 section 4: after 454 the client may go on in clear; so does RFC 7435 section 3.
    if (required) accepted('starttls', far);
    return false;
  }
  await channel.secure(tlsOptions(manners), until(HELLO_MS));
  return true;
}

function accepted(stage: Stage, far: FarReply): void {
  if (far.code >= 400) throw new SessionRefused(stage, far);
  if (!isPositive(far.code))
    throw new ConnectionFailure('garbled', `reply ${far.code} to ${stage}`);
}

function tlsOptions({ host, tls, ca }: Manners): ConnectionOptions {
  const options: ConnectionOptions = { host, rejectUnauthorized: tls !== 'opportunistic' };
  // RFC 6066 section 3: the server name is never an IP address.
  if (isIP(host) === 0) options.servername = host;
  if (ca !== undefined) options.ca = ca;
  return options;
}

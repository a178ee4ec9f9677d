/** The way of mail: port 25 in both directions, and the relay. */

import type { Socket } from 'node:net';
import { domainOf } from '#rules/address.ts';
import { openConnection } from '#mail/smtp/send/session/client-connection.ts';
import { ConnectionFailure } from '#mail/smtp/send/session/connection-failure.ts';
import { dial } from '#mail/smtp/send/session/dial.ts';
import { SessionRefused } from '#mail/smtp/send/session/hello.ts';
import { tryRelay } from '../../observe/next-hop-watch.ts';
import { shown } from '../dns/records.ts';
import { addressesOf } from '../../net/addresses-of.ts';
import { type Finding, type Findings, findings, type Installation } from './examination.ts';

/** Longest time for one server, in milliseconds. */
const PATIENCE_MS = 15_000;

/** Longest time for all that is tried at a relay, in milliseconds. */
const RELAY_MS = 20_000;
/** RFC 5321 section 4.5.3.1.5: a line of a reply has 512 octets. */
const GREETING_OCTETS = 512;

/**
 * Whether other servers can be reached: connects to the server of the operator's own mailbox. Nothing if a relay sends.
 */
export async function examineOutwards(around: Installation): Promise<Findings> {
  const { config, resolve, connect, clock, mailPort: port } = around;
  if (config.nextHop.kind !== 'mx') return [];
  const { ok, warning, wrong } = findings('port 25 outwards');
  if (config.operatorEmail === undefined) {
    const fix = 'Set OPERATOR_EMAIL: the doctor connects to the server of that mailbox.';
    return warning('not tried', fix);
  }
  const domain = domainOf(config.operatorEmail);
  const mx = await resolve(domain, 'MX');
  const hosts = mx.kind === 'records' ? mx.records.toSorted((a, b) => a.priority - b.priority) : [];
  const host = hosts[0]?.exchange ?? domain;
  const addresses = await addressesOf(host, resolve);
  if (addresses.length === 0) {
    return warning('not tried', `The DNS has no address for the mail server of ${domain}.`);
  }
  try {
    const connection = await openConnection(
      { addresses, port },
      { hostname: config.mailHost, host, tls: 'opportunistic' },
      { connect, clock, onStage: () => {}, onProof: () => {} },
      { deadline: clock.now() + PATIENCE_MS, connectMs: PATIENCE_MS },
    );
    connection.quit();
    return ok(`${host} answers${connection.peer.tls ? `, by ${connection.peer.tls}` : ''}`);
  } catch (error) {
    if (error instanceof SessionRefused) {
      const text = `${host} answers, but rejects us with ${error.far.code}`;
      return warning(text, 'Check whether our address is on a blocklist, and its PTR record.');
    }
    if (!(error instanceof ConnectionFailure)) throw error;
    const fix =
      'Have your provider open outbound port 25, or send through a relay (NEXT_HOP=smtps://...).';
    return wrong(`${host} is not reachable (${error.reason})`, fix);
  }
}

/** Whether we can be reached at the addresses of our name, as far as this machine can find out. */
export async function examineInwards(around: Installation): Promise<Finding[]> {
  const { config, resolve } = around;
  const addresses = await addressesOf(config.mailHost, resolve);
  return Promise.all(addresses.map((address) => examineAddress(address, around)));
}

async function examineAddress(address: string, around: Installation): Promise<Finding> {
  const { config, mailPort, ownAddresses } = around;
  const { ok, warning, wrong } = findings(`port 25 at ${address}`);
  const greeting = await greetingOf(address, around);
  if (greeting === undefined) {
    const text = 'no answer from there to this machine';
    if (ownAddresses.includes(address)) {
      return wrong(
        text,
        `Start the service with SMTP_PORT=${mailPort} and HOST=127.0.0.1,smtp=::, and open the port.`,
      );
    }
    return warning(text, 'Try it from another network: a router may not route back to its own.');
  }
  // RFC 5321 section 4.2: the greeting has the server's name after its code.
  const [, code = '', name = ''] = /^(\d{3})[ -](\S*)/.exec(greeting) ?? [];
  if (name.toLowerCase() !== config.mailHost) {
    const text = `another server answers: ${shown(greeting)}`;
    return wrong(text, 'Stop what listens there (ss -ltnp), or correct the address in the DNS.');
  }
  if (code === '220') return ok('the service answers');
  return warning(`the service answers ${code}`, 'Check its log.');
}

/** The first line that a server sends, without its line end; undefined if no server answers. */
async function greetingOf(
  address: string,
  { connect, clock, mailPort: port }: Installation,
): Promise<string | undefined> {
  const until = clock.now() + PATIENCE_MS;
  let socket: Socket;
  try {
    socket = await dial({ addresses: [address], port }, connect, clock, until);
  } catch (error) {
    if (error instanceof ConnectionFailure) return undefined;
    throw error;
  }
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const cancel = clock.after(until - clock.now(), () => resolve(undefined));
  let text = '';
  socket.on('data', (octets: Buffer) => {
    text += octets.toString('latin1');
    const end = text.indexOf('\r\n');
    if (end >= 0 || text.length > GREETING_OCTETS) {
      resolve(text.slice(0, end >= 0 ? end : GREETING_OCTETS));
    }
  });
  for (const event of ['end', 'close', 'error']) socket.on(event, () => resolve(undefined));
  const greeting = await promise;
  cancel();
  socket.end('QUIT\r\n', () => socket.destroy());
  return greeting;
}

/** The relay: whether it greets us, secures the connection and accepts our login. Nothing if mail does not go to a relay. */
export async function examineRelay({ config, connect, clock }: Installation): Promise<Findings> {
  const { nextHop: relay, mailHost: hostname } = config;
  if (relay.kind !== 'relay') return [];
  const { ok, warning, wrong } = findings(`relay ${relay.host}`);
  try {
    const tls = await tryRelay(relay, { hostname, connect, clock }, RELAY_MS);
    const login = relay.credentials ? ' and accepts our login' : '';
    return ok(`it answers${login}, ${tls ?? 'in plaintext'}`);
  } catch (error) {
    if (error instanceof SessionRefused) {
      const text = `it refuses ${error.stage === 'auth' ? 'our login' : 'us'} with ${error.far.code}`;
      const fix =
        error.stage === 'auth' ? 'Check user and password in NEXT_HOP.' : 'Ask who runs it.';
      // A transient failure is retried with each message.
      return error.far.code < 500 ? warning(text, fix) : wrong(text, fix);
    }
    if (!(error instanceof ConnectionFailure)) throw error;
    const text = `${TROUBLE[error.reason]} (${error.stage})`;
    return wrong(text, 'Check host, port and ?tls= in NEXT_HOP.');
  }
}

const TROUBLE: Record<ConnectionFailure['reason'], string> = {
  unreachable: 'it is not reachable',
  closed: 'it closes the connection',
  silent: 'it does not respond',
  garbled: 'the server there does not speak SMTP',
  'no-starttls': 'it does not offer STARTTLS',
  tls: 'TLS fails, or its certificate is not valid',
};

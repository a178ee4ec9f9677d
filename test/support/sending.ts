/** Fixtures of the sending side for the fake next hop. */

import assert from 'node:assert/strict';
import { connect, Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Envelope, WireMessage } from '#mail/message/message.ts';
import type { Delivery } from '#mail/smtp/delivery.ts';
import type { MailLog } from '#mail/smtp/mail-log.ts';
import { createNextHop, type NextHopOptions } from '#mail/smtp/send/route/create-next-hop.ts';
import type { Relay } from '#mail/smtp/send/route/target.ts';
import { FakeClock } from './fake-clock.ts';
import { fakeDns, mx, type Node } from './zone-resolver.ts';
import { type FakeHopOptions, FakeNextHop, type Script } from './fake-next-hop.ts';

export const envelope: Envelope = {
  reversePath: 'sender@origin.test',
  forwardPath: 'real@mailbox.test',
  utf8: false,
};

/** A message in wire form. @param pieces the cuts between its chunks */
export function wireMessage(...pieces: string[]): WireMessage {
  const chunks = pieces.map((piece) => Buffer.from(piece, 'latin1'));
  const all = Buffer.concat(chunks);
  return { chunks, octets: all.length, eightBit: all.some((octet) => octet > 127) };
}

export const message = wireMessage('Subject: hello\r\n\r\n', 'Hello.\r\n..dotted\r\n');

/** No line of it begins with a dot. */
export const dotless = wireMessage('Subject: hello\r\n\r\n', 'Hello.\r\n');

export class RecordingLog implements MailLog {
  readonly lines: string[] = [];
  readonly debug = (fields: object, event: string): void => this.#keep('debug', fields, event);
  readonly info = (fields: object, event: string): void => this.#keep('info', fields, event);
  readonly warn = (fields: object, event: string): void => this.#keep('warn', fields, event);

  #keep(level: string, fields: object, event: string): void {
    this.lines.push(`${level} ${event} ${JSON.stringify(fields)}`);
  }
}

/** Yields to the event loop until other code makes a condition true. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setImmediate();
}

/** The verdict on a delivery, such as `deferred 451 4.4.2`. `unknown` follows if the server may have the message. */
export function verdictOf(delivery: Delivery): string {
  const { kind, reply } = delivery;
  if (kind === 'accepted') return kind;
  const unknown = 'unknown' in delivery ? ' unknown' : '';
  return `${kind} ${reply.code} ${reply.enhanced}${unknown}`;
}

/** A next hop on a fake clock, without retries by default. */
export function sending(options: Pick<NextHopOptions, 'target'> & Partial<NextHopOptions>) {
  const clock = new FakeClock();
  const log = new RecordingLog();
  const nextHop = createNextHop({
    hostname: 'mx.ours.test',
    resolve: fakeDns().resolve,
    connect,
    clock,
    random: () => 0,
    log,
    ownAddresses: [],
    retryMs: 0,
    ...options,
  });
  const send = async (wire = message, to: Partial<Envelope> = {}) =>
    verdictOf(await nextHop.deliver({ ...envelope, ...to }, wire, clock.now() + 150_000));
  return { nextHop, clock, log, deadline: clock.now() + 150_000, send };
}

/**
 * A fake server, a next hop that relays to it, and our sockets in their order; all end with the test.
 * @param options.isTrusted whether the next hop trusts the issuer of the server's certificate
 */
export async function relaying(
  t: TestContext,
  hopOptions: FakeHopOptions = {},
  options: Partial<NextHopOptions> & { relay?: Partial<Relay>; isTrusted?: boolean } = {},
) {
  const hop = await FakeNextHop.start(hopOptions);
  const { port } = hop;
  const { relay, isTrusted = true, ...others } = options;
  const sockets: Socket[] = [];
  const made = sending({
    target: { kind: 'relay', host: 'localhost', port, tls: 'opportunistic', ...relay },
    // The name is only for the certificate.
    connect: ({ onread }) => {
      const socket = connect({ host: '127.0.0.1', port, onread });
      sockets.push(socket);
      return socket;
    },
    ...(isTrusted && { ca: hop.certificate.cert }),
    ...others,
  });
  t.after(async () => {
    await made.nextHop.close();
    await hop.close();
  });
  return { hop, sockets, ...made };
}

/** A fake server that ends with the test. */
export const server = (t: TestContext, script: Script = {}, options: FakeHopOptions = {}) =>
  FakeNextHop.during((cleanUp) => t.after(cleanUp), { script, ...options });

/** Fails if any part of the envelope or the message reached a server with a policy in plaintext. */
export function keepsSecret({ inClear }: FakeNextHop): void {
  assert.doesNotMatch(
    Buffer.concat(inClear).toString('latin1'),
    /MAIL|RCPT|DATA|sender@|real@|hello/i,
  );
}

/** The mailbox's domain with two servers, at 192.0.2.1 and 192.0.2.2. */
export const TWO_SERVERS: Record<string, Node> = {
  'mailbox.test': { MX: mx([20, 'b.test'], [10, 'a.test']) },
  'a.test': { A: ['192.0.2.1'] },
  'b.test': { A: ['192.0.2.2'] },
};

/** The server at an address of the fake Internet. */
type Site = FakeNextHop | 'refuses' | 'black hole';

/** A next hop with MX look-ups in an Internet of these zones and these hosts. */
export function goingByMx(
  t: TestContext,
  zones: Record<string, Node>,
  sites: Record<string, Site>,
  options: Partial<NextHopOptions> = {},
) {
  const dialled: string[] = [];
  let connected = 0;
  const dns = fakeDns(zones);
  const made = sending({
    target: { kind: 'mx' },
    resolve: dns.resolve,
    connect: ({ host, port, onread }) => {
      dialled.push(`${host} ${port}`);
      const site = sites[host] ?? 'refuses';
      if (site instanceof FakeNextHop) {
        const to = { host: '127.0.0.1', port: site.port, onread };
        return connect(to).once('connect', () => connected++);
      }
      const socket = new Socket();
      return site === 'refuses' ? socket.destroy(new Error('refused')) : socket;
    },
    ...options,
  });
  t.after(() => made.nextHop.close());
  return { dialled, connected: () => connected, dns, ...made };
}

/** Queries over UDP: connected sockets to one server; the system drops datagrams from all others. */

import type { createSocket as CreateSocket, Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { Clock } from '#time/clock.ts';
import { mixedCase } from './names.ts';
import { answers, encodeQuery } from './wire.ts';

/** RFC 5452 section 9.2: a forger also has to guess the port, out of all open ones. */
const SOCKETS = 16;
/** The number of queries after which a socket, and so its port, is replaced. */
const QUERIES = 200;
const IDS = 65_536;

export type DnsServer = {
  address: string;
  port: number;
};

export type UdpOptions = {
  createSocket: typeof CreateSocket;
  clock: Clock;
  /** A random whole number from 0 to below `below`, unpredictable, such as node:crypto's randomInt. */
  randomInt: (below: number) => number;
};

export type Exchange = {
  query: Buffer;
  message: Buffer;
  /** The message may be forged: the case of its name differs. */
  doubtful: boolean;
};

export class UdpSockets {
  readonly #server: DnsServer;
  readonly #options: UdpOptions;
  readonly #sockets: (UdpSocket | undefined)[] = Array.from({ length: SOCKETS });
  readonly #replaced = new Set<UdpSocket>();
  #closed = false;

  constructor(server: DnsServer, options: UdpOptions) {
    this.#server = server;
    this.#options = options;
  }

  /** @returns undefined if the server does not answer in time, or is unreachable. @param name in wire form */
  ask(name: Buffer, type: number, ms: number): Promise<Exchange | undefined> {
    if (this.#closed) return Promise.resolve(undefined);
    const place = this.#options.randomInt(SOCKETS);
    let socket = this.#sockets[place];
    if (socket === undefined || socket.broken || socket.queries >= QUERIES) {
      if (socket) this.#retire(socket);
      socket = new UdpSocket(this.#server, this.#options);
      this.#sockets[place] = socket;
    }
    return socket.ask(name, type, ms);
  }

  close(): void {
    this.#closed = true;
    for (const socket of [...this.#sockets, ...this.#replaced]) socket?.close();
  }

  /** Answers to earlier queries may still arrive. */
  #retire(socket: UdpSocket): void {
    this.#replaced.add(socket);
    void socket.drained().then(() => {
      this.#replaced.delete(socket);
      socket.close();
    });
  }
}

type Received = Omit<Exchange, 'query'>;
type Pending = { query: Buffer; end: (received: Received | undefined) => void };

class UdpSocket {
  readonly #options: UdpOptions;
  readonly #socket: Socket;
  readonly #pending = new Map<number, Pending>();
  /** Packets queued until it is connected. */
  #held: Buffer[] | undefined = [];
  #drained: (() => void) | undefined;
  queries = 0;
  broken = false;

  constructor({ address, port }: DnsServer, options: UdpOptions) {
    this.#options = options;
    this.#socket = options.createSocket({ type: isIPv6(address) ? 'udp6' : 'udp4' });
    this.#socket.on('message', (message) => this.#received(message));
    // ICMP reports that the port or the host is unreachable.
    this.#socket.on('error', () => this.close());
    this.#socket.on('connect', () => {
      const held = this.#held ?? [];
      this.#held = undefined;
      for (const query of held) this.#send(query);
    });
    this.#socket.connect(port, address);
  }

  async ask(name: Buffer, type: number, ms: number): Promise<Exchange | undefined> {
    if (this.broken) return undefined;
    this.queries++;
    let id = this.#options.randomInt(IDS);
    while (this.#pending.has(id)) id = this.#options.randomInt(IDS);
    const query = encodeQuery(id, mixedCase(name, this.#options.randomInt), type);
    const answered = Promise.withResolvers<Received | undefined>();
    this.#pending.set(id, { query, end: answered.resolve });
    const cancel = this.#options.clock.after(ms, () => answered.resolve(undefined));
    if (this.#held) this.#held.push(query);
    else this.#send(query);
    const received = await answered.promise;
    cancel();
    this.#pending.delete(id);
    if (this.#pending.size === 0) this.#drained?.();
    return received && { query, ...received };
  }

  /** Resolves when all queries were answered or have timed out. */
  drained(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#drained = resolve;
    if (this.#pending.size === 0) resolve();
    return promise;
  }

  close(): void {
    if (this.broken) return;
    this.broken = true;
    this.#socket.close();
    for (const { end } of this.#pending.values()) end(undefined);
  }

  #send(query: Buffer): void {
    this.#socket.send(query, (error) => {
      if (error) this.close();
    });
  }

  /** A datagram that does not answer a query of this socket is ignored: it may be forged, or late. */
  #received(message: Buffer): void {
    const pending = message.length < 2 ? undefined : this.#pending.get(message.readUInt16BE(0));
    const answer = pending === undefined ? 'no' : answers(message, pending.query);
    if (answer !== 'no') pending?.end({ message, doubtful: answer === 'case' });
  }
}

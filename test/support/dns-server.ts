/** A DNS server for tests, over UDP and TCP on one port: it serves a given zone, and misbehaves on demand. */

import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import {
  encodedMessage,
  type Question,
  questionOf,
  recordsOf,
  type ServedName,
  uint16,
} from './dns-message.ts';
import { randomInt } from 'node:crypto';
import type { TestContext } from 'node:test';
import { Resolver, type ResolverOptions } from '#mail/dns/resolver.ts';
import { FakeClock } from './fake-clock.ts';
import { listenOnLoopback } from './loopback.ts';

export type Via = 'UDP' | 'TCP';

/** @returns the messages sent instead of the correct reply, which may be changed in place; none for silence */
export type DnsBehaviour = (
  asked: Question & { via: Via; query: Buffer },
  reply: Buffer,
) => Buffer[];

export type DnsServerOptions = {
  /** Address to listen on; 127.0.0.1 by default. */
  host?: string;
  port?: number;
  behaviour?: DnsBehaviour;
  /** TTL of negative answers in seconds, for the SOA; 60 by default. */
  minimum?: number;
};

export class DnsServer {
  /** Every question with its protocol, such as `UDP MX mailbox.test`. */
  readonly questions: string[] = [];
  /** The source ports of UDP queries, in their order. */
  readonly ports: number[] = [];
  readonly host: string;
  port = 0;
  /** Names in lower case with their records; may be changed at any time. */
  readonly names: Record<string, ServedName>;
  /** May be changed at any time. */
  behaviour: DnsBehaviour | undefined;
  readonly #minimum: number;
  readonly #tcp = createServer((socket) => this.#converse(socket));
  readonly #udp: UdpSocket;
  readonly #connections = new Set<Socket>();
  #held: (() => void)[] | undefined;

  private constructor(names: Record<string, ServedName>, options: DnsServerOptions) {
    this.names = names;
    this.behaviour = options.behaviour;
    this.#minimum = options.minimum ?? 60;
    this.host = options.host ?? '127.0.0.1';
    this.#udp = createSocket(this.host.includes(':') ? 'udp6' : 'udp4');
    this.#udp.on('message', (query, { port, address }) => {
      this.ports.push(port);
      this.#answer('UDP', query, (reply) => this.#udp.send(reply, port, address));
    });
  }

  static async start(
    names: Record<string, ServedName>,
    options: DnsServerOptions = {},
  ): Promise<DnsServer> {
    const server = new DnsServer(names, options);
    server.port = await listenOnLoopback(server.#tcp, options.port, server.host);
    try {
      await once(server.#udp.bind(server.port, server.host), 'listening');
    } catch (error) {
      // A port that is free for TCP may be in use for UDP: then try another.
      server.#tcp.close();
      if (options.port) throw error;
      return DnsServer.start(names, options);
    }
    return server;
  }

  /** A server that ends with the test. */
  static async during(t: Pick<TestContext, 'after'>, ...given: Parameters<typeof DnsServer.start>) {
    const server = await DnsServer.start(...given);
    t.after(() => server.close());
    return server;
  }

  /** Holds all replies until `release`. */
  hold(): void {
    this.#held ??= [];
  }

  /** Sends the held replies, and further ones at once. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const send of held) send();
  }

  close(): void {
    this.#udp.close();
    this.#tcp.close();
    for (const socket of this.#connections) socket.destroy();
  }

  #converse(socket: Socket): void {
    this.#connections.add(socket);
    socket.on('close', () => this.#connections.delete(socket));
    socket.on('error', () => {});
    let received = Buffer.alloc(0);
    socket.on('data', (octets) => {
      received = Buffer.concat([received, octets]);
      // RFC 1035 section 4.2.2: each message is preceded by its length.
      while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
        const end = 2 + received.readUInt16BE(0);
        this.#answer('TCP', received.subarray(2, end), (reply) => {
          socket.write(Buffer.concat([uint16(reply.length), reply]));
        });
        received = received.subarray(end);
      }
    });
  }

  #answer(via: Via, query: Buffer, send: (reply: Buffer) => void): void {
    const question = questionOf(query);
    this.questions.push(`${via} ${question.type} ${question.name}`);
    const found = recordsOf(this.names, question);
    const room = via === 'TCP' ? Infinity : question.udpOctets;
    const reply = encodedMessage(query, question, found, { room, minimum: this.#minimum });
    const replies = this.behaviour?.({ ...question, via, query }, reply) ?? [reply];
    for (const one of replies) {
      if (this.#held) this.#held.push(() => send(one));
      else send(one);
    }
  }
}

/** A resolver that ends with the test, on a stopped clock unless another one is given. */
export function resolverOf(
  t: TestContext,
  servers: readonly Pick<DnsServer, 'host' | 'port'>[],
  options: Partial<ResolverOptions> = {},
): Resolver {
  const resolver = new Resolver({
    servers: servers.map(({ host, port }) => ({ address: host, port })),
    createSocket,
    connect,
    clock: new FakeClock(),
    randomInt: (below) => randomInt(below),
    observe: () => {},
    ...options,
  });
  t.after(() => resolver.close());
  return resolver;
}

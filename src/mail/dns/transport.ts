/** Queries to the servers in turn: over UDP, and over TCP if the answer does not fit or may be forged. RFC 7766 section 5. */

import type { connect as Connect, Socket } from 'node:net';
import type { Answer } from './answer.ts';
import { BOGUS, MALFORMED, readAnswer } from './read-answer.ts';
import type { TypeOf } from './record-types.ts';
import { type DnsServer, type UdpOptions, UdpSockets } from './udp-sockets.ts';
import { ANSWER_OCTETS, answers, readReply } from './wire.ts';

/** The time for one attempt over UDP, and the same again over TCP, in milliseconds. */
const TRY_MS = 2000;
/** Attempts for one query; each server gets at least one. */
const TRIES = 2;

export type TransportOptions = UdpOptions & {
  connect: typeof Connect;
  /** At least one. */
  servers: readonly DnsServer[];
  /** Servers whose AD bit is trusted: it cannot be changed in transit. */
  trusted: (server: DnsServer) => boolean;
};

type Upstream = { server: DnsServer; udp: UdpSockets; answered: number };

export class Transport {
  readonly #options: TransportOptions;
  readonly #connections = new Set<Socket>();
  /** The server to query next comes first. */
  #upstreams: readonly Upstream[];
  #closed = false;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#upstreams = options.servers.map((server) => ({
      server,
      udp: new UdpSockets(server, options),
      answered: 0,
    }));
  }

  /** @param name lower case. @param octets the same in wire form */
  async ask<Data>(name: string, octets: Buffer, type: TypeOf<Data>): Promise<Answer<Data>> {
    const upstreams = this.#upstreams;
    /** Servers that have answered; an immediate retry would give the same answer. */
    const done = new Set<Upstream>();
    let answer: Answer<Data> = { kind: 'trouble', reason: 'timeout' };
    for (let i = 0; i < Math.max(TRIES, upstreams.length) && !this.#closed; i++) {
      const upstream = upstreams[i % upstreams.length];
      if (upstream === undefined || done.has(upstream)) continue;
      const before = upstream.answered;
      const said = await this.#askOne(upstream, name, octets, type);
      if (said === undefined) {
        // A server that answers other queries is not down: it waits for the servers of this zone.
        if (upstream.answered === before) this.#askLast(upstream);
        continue;
      }
      upstream.answered++;
      answer = said;
      if (answer.kind !== 'trouble' || answer === BOGUS) break;
      done.add(upstream);
    }
    return answer;
  }

  close(): void {
    this.#closed = true;
    for (const { udp } of this.#upstreams) udp.close();
    for (const socket of this.#connections) socket.destroy();
  }

  async #askOne<Data>(
    { server, udp }: Upstream,
    name: string,
    octets: Buffer,
    type: TypeOf<Data>,
  ): Promise<Answer<Data> | undefined> {
    const exchange = await udp.ask(octets, type.code, TRY_MS);
    if (exchange === undefined) return undefined;
    const { query, doubtful } = exchange;
    let reply = readReply(exchange.message, query);
    if (doubtful || reply?.truncated) {
      if (this.#closed) return undefined;
      const whole = await askByTcp(query, server, TRY_MS, this.#options, this.#connections);
      if (whole === undefined) return undefined;
      if (whole === 'malformed') return MALFORMED;
      reply = readReply(whole, query);
    }
    if (reply === undefined || reply.truncated) return MALFORMED;
    return readAnswer(reply, name, type, this.#options.trusted(server));
  }

  /** A server that did not answer costs time, so it moves after the others. */
  #askLast(upstream: Upstream): void {
    this.#upstreams = [...this.#upstreams.filter((other) => other !== upstream), upstream];
  }
}

/**
 * One query over TCP, on its own connection.
 * @param open contains the connection while it is open
 * @returns the message that answers the query, 'malformed' for any other message, undefined for none in time
 */
export function askByTcp(
  query: Buffer,
  { address, port }: DnsServer,
  ms: number,
  { connect, clock }: Pick<TransportOptions, 'connect' | 'clock'>,
  open: Set<Socket>,
): Promise<Buffer | 'malformed' | undefined> {
  const { promise, resolve } = Promise.withResolvers<Buffer | 'malformed' | undefined>();
  const socket = connect({ host: address, port });
  open.add(socket);
  const cancel = clock.after(ms, () => end(undefined));
  const received: Buffer[] = [];
  let octets = 0;
  /** Octets needed for the next step: those of the length, then those of the message too. */
  let needed = 2;
  // RFC 1035 section 4.2.2: the length of a message precedes it.
  const prefix = Buffer.alloc(2);
  prefix.writeUInt16BE(query.length);
  socket.on('error', () => end(undefined));
  socket.on('close', () => end(undefined));
  socket.on('data', (piece) => {
    received.push(piece);
    octets += piece.length;
    if (octets < needed) return;
    const all = Buffer.concat(received.splice(0));
    const length = all.readUInt16BE(0);
    if (length > ANSWER_OCTETS) end('malformed');
    needed = 2 + length;
    received.push(all);
    if (octets < needed) return;
    const message = all.subarray(2, 2 + length);
    // A server that normalizes names does so here too; a forger cannot spoof TCP.
    end(answers(message, query) === 'no' ? 'malformed' : message);
  });
  socket.write(Buffer.concat([prefix, query]));
  return promise;

  function end(result: Buffer | 'malformed' | undefined): void {
    cancel();
    resolve(result);
    open.delete(socket);
    socket.destroy();
  }
}

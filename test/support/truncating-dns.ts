/** A DNS server that speaks DNS: over UDP it has room for one record of each answer, over TCP for all of them. */

import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { Zone } from './fake-dns.ts';

/** RFC 1035 section 4.1.1: a response, authoritative; and one that was cut short. */
const RESPONSE = 0x8400;
const TRUNCATED = 0x0200;
const HEADER_OCTETS = 12;
/** Section 4.1.4: the name that the question begins with. */
const QUESTIONED_NAME = 0xc000 | HEADER_OCTETS;
/** Section 3.2.2. */
const TYPES: Record<number, string> = { 1: 'A', 15: 'MX', 28: 'AAAA' };
const INTERNET = 1;
const TTL_S = 60;

export class TruncatingDns {
  /** Every question with the way it came, such as `UDP MX mailbox.test`. */
  readonly questions: string[] = [];
  readonly port: number;
  readonly #zones: Record<string, Zone>;
  readonly #tcp: Server;
  readonly #udp: UdpSocket;
  readonly #connections = new Set<Socket>();

  private constructor(zones: Record<string, Zone>, port: number, tcp: Server, udp: UdpSocket) {
    this.#zones = zones;
    this.port = port;
    this.#tcp = tcp.on('connection', (socket) => this.#converse(socket));
    this.#udp = udp.on('message', (query, { port: from, address }) => {
      udp.send(this.#answer('UDP', query), from, address);
    });
  }

  /** @param zones of their records MX and A are known; of a name that has none, that it has none */
  static async start(zones: Record<string, Zone>): Promise<TruncatingDns> {
    const tcp = createServer().listen(0, '127.0.0.1');
    await once(tcp, 'listening');
    const address = tcp.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const udp = createSocket('udp4').bind(address.port, '127.0.0.1');
    try {
      await once(udp, 'listening');
    } catch {
      // Free for TCP is not always free for UDP: another one, then.
      tcp.close();
      return TruncatingDns.start(zones);
    }
    return new TruncatingDns(zones, address.port, tcp, udp);
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
      // Section 4.2.2: ahead of each message stands its length.
      while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
        const end = 2 + received.readUInt16BE(0);
        const answer = this.#answer('TCP', received.subarray(2, end));
        socket.write(Buffer.concat([uint16(answer.length), answer]));
        received = received.subarray(end);
      }
    });
  }

  #answer(way: 'UDP' | 'TCP', query: Buffer): Buffer {
    const { name, type, end } = questionOf(query);
    this.questions.push(`${way} ${TYPES[type] ?? type} ${name}`);
    const all = recordsOf(this.#zones[name] ?? {}, TYPES[type] ?? '');
    const records = way === 'TCP' ? all : all.slice(0, 1);
    const flags = way === 'TCP' ? RESPONSE : RESPONSE | TRUNCATED;
    return Buffer.concat([
      query.subarray(0, 2),
      uint16(flags, 1, records.length, 0, 0),
      query.subarray(HEADER_OCTETS, end),
      ...records.flatMap((data) => [
        uint16(QUESTIONED_NAME, type, INTERNET, 0, TTL_S, data.length),
        data,
      ]),
    ]);
  }
}

/** Section 4.1.2. @param end where what stands behind the question begins */
function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_OCTETS;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** The data of each record. */
function recordsOf({ mx, a }: Zone, type: string): Buffer[] {
  if (type === 'MX' && Array.isArray(mx)) {
    return mx.map(({ priority, exchange }) => Buffer.concat([uint16(priority), encoded(exchange)]));
  }
  if (type === 'A' && Array.isArray(a)) {
    return a.map((address) => Buffer.from(address.split('.').map(Number)));
  }
  return [];
}

/** Section 3.1: labels, each behind its length, and the root. */
function encoded(name: string): Buffer {
  const labels = [...name.split('.'), ''];
  return Buffer.concat(
    labels.flatMap((label) => [Buffer.of(label.length), Buffer.from(label, 'latin1')]),
  );
}

function uint16(...numbers: number[]): Buffer {
  const octets = Buffer.alloc(2 * numbers.length);
  for (const [i, number] of numbers.entries()) octets.writeUInt16BE(number, 2 * i);
  return octets;
}

/** The destination of a load: accepts every message, keeps only samples, and reports the number and length of each. */

import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import type { Certificate } from '#support/certificate.ts';
import type { After } from '#support/temp-folder.ts';
import { MARK, MARK_OCTETS, numberAt } from './letters.ts';

/** @param octets from the mark to the CRLF before the final dot; @param message the whole one, of a sample */
export type Arrived = (id: number, octets: number, message: Buffer | undefined) => void;

const END = Buffer.from('\r\n.\r\n');
const MARK_SEQUENCE = Buffer.from(MARK);
/** No client pipelines more than this after its final dot: only these last octets are searched for the end of data. */
const TAIL_OCTETS = 512;
/** Trace lines of a forwarder before the mark. */
const HEAD_OCTETS = 16_384;
const FINAL_DOT_OCTETS = 3;
const LF = 10;

export class Sink {
  /** Called for each message, before its 250. */
  arrived: Arrived = () => {};
  /** The messages to keep until they have arrived, by their numbers. */
  isSample: (id: number) => boolean = () => false;
  port = 0;
  readonly secureContext: SecureContext | undefined;

  private constructor(certificate: Certificate | undefined) {
    this.secureContext = certificate && createSecureContext(certificate);
  }

  /** @param certificate for STARTTLS; absent: not offered */
  static async start(after: After, certificate?: Certificate): Promise<Sink> {
    const sink = new Sink(certificate);
    const sockets = new Set<Socket>();
    const server = createServer({ noDelay: true }, (socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      new SinkSession(socket, sink).start();
    });
    after(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1024 });
    await once(server, 'listening');
    const address = server.address();
    if (address !== null && typeof address === 'object') sink.port = address.port;
    return sink;
  }
}

/** One client. The sink does not check commands: it measures other programs. */
class SinkSession {
  readonly #sink: Sink;
  #socket: Socket;
  #inData = false;
  /** Octets of the message since its mark. */
  #octets = 0;
  /** Octets of the last piece after the final dot. */
  #behind = 0;
  #quit = false;
  /** The message's number; -1 before its mark. */
  #id = -1;
  /** The octets so far of a message that is a sample. */
  #sample: Buffer[] | undefined;
  /** An incomplete command line. */
  #line: Buffer | undefined;
  /** The message before its mark. */
  #head: Buffer | undefined;
  /** The last octets of the previous piece: the end of data may be split. */
  #tail: Buffer | undefined;

  constructor(socket: Socket, sink: Sink) {
    this.#socket = socket;
    this.#sink = sink;
  }

  start(): void {
    this.#listen(this.#socket);
    this.#socket.write('220 sink.test ESMTP\r\n', 'latin1');
  }

  #listen(socket: Socket): void {
    socket.on('data', (octets) => this.#input(octets));
    socket.on('error', () => socket.destroy());
  }

  #input(octets: Buffer): void {
    let answers = '';
    let rest = octets;
    while (rest.length > 0) {
      if (this.#inData) {
        const end = this.#data(rest);
        if (end < 0) break;
        this.#sink.arrived(this.#id, this.#octets, this.#wholeSample());
        this.#inData = false;
        answers += '250 2.0.0 OK\r\n';
        rest = rest.subarray(end);
        continue;
      }
      const line = this.#line === undefined ? rest : Buffer.concat([this.#line, rest]);
      const end = line.indexOf(LF);
      this.#line = end < 0 ? line : undefined;
      if (end < 0) break;
      answers += this.#command(line);
      rest = line.subarray(end + 1);
    }
    if (this.#quit) this.#socket.end(answers, 'latin1');
    else if (answers !== '') this.#socket.write(answers, 'latin1');
  }

  #command(line: Buffer): string {
    switch (line.toString('latin1', 0, 4).toUpperCase()) {
      case 'EHLO':
        return this.#ehlo();
      case 'DATA':
        this.#inData = true;
        this.#id = -1;
        return '354 Go ahead\r\n';
      case 'STAR':
        this.#secure();
        return '';
      case 'QUIT':
        this.#quit = true;
        return '221 2.0.0 Bye\r\n';
      default:
        return '250 2.0.0 OK\r\n';
    }
  }

  #ehlo(): string {
    const offered = ['sink.test', 'PIPELINING', 'SIZE 0', '8BITMIME', 'ENHANCEDSTATUSCODES'];
    const secured = this.#socket instanceof TLSSocket;
    if (this.#sink.secureContext !== undefined && !secured) offered.push('STARTTLS');
    return offered
      .map((word, i) => `250${i === offered.length - 1 ? ' ' : '-'}${word}\r\n`)
      .join('');
  }

  #secure(): void {
    const plain = this.#socket;
    plain.write('220 2.0.0 Ready\r\n', 'latin1');
    plain.removeAllListeners('data');
    const { secureContext } = this.#sink;
    if (secureContext === undefined) return void plain.destroy();
    this.#socket = new TLSSocket(plain, { isServer: true, secureContext });
    this.#listen(this.#socket);
  }

  /** @returns the index after the end of the message, or -1 if it is incomplete */
  #data(input: Buffer): number {
    return this.#count(input) ? this.#endByDot(input) : -1;
  }

  /** @returns false if the mark has not arrived, or this is not one of our messages */
  #count(input: Buffer): boolean {
    if (this.#id >= 0) {
      this.#octets += input.length;
      this.#sample?.push(Buffer.from(input));
      return true;
    }
    this.#head = this.#head === undefined ? input : Buffer.concat([this.#head, input]);
    const mark = this.#head.indexOf(MARK_SEQUENCE);
    if (mark < 0 || this.#head.length < mark + MARK_OCTETS) {
      if (this.#head.length > HEAD_OCTETS) this.#socket.destroy();
      return false;
    }
    this.#id = numberAt(this.#head, mark);
    this.#octets = this.#head.length - mark;
    this.#sample = this.#sink.isSample(this.#id) ? [Buffer.from(this.#head)] : undefined;
    this.#head = undefined;
    return true;
  }

  #endByDot(input: Buffer): number {
    const short = input.length < TAIL_OCTETS && this.#tail !== undefined;
    const tail = short ? Buffer.concat([this.#tail ?? input, input]) : input;
    const end = tail.indexOf(END, Math.max(0, tail.length - TAIL_OCTETS));
    if (end < 0) {
      // Copied: a view would keep the whole piece in memory.
      this.#tail = Buffer.from(tail.subarray(-(END.length - 1)));
      return -1;
    }
    this.#tail = undefined;
    const behind = tail.length - end - END.length;
    this.#octets -= behind + FINAL_DOT_OCTETS;
    this.#behind = behind;
    return input.length - behind;
  }

  /** Without the final dot. No line of a load begins with a dot, so none was stuffed. */
  #wholeSample(): Buffer | undefined {
    if (this.#sample === undefined) return undefined;
    const octets = Buffer.concat(this.#sample);
    this.#sample = undefined;
    return octets.subarray(0, octets.length - this.#behind - FINAL_DOT_OCTETS);
  }
}

import type { Socket } from 'node:net';
import {
  createSecureContext,
  type SecureContext,
  TLSSocket,
  type TLSSocketOptions,
} from 'node:tls';
import { Lines } from '../smtp-peer/lines.ts';
import { replyOf } from '../smtp-peer/replies.ts';
import { ServerTransaction, verbOf } from '../smtp-peer/transaction.ts';
import { type Certificate, selfSignedCertificate } from './certificate.ts';

export const USUAL_EXTENSIONS = ['PIPELINING', 'SIZE 0', '8BITMIME', 'SMTPUTF8'];

/** What the sessions of the server share. */
export abstract class FakeHop {
  script: Script;
  extensions: readonly string[];
  readonly messages: TakenMessage[] = [];
  /** Every command line of every connection, in order; credentials included. */
  readonly commands: string[] = [];
  /** The octets received in plaintext. */
  readonly inClear: Buffer[] = [];
  /** The names that clients sent in TLS handshakes (SNI). */
  readonly serverNames: string[] = [];
  /** Whether it reads nothing further at the next DATA: further octets fill the buffers in between. */
  deaf = false;
  readonly options: FakeHopOptions;
  readonly #counts = new Map<FakeStep, number>();
  #certificate: Certificate | undefined;

  constructor(options: FakeHopOptions) {
    this.options = options;
    this.script = options.script ?? {};
    this.extensions = options.extensions ?? USUAL_EXTENSIONS;
  }

  /** Called after every event. */
  abstract changed(): void;

  /** Made at its first use, because most tests use none. */
  get certificate(): Certificate {
    return (this.#certificate ??= this.options.certificate ?? selfSignedCertificate('localhost'));
  }

  count(step: FakeStep): number {
    return this.#counts.get(step) ?? 0;
  }

  /** The behaviour at a step; undefined: that of a good server. */
  actAt(step: FakeStep, line: string): Act | undefined {
    const nth = this.count(step);
    this.#counts.set(step, nth + 1);
    const act = this.script[step];
    return typeof act === 'function' ? act(nth, line) : act;
  }
}

/** One connection of the fake next hop. */
export class FakeHopSession {
  readonly #hop: FakeHop;
  readonly #number: number;
  #socket: Socket;
  #tls = false;
  readonly #lines = new Lines();
  readonly #transaction = new ServerTransaction();
  #busy = false;
  /** The number of octets to read before reading stops. */
  #readable = Infinity;
  #inData = false;

  constructor(hop: FakeHop, socket: Socket, number: number) {
    this.#hop = hop;
    this.#socket = socket;
    this.#number = number;
    if (hop.options.implicitTls) this.#secure();
    else this.#listen();
    void this.#perform('greeting', '', '220 fake.test ESMTP');
  }

  write(octets: string): void {
    this.#socket.write(octets, 'latin1');
  }

  destroy(): void {
    this.#socket.destroy();
  }

  readSome(octets: number): void {
    this.#readable = octets;
    this.#socket.resume();
  }

  #listen(): void {
    this.#socket.on('error', () => {});
    this.#socket.on('data', (octets: Buffer) => {
      if (!this.#tls) this.#hop.inClear.push(octets);
      this.#readable -= octets.length;
      if (this.#readable <= 0) this.#socket.pause();
      this.#lines.add(octets);
      void this.#work();
    });
  }

  #secure(): void {
    this.#socket.removeAllListeners('data');
    this.#lines.rest();
    const { certificate, options, script, serverNames } = this.#hop;
    if (script.handshake !== undefined) {
      this.#socket.once('data', () => {
        this.#hop.actAt('handshake', '');
        this.#hop.changed();
      });
      return;
    }
    const secureContext = createSecureContext({ ...certificate, ...options.tls });
    this.#socket = new TLSSocket(this.#socket, {
      isServer: true,
      secureContext,
      SNICallback(name: string, found: (error: Error | null, context: SecureContext) => void) {
        serverNames.push(name);
        found(null, secureContext);
      },
      ...options.tls,
    });
    this.#tls = true;
    this.#listen();
  }

  async #work(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    while (await this.#takeOne()) this.#hop.changed();
    this.#busy = false;
    this.#hop.changed();
  }

  async #takeOne(): Promise<boolean> {
    if (this.#inData) return this.#takeData();
    const line = this.#lines.line('utf8');
    if (line === undefined) return false;
    this.#hop.commands.push(line);
    await this.#obey(line);
    return !this.#socket.destroyed;
  }

  async #takeData(): Promise<boolean> {
    const octets = this.#lines.content();
    if (octets === undefined) return false;
    this.#inData = false;
    const { mail = '', recipients } = this.#transaction;
    const message = { mail, recipients, octets, tls: this.#tls, connection: this.#number };
    this.#transaction.reset();
    const said = await this.#perform('dot', '', '250 2.0.0 taken');
    if (said.startsWith('2')) this.#hop.messages.push(message);
    return true;
  }

  async #obey(line: string): Promise<void> {
    const verb = verbOf(line);
    const transaction = this.#transaction;
    const said = (step: FakeStep, usual: string) => this.#perform(step, line, usual);
    switch (verb) {
      case 'EHLO':
        return void (await said(verb, replyOf(250, ['fake.test', ...this.#hop.extensions])));
      case 'HELO':
        return void (await said(verb, '250 fake.test'));
      case 'AUTH':
        return void (await said(verb, '235 2.7.0 welcome'));
      case 'STARTTLS':
        if ((await said(verb, '220 2.0.0 go ahead')).startsWith('220')) this.#secure();
        return;
      case 'MAIL':
      case 'RCPT':
        if (!transaction.isInOrder(verb)) return this.#say(`503 5.5.1 no ${verb} here`);
        if ((await said(verb, '250 2.1.0 ok')).startsWith('2')) transaction.accept(verb, line);
        return;
      case 'DATA': {
        const usual = transaction.isInOrder(verb) ? '354 go ahead' : '503 5.5.1 no recipients';
        this.#inData = (await said(verb, usual)).startsWith('354');
        if (this.#hop.deaf) this.#socket.pause();
        return;
      }
      case 'RSET':
        transaction.reset();
        return void (await said(verb, '250 2.0.0 reset'));
      case 'QUIT':
        await said(verb, '221 2.0.0 bye');
        this.#socket.end();
        return;
      default:
        await said('AUTH', '500 5.5.2 what?');
    }
  }

  /** Performs the script's act at this step, or the usual one. Returns the reply, empty without one. */
  async #perform(step: FakeStep, line: string, usual: string): Promise<string> {
    const act: Act = this.#hop.actAt(step, line) ?? usual;
    if (typeof act === 'string') {
      this.#say(act);
      return act;
    }
    if ('end' in act) {
      if (act.end === 'close') this.#socket.destroy();
      return '';
    }
    if ('last' in act) {
      this.#socket.end(`${act.last}\r\n`);
      return act.last;
    }
    for (const piece of act.pieces.slice(0, -1)) await this.#writePiece(piece);
    this.write(act.pieces.at(-1) ?? '');
    return act.pieces.join('');
  }

  #say(text: string): void {
    this.write(`${text}\r\n`);
  }

  async #writePiece(piece: string): Promise<void> {
    const written = Promise.withResolvers<void>();
    this.#socket.write(piece, 'latin1', () => setImmediate(written.resolve));
    await written.promise;
  }
}

export type FakeStep =
  | 'greeting'
  | 'EHLO'
  | 'HELO'
  | 'STARTTLS'
  /** With any act it accepts the first octets of a TLS handshake, and sends nothing. */
  | 'handshake'
  | 'AUTH'
  | 'MAIL'
  | 'RCPT'
  | 'DATA'
  | 'dot'
  | 'RSET'
  | 'QUIT';

/** The server's behaviour at a step: a reply (its CRLF is added), other octets, silence, or the end of the connection. */
export type Act =
  | string
  /** Octets exactly as given, each piece in a separate packet, as far as the system allows. */
  | { pieces: readonly string[] }
  /** A reply, then the end of the connection. */
  | { last: string }
  | { end: 'close' | 'silence' };

/** A message that the server has accepted with 250. */
export type TakenMessage = {
  /** The whole line, such as `MAIL FROM:<a@b.c> SIZE=3`. */
  mail: string;
  recipients: string[];
  /** Without stuffing dots. */
  octets: Buffer;
  tls: boolean;
  /** The number of its connection, counted from 1. */
  connection: number;
};

/** One act for every time, or a function of the number of earlier times (from 0) and of the line. */
export type Script = Partial<
  Record<FakeStep, Act | ((nth: number, line: string) => Act | undefined)>
>;

export type FakeHopOptions = {
  extensions?: readonly string[];
  script?: Script;
  /** TLS from the first octet. */
  implicitTls?: boolean;
  certificate?: Certificate;
  tls?: TLSSocketOptions;
  host?: string;
  /** Absent: one of the system's choice. */
  port?: number;
};

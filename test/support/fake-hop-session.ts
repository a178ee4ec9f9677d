import type { Socket } from 'node:net';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import type { Certificate } from './certificate.ts';
import type { Act, FakeHopOptions, FakeStep, TakenMessage } from './fake-hop-act.ts';

const END_OF_DATA = Buffer.from('\r\n.\r\n');

/** The part of the server that a session needs. */
export type FakeHop = {
  readonly options: FakeHopOptions;
  readonly extensions: readonly string[];
  readonly certificate: Certificate;
  readonly messages: TakenMessage[];
  readonly commands: string[];
  /** What was received in plaintext. */
  readonly inClear: Buffer[];
  /** The names that clients sent in TLS handshakes (SNI). */
  readonly serverNames: string[];
  /** Whether it reads nothing further at the next DATA. */
  readonly deaf: boolean;
  /** The behaviour at a step; undefined: that of a good server. */
  actAt(step: FakeStep, line: string): Act | undefined;
  /** Called after every event. */
  changed(): void;
};

/** One connection of the fake next hop. */
export class FakeHopSession {
  closed: () => void = () => {};
  readonly #hop: FakeHop;
  readonly #number: number;
  #socket: Socket;
  #tls = false;
  #received: Buffer = Buffer.alloc(0);
  /** The octets so far of an incomplete message, and the last of them. */
  #pieces: Buffer[] = [];
  #tail: Buffer = Buffer.alloc(0);
  #busy = false;
  /** The number of octets to read before reading stops. */
  #readable = Infinity;
  /** The CRLF of DATA's command line precedes its first octet: so the final dot is always found in the same way. */
  #inData = false;
  #mail = '';
  #recipients: string[] = [];

  constructor(hop: FakeHop, socket: Socket, number: number) {
    this.#hop = hop;
    this.#socket = socket;
    this.#number = number;
  }

  start(): void {
    this.#socket.on('close', () => this.closed());
    if (this.#hop.options.implicitTls) this.#secure();
    else this.#listen();
    void this.#perform('greeting', '', '220 fake.test ESMTP');
  }

  get linesWaiting(): number {
    return this.#received.toString('latin1').split('\r\n').length - 1;
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
      const latest = Buffer.concat([this.#tail, octets]);
      this.#tail = latest.subarray(-(END_OF_DATA.length - 1));
      this.#pieces.push(octets);
      // A large message is concatenated once.
      if (this.#inData && !latest.includes(END_OF_DATA)) return;
      this.#received = Buffer.concat([this.#received, ...this.#pieces.splice(0)]);
      void this.#work();
    });
  }

  #secure(): void {
    this.#socket.removeAllListeners('data');
    const { certificate, options, serverNames } = this.#hop;
    const { groups, tlsVersion: version, wantsCertificate = false } = options;
    if (options.stallTls) {
      this.#socket.once('data', () => {
        this.#hop.actAt('handshake', '');
        this.#hop.changed();
      });
      return;
    }
    const secureContext = createSecureContext({
      ...certificate,
      ecdhCurve: groups,
      // OpenSSL has the old versions only at its lowest security level.
      ...(version && { minVersion: version, maxVersion: version, ciphers: 'ALL@SECLEVEL=0' }),
    });
    this.#socket = new TLSSocket(this.#socket, {
      isServer: true,
      secureContext,
      SNICallback(name: string, found: (error: Error | null, context: SecureContext) => void) {
        serverNames.push(name);
        found(null, secureContext);
      },
      requestCert: wantsCertificate,
      rejectUnauthorized: wantsCertificate,
    });
    this.#tls = true;
    this.#listen();
  }

  /** Processes the received input, as far as it is complete. */
  async #work(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    while (await this.#takeOne()) this.#hop.changed();
    this.#busy = false;
    this.#hop.changed();
  }

  async #takeOne(): Promise<boolean> {
    if (this.#inData) return this.#takeData();
    const end = this.#received.indexOf('\r\n');
    if (end < 0) return false;
    const line = this.#received.toString('utf8', 0, end);
    this.#received = this.#received.subarray(end + 2);
    this.#hop.commands.push(line);
    await this.#obey(line);
    return !this.#socket.destroyed;
  }

  async #takeData(): Promise<boolean> {
    const end = this.#received.indexOf(END_OF_DATA);
    if (end < 0) return false;
    const wire = this.#received.subarray(2, end + 2);
    this.#received = this.#received.subarray(end + END_OF_DATA.length);
    this.#inData = false;
    const octets = wire.toString('latin1').replace(/^\./gm, '');
    const message: TakenMessage = {
      mail: this.#mail,
      recipients: this.#recipients,
      octets: Buffer.from(octets, 'latin1'),
      tls: this.#tls,
      connection: this.#number,
    };
    this.#forget();
    if (await this.#agrees('dot', '', '250 2.0.0 taken')) this.#hop.messages.push(message);
    return true;
  }

  #forget(): void {
    this.#mail = '';
    this.#recipients = [];
  }

  async #obey(line: string): Promise<void> {
    const verb = (line.split(' ', 1)[0] ?? '').toUpperCase();
    switch (verb) {
      case 'EHLO': {
        const lines = ['fake.test', ...this.#hop.extensions];
        const reply = lines.map((text, i) => `250${i === lines.length - 1 ? ' ' : '-'}${text}`);
        await this.#perform('EHLO', line, reply.join('\r\n'));
        return;
      }
      case 'HELO':
      case 'AUTH':
        await this.#perform(verb, line, verb === 'AUTH' ? '235 2.7.0 welcome' : '250 fake.test');
        return;
      case 'STARTTLS':
        if ((await this.#perform('STARTTLS', line, '220 2.0.0 go ahead')).startsWith('220')) {
          this.#secure();
        }
        return;
      case 'MAIL':
        if (this.#mail !== '') return this.#say('503 5.5.1 nested MAIL');
        if (await this.#agrees('MAIL', line, '250 2.1.0 sender ok')) this.#mail = line;
        return;
      case 'RCPT':
        if (this.#mail === '') return this.#say('503 5.5.1 MAIL first');
        if (await this.#agrees('RCPT', line, '250 2.1.5 recipient ok')) {
          this.#recipients.push(line.slice('RCPT TO:'.length));
        }
        return;
      case 'DATA': {
        const usual = this.#recipients.length > 0 ? '354 go ahead' : '503 5.5.1 no recipients';
        const said = await this.#perform('DATA', line, usual);
        this.#inData = said.startsWith('354');
        if (this.#hop.deaf) this.#socket.pause();
        if (this.#inData) this.#received = Buffer.concat([Buffer.from('\r\n'), this.#received]);
        return;
      }
      case 'RSET':
        this.#forget();
        await this.#perform('RSET', line, '250 2.0.0 reset');
        return;
      case 'QUIT':
        await this.#perform('QUIT', line, '221 2.0.0 bye');
        this.#socket.end();
        return;
      default:
        await this.#perform('AUTH', line, '500 5.5.2 what?');
    }
  }

  async #agrees(step: FakeStep, line: string, usual: string): Promise<boolean> {
    return (await this.#perform(step, line, usual)).startsWith('2');
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

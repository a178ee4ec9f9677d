/** The sending side of a load: one connection that sends messages, pipelined, one write for each message. */

import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { LoadMessage, LoadMessages } from './letters.ts';

const QUIT = 'QUIT\r\n';
const LF = 10;
const SPACE = 32;
const ZERO = 48;

/** The differences between senders. */
export type SenderSettings = {
  /** QUIT goes in one write with the final dot; `destroy` is due then. */
  quit: boolean;
  /** The size of the message is not declared (RFC 1870). */
  undeclared: boolean;
};

/** The remote side closed unexpectedly. */
export class SourceClosed extends Error {
  override readonly name = 'SourceClosed';
}

export class LoadSender {
  #socket: Socket;
  /** Codes of unread replies. */
  #codes: number[] = [];
  #partial: Buffer | undefined;
  #wanted = 0;
  #waiter: PromiseWithResolvers<void> | undefined;
  #closed = false;
  /** Whether a message is complete without a verdict: if the connection ends now, the sender does not know its outcome. */
  isUncertain = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#listen(socket);
  }

  /** Connects, waits for the greeting and says EHLO; with `tls` STARTTLS as well. @throws SourceClosed */
  static async open(port: number, tls: boolean): Promise<LoadSender> {
    const source = new LoadSender(connect({ port, host: '127.0.0.1', noDelay: true }));
    const [greeting = 0] = await source.#replies(1);
    if (greeting !== 220) source.#fail();
    await source.#say('EHLO load.test\r\n');
    if (tls) {
      await source.#say('STARTTLS\r\n');
      await source.#secure();
      await source.#say('EHLO load.test\r\n');
    }
    return source;
  }

  /**
   * @returns the code of the reply to the final dot, or of the first refusal before it
   * @throws SourceClosed
   */
  async send(
    letter: LoadMessage,
    { octets, bodyAndDot }: LoadMessages,
    { quit, undeclared }: SenderSettings,
  ): Promise<number> {
    const size = undeclared ? '' : ` SIZE=${octets}`;
    this.#socket.write(
      `MAIL FROM:<${letter.sender}>${size}\r\nRCPT TO:<${letter.recipient}>\r\nDATA\r\n`,
      'latin1',
    );
    const [mail = 0, recipient = 0, data = 0] = await this.#replies(3);
    if (mail >= 400) return mail;
    if (recipient >= 400) return recipient;
    if (data !== 354) return data;
    this.#socket.cork();
    this.#socket.write(letter.header, 'latin1');
    this.#socket.write(bodyAndDot);
    if (quit) this.#socket.write(QUIT, 'latin1');
    this.#socket.uncork();
    this.isUncertain = true;
    const [verdict = 0] = await this.#replies(1);
    this.isUncertain = false;
    return verdict;
  }

  /** @returns the milliseconds until the reply @throws SourceClosed */
  async roundTrip(): Promise<number> {
    const sentAt = performance.now();
    await this.#say('NOOP\r\n');
    return performance.now() - sentAt;
  }

  /** RFC 5321 section 4.1.1.10. Resolves when the remote side has closed. */
  async quit(): Promise<void> {
    if (this.#closed) return;
    const closed = Promise.withResolvers<void>();
    this.#socket.once('close', () => closed.resolve());
    this.#socket.end(QUIT, 'latin1');
    await closed.promise;
  }

  /** Closes without waiting for the remote side. */
  destroy(): void {
    this.#socket.destroy();
  }

  async #say(command: string): Promise<void> {
    this.#socket.write(command, 'latin1');
    const [code = 0] = await this.#replies(1);
    if (code >= 400) this.#fail();
  }

  async #replies(count: number): Promise<number[]> {
    while (this.#codes.length < count) {
      if (this.#closed) throw new SourceClosed('The connection is closed');
      this.#wanted = count;
      this.#waiter = Promise.withResolvers();
      await this.#waiter.promise;
    }
    return this.#codes.splice(0, count);
  }

  #fail(): never {
    this.#socket.destroy();
    throw new SourceClosed('The session was refused');
  }

  #listen(socket: Socket): void {
    socket.on('data', (octets) => this.#received(octets));
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      this.#closed = true;
      this.#waiter?.resolve();
    });
  }

  #received(piece: Buffer): void {
    const octets = this.#partial === undefined ? piece : Buffer.concat([this.#partial, piece]);
    let start = 0;
    for (let end = octets.indexOf(LF); end >= 0; end = octets.indexOf(LF, start)) {
      // RFC 5321 section 4.2.1: the last line of a reply has a blank after its code.
      if (octets[start + 3] === SPACE) this.#codes.push(codeAt(octets, start));
      start = end + 1;
    }
    this.#partial = start < octets.length ? octets.subarray(start) : undefined;
    if (this.#codes.length >= this.#wanted) this.#waiter?.resolve();
  }

  async #secure(): Promise<void> {
    this.#socket.removeAllListeners('data');
    // The certificate is made for this run, and not signed by a known authority.
    const secured = connectTls({ socket: this.#socket, rejectUnauthorized: false });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    secured.once('secureConnect', resolve);
    secured.once('error', reject);
    this.#socket = secured;
    this.#listen(secured);
    await promise;
  }
}

function codeAt(octets: Buffer, start: number): number {
  const digit = (i: number) => (octets[start + i] ?? ZERO) - ZERO;
  return digit(0) * 100 + digit(1) * 10 + digit(2);
}

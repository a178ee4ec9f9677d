/** An SMTP client that sends exactly a test's octets. */

import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import { Replies } from '../smtp-peer/replies.ts';
import type { After } from './temp-folder.ts';

export class SmtpClient {
  #socket: Socket;
  readonly #replies = new Replies();
  #closed = false;
  readonly #events = new EventEmitter();
  /** Below TLS. */
  readonly #connection: Socket;

  private constructor(socket: Socket) {
    this.#socket = this.#connection = socket;
    this.#listen(socket);
  }

  /** Connects; the greeting is the first reply. @param localAddress to come from: any of 127.0.0.0/8, or ::1 */
  static async connect(port: number, localAddress?: string): Promise<SmtpClient> {
    const host = localAddress === '::1' ? localAddress : '127.0.0.1';
    const socket = connect({ port, host, localAddress, noDelay: true });
    const client = new SmtpClient(socket);
    await once(socket, 'connect');
    return client;
  }

  /** Connects and reads the greeting. */
  static async met(port: number, localAddress?: string): Promise<SmtpClient> {
    const client = await SmtpClient.connect(port, localAddress);
    await client.reply();
    return client;
  }

  /** Connects, reads the greeting and sends EHLO. */
  static async greeted(port: number, localAddress?: string): Promise<SmtpClient> {
    const client = await SmtpClient.met(port, localAddress);
    await client.say('EHLO client.test');
    return client;
  }

  /** The same, destroyed at the end of the test. */
  static async during(after: After, port: number, localAddress?: string): Promise<SmtpClient> {
    const client = await SmtpClient.greeted(port, localAddress);
    after(() => client.destroy());
    return client;
  }

  send(octets: string | Buffer): void {
    this.#socket.write(typeof octets === 'string' ? Buffer.from(octets, 'latin1') : octets);
  }

  /** Sends a line and waits for its reply. */
  say(line: string): Promise<string> {
    this.send(`${line}\r\n`);
    return this.reply();
  }

  async sayAll(...lines: string[]): Promise<string> {
    let last = '';
    for (const line of lines) last = await this.say(line);
    return last;
  }

  /** Opens a message to <c@d.test> by DATA. @returns the reply to DATA */
  open(): Promise<string> {
    return this.sayAll('MAIL FROM:<a@b.test>', 'RCPT TO:<c@d.test>', 'DATA');
  }

  /** Sends a small message to <c@d.test>. @returns the verdict */
  async deliver(): Promise<string> {
    await this.open();
    return this.say('A: b\r\n\r\nc\r\n.');
  }

  /** The next whole reply with all of its lines, without its last CRLF. */
  async reply(): Promise<string> {
    for (;;) {
      const reply = this.#replies.next();
      if (reply !== undefined) return reply.text;
      if (this.#closed) throw new Error(`closed by the server; left: ${this.#replies.rest()}`);
      await once(this.#events, 'more');
    }
  }

  /** Everything that the server sends until it closes. */
  async untilClosed(): Promise<string> {
    while (!this.#closed) await once(this.#events, 'more');
    return this.#replies.rest();
  }

  /** Starts TLS after a 220; the certificate is not checked. */
  async secure(options: ConnectionOptions = {}): Promise<TLSSocket> {
    this.#socket.removeAllListeners('data');
    assert.equal(this.#replies.rest(), '', 'a reply in plaintext follows the 220');
    const secured = connectTls({ ...options, socket: this.#socket, rejectUnauthorized: false });
    this.#socket = secured;
    this.#listen(secured);
    await once(secured, 'secureConnect');
    return secured;
  }

  /** Closes the connection below TLS, as a third party could. */
  cutOff(): void {
    this.#connection.destroy();
  }

  /** Closes our side and leaves the other side open. */
  endWriting(): void {
    this.#socket.end();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Closes the connection by RST, not FIN, so that the server sees at once that its octets are not read. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }

  #listen(socket: Socket): void {
    socket.on('data', (octets: Buffer) => {
      this.#replies.add(octets);
      this.#events.emit('more');
    });
    socket.on('error', () => {});
    const closed = () => {
      this.#closed = true;
      this.#events.emit('more');
    };
    socket.on('end', closed);
    socket.on('close', closed);
  }
}

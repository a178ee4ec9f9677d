/** A model's side of a connection, in plaintext or under TLS: received octets, and outgoing ones, which the kernel may not accept all at once. */

import type { Lines } from '../../smtp-peer/lines.ts';
import type { Replies } from '../../smtp-peer/replies.ts';
import type { Closing, TcpEnd } from '../network/tcp-end.ts';
import { type End, SecuredEnd, type Surroundings } from './secured-end.ts';

export class Wire {
  readonly tcp: TcpEnd;
  readonly #received: Lines | Replies;
  #end: End;
  #waiting: Buffer = Buffer.alloc(0);
  #endsOnceSent = false;

  /** @param received takes the octets that are read */
  constructor(tcp: TcpEnd, received: Lines | Replies) {
    this.tcp = tcp;
    this.#received = received;
    this.#end = tcp;
  }

  get isSecured(): boolean {
    return this.#end !== this.tcp;
  }

  /** Octets so far, those that wait among them; under TLS those of TLS that have left. */
  get written(): number {
    return this.#end.written + this.#waiting.length;
  }

  /** TLS begins: from now on it carries everything that is read and written. */
  secure(side: 'server' | 'client', surroundings: Surroundings): void {
    this.#end = new SecuredEnd(this.tcp, side, surroundings);
  }

  /** Reads all available octets. @param seen called with the octets @returns the rest */
  read(seen?: (octets: Buffer) => void): 'nothing' | 'end' | 'reset' {
    for (;;) {
      const read = this.#end.read();
      if (typeof read === 'string') return read;
      seen?.(read);
      this.#received.add(read);
    }
  }

  /** Leaves everything that arrives from now on in the kernel. */
  stopReading(): void {
    this.#end.stopReading();
  }

  write(octets: Buffer | string): void {
    this.#waiting = Buffer.concat([this.#waiting, Buffer.from(octets)]);
    this.flush();
  }

  /** Closes this side once all octets are sent. */
  endOnceSent(): void {
    this.#endsOnceSent = true;
    this.flush();
  }

  flush(): void {
    if (this.#waiting.length > 0) {
      const taken = this.#end.write(this.#waiting);
      // After a reset the rest is not read.
      this.#waiting = this.#waiting.subarray(taken < 0 ? this.#waiting.length : taken);
    }
    if (!this.#endsOnceSent || this.#waiting.length > 0) return;
    this.#endsOnceSent = false;
    this.#end.shutdown();
  }

  close(how: Closing): void {
    if (how === 'orderly') return this.#end.close();
    if (how === 'abrupt') this.tcp.close();
    // TLS does not send anything any more.
    this.#end.abort();
  }
}

/** Octets of a model on their way: the kernel may not take all of them at once. */

import type { TcpEnd } from '../network/tcp-end.ts';

export class Wire {
  readonly #end: TcpEnd;
  #waiting: Buffer = Buffer.alloc(0);
  #endsOnceSent = false;

  constructor(end: TcpEnd) {
    this.#end = end;
  }

  /** Octets so far, those that wait among them. */
  get written(): number {
    return this.#end.written + this.#waiting.length;
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
      // After a reset nobody reads the rest.
      this.#waiting = this.#waiting.subarray(taken < 0 ? this.#waiting.length : taken);
    }
    if (!this.#endsOnceSent || this.#waiting.length > 0) return;
    this.#endsOnceSent = false;
    this.#end.shutdown();
  }
}

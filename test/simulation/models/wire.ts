/** Octets of a model on their way, in clear or under TLS: the kernel may not take all of them at once. */

import type { Read } from '../network/tcp-end.ts';
import type { End } from './secured-end.ts';

export class Wire {
  #end: End;
  #waiting: Buffer = Buffer.alloc(0);
  #endsOnceSent = false;

  constructor(end: End) {
    this.#end = end;
  }

  /** Octets so far, those that wait among them. */
  get written(): number {
    return this.#end.written + this.#waiting.length;
  }

  /** TLS begins, over the end before: what is read and written from now on goes through this one. */
  secure(end: End): void {
    this.#end = end;
  }

  read(): Read {
    return this.#end.read();
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

  /** @param hard by a reset */
  close(hard: boolean): void {
    if (hard) this.#end.abort();
    else this.#end.close();
  }
}

/** The replies of a far server on their way: the kernel may not take all of them at once. */

import type { TcpEnd } from '../network/tcp-end.ts';

export class FarWire {
  readonly #end: TcpEnd;
  #waiting = '';

  constructor(end: TcpEnd) {
    this.#end = end;
  }

  /** Octets so far, those that wait among them. */
  get written(): number {
    return this.#end.written + this.#waiting.length;
  }

  write(text: string): void {
    this.#waiting += text;
    this.flush();
  }

  flush(): void {
    if (this.#waiting === '') return;
    const taken = this.#end.write(Buffer.from(this.#waiting, 'latin1'));
    // After a reset nobody reads the rest.
    this.#waiting = taken < 0 ? '' : this.#waiting.slice(taken);
  }
}

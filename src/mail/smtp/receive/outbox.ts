/** Replies on their way to the client. RFC 2920 section 3.2: those to what was pipelined go out together. */

import { formatReply, type Reply } from '../reply.ts';
import type { Wire } from './wire.ts';

/** Replies that are gathered to go out together, in characters. */
const REPLIES = 16_384;

export class Outbox {
  /** The client does not read what it is told: until it does it is not obeyed. */
  unread = false;
  readonly #wire: Wire;
  #gathered = '';

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  /** No more should be gathered. */
  get isFull(): boolean {
    return this.#gathered.length > REPLIES;
  }

  add(answer: Reply): void {
    this.#gathered += formatReply(answer);
  }

  flush(): void {
    if (this.#gathered === '') return;
    const gathered = this.#gathered;
    this.#gathered = '';
    if (!this.#wire.send(gathered)) this.unread = true;
  }
}

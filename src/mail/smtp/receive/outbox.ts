/** Replies waiting to be sent to the client. RFC 2920 section 3.2: replies to pipelined commands are sent together. */

import { formatReply, type Reply } from '../reply.ts';
import type { Wire } from './wire.ts';

/** The number of characters of replies that are collected and sent together. */
const REPLIES = 16_384;

export class Outbox {
  /** Backpressure: the client does not read its replies, so its commands wait until it does. */
  unread = false;
  readonly #wire: Wire;
  #gathered = '';

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  /** Whether every reply was sent. Until then, input from the client proves nothing. */
  get hasLeft(): boolean {
    return this.#gathered === '' && !this.unread;
  }

  /** The buffer is full. */
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

/** Notifies open pages of each received message, by server-sent events. */

import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Shelf } from './shelf.ts';

/** Event streams at once; the try-out mailbox has one reader or a few. */
const STREAMS = 100;

/** Silence after which a comment is sent, in milliseconds, so that a closed page is noticed. */
const HEARTBEAT_MS = 25_000;

export class LiveUpdates {
  readonly #shelf: Shelf;
  /** Ends one stream each. */
  readonly #streams = new Set<() => void>();

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  /** Responds with an event `mail` for each received message, until one side ends it. */
  stream(c: Context): Response {
    if (this.#streams.size >= STREAMS) return c.text('Too many open pages.\n', 503);
    return streamSSE(c, async (stream) => {
      const { promise, resolve: end } = Promise.withResolvers<void>();
      this.#streams.add(end);
      stream.onAbort(end);
      const comment = () => stream.write(':\n\n');
      const unwatch = this.#shelf.watch(() => void stream.writeSSE({ event: 'mail', data: '' }));
      const heartbeat = setInterval(() => void comment(), HEARTBEAT_MS);
      // The first octets show the page that it is connected.
      void comment();
      await promise;
      clearInterval(heartbeat);
      unwatch();
      this.#streams.delete(end);
    });
  }

  /** Ends all streams. */
  close(): void {
    for (const end of this.#streams) end();
  }
}

/** A mail server whose actions at every step a test chooses, and which records its input. */

import { EventEmitter, once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { FakeHop, type FakeHopOptions, FakeHopSession } from './fake-hop-session.ts';
import { listenOnLoopback } from './loopback.ts';
import type { After } from './temp-folder.ts';

export { type FakeHopOptions, type Script, USUAL_EXTENSIONS } from './fake-hop-session.ts';

export const CLOSE = { end: 'close' } as const;
export const SILENCE = { end: 'silence' } as const;

export class FakeNextHop extends FakeHop {
  /** Connections so far, open now, and the highest number of open ones. */
  readonly connections = { total: 0, open: 0, peak: 0 };
  port = 0;
  readonly #sessions = new Set<FakeHopSession>();
  readonly #server = createServer({ noDelay: true }, (socket) => this.#accept(socket));
  readonly #events = new EventEmitter().setMaxListeners(0);

  static async start(options: FakeHopOptions = {}): Promise<FakeNextHop> {
    const hop = new FakeNextHop(options);
    hop.port = await listenOnLoopback(hop.#server, options.port, options.host);
    return hop;
  }

  /** One that ends with the test. */
  static async during(after: After, options: FakeHopOptions = {}): Promise<FakeNextHop> {
    const hop = await FakeNextHop.start(options);
    after(() => hop.close());
    return hop;
  }

  /** Resolves when the condition holds; it is checked after every event here. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await once(this.#events, 'change');
  }

  /** Sends a line on every open connection, requested or not. */
  say(text: string): void {
    for (const session of this.#sessions) session.write(`${text}\r\n`);
  }

  /** Reads about this many of the octets held back since it is deaf, and then stops again. */
  readSome(octets: number): void {
    for (const session of this.#sessions) session.readSome(octets);
  }

  disconnect(): void {
    for (const session of this.#sessions) session.destroy();
  }

  async close(): Promise<void> {
    this.disconnect();
    await once(this.#server.close(), 'close');
  }

  changed(): void {
    this.#events.emit('change');
  }

  #accept(socket: Socket): void {
    const { connections } = this;
    connections.total++;
    connections.peak = Math.max(connections.peak, ++connections.open);
    const session = new FakeHopSession(this, socket, connections.total);
    this.#sessions.add(session);
    socket.on('close', () => {
      connections.open--;
      this.#sessions.delete(session);
      this.changed();
    });
    this.changed();
  }
}

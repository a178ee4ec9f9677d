/** A connection between a mail server and ours that loses replies. */

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { After } from './folder.ts';

export class ReplyThief {
  readonly #server = createServer({ allowHalfOpen: true }, (near) => this.#join(near));
  readonly #target: number;
  readonly #joined = new Map<Socket, Socket>();

  private constructor(target: number) {
    this.#target = target;
  }

  /** @param target the port of the server, on this machine */
  static async start(after: After, target: number): Promise<ReplyThief> {
    const thief = new ReplyThief(target);
    thief.#server.listen(0, '127.0.0.1');
    await once(thief.#server, 'listening');
    after(() => {
      thief.cut();
      thief.#server.close();
    });
    return thief;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** Breaks the present connections; new ones work. */
  cut(): void {
    for (const near of this.#joined.keys()) near.destroy();
  }

  /** Drops the next octets that the server sends on one of the present connections, then breaks them. */
  async steal(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    for (const far of this.#joined.values())
      far
        .unpipe()
        .once('data', () => resolve())
        .resume();
    await promise;
    this.cut();
  }

  #join(near: Socket): void {
    const far = connect({ port: this.#target, host: '127.0.0.1', allowHalfOpen: true });
    this.#joined.set(near, far);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.pipe(to);
      from.on('error', () => {});
      from.on('close', () => {
        this.#joined.delete(near);
        to.destroy();
      });
    }
  }
}

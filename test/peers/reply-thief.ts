/** A connection between a mail server and ours that loses replies. */

import { connect, createServer, type Socket } from 'node:net';
import { listenOnLoopback } from '#support/loopback.ts';
import type { After } from './folder.ts';

export class ReplyThief {
  /** Of the local side. */
  port = 0;
  readonly #server = createServer({ allowHalfOpen: true }, (near) => this.#join(near));
  readonly #target: number;
  readonly #joined = new Map<Socket, Socket>();

  private constructor(target: number) {
    this.#target = target;
  }

  /** @param target the port of the server, on this machine */
  static async start(after: After, target: number): Promise<ReplyThief> {
    const thief = new ReplyThief(target);
    thief.port = await listenOnLoopback(thief.#server);
    after(() => {
      thief.cut();
      thief.#server.close();
    });
    return thief;
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

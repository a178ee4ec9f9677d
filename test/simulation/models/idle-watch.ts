/** The time for which a remote server leaves a connection idle, and longer if it is deaf: the engine ends both before (V17). */

import type { Planned } from '../world/event-queue.ts';
import { MINUTE, SECOND, type World } from '../world/world.ts';

export type State = 'commands' | 'handshake' | 'content' | 'busy' | 'deaf';

/** Longer than the engine waits for a server that does not respond any more. */
const DEAFNESS = 20 * MINUTE;
/** Seconds: the engine ends an idle connection by itself before. */
const LONG_IDLE = 60;

export type IdleWatchOptions = {
  world: World;
  /** Of the server, in seconds. */
  idle: number;
  state: () => State;
  close: () => void;
  /** The client should have closed long ago. */
  left: () => void;
};

export class IdleWatch {
  readonly #options: IdleWatchOptions;
  #planned: Planned | undefined;

  constructor(options: IdleWatchOptions) {
    this.#options = options;
  }

  /** The client has sent something, or the server becomes deaf. */
  begin(): void {
    this.stop();
    const { world, idle, state, close, left } = this.#options;
    this.#planned = world.in(idle * SECOND, () => {
      if (state() === 'busy') return this.begin();
      if (state() === 'deaf') this.#planned = world.in(DEAFNESS, left);
      else if (idle >= LONG_IDLE && state() === 'commands') left();
      else close();
    });
  }

  stop(): void {
    if (this.#planned) this.#planned.run = undefined;
  }
}

/**
 * A database in the network: the embedded store in a process of its own, at the other end of a way. A call may be refused, its
 * answer may be slow or lost after the commit, and it goes on where its caller has died.
 */

import { openSqliteStore } from '#store/open.ts';
import { type Store, StoreUnavailable } from '#store/store.ts';
import type { Chance } from '../chance.ts';
import type { DatabaseFault, Plan } from '../plan.ts';
import { Process } from '../world/process.ts';
import { SECOND, type World } from '../world/world.ts';

/** The usual time of one way, and the longest one, in microseconds. */
const WAY = 300;
const SLOW = 3 * SECOND;

/** The longest time of one way in a life, in microseconds. */
export const longestWay = ({ incidents }: Plan): number =>
  incidents.some((one) => one.kind === 'database' && one.fault === 'slow') ? SLOW : 10 * WAY;

type Caller = {
  process: Process;
  chance: Chance;
  /** The fault that befalls a call of this moment; undefined: none. */
  fault: () => DatabaseFault | undefined;
};

export class NetworkDatabase {
  readonly #world: World;
  readonly #process: Process;
  #store: Store | undefined;

  constructor(world: World, chance: Chance, file: string, onFault: (error: unknown) => void) {
    this.#world = world;
    this.#process = new Process({
      world,
      name: 'database',
      chance,
      skew: 0,
      onFault,
      diesAt: () => false,
    });
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    this.#process.event(() => {
      this.#store = openSqliteStore(file, { now: this.#process.clock.date, log });
    });
  }

  /** The life is over. */
  end(): void {
    this.#process.die('the life is over');
  }

  /** The store as a node has it. */
  storeOf(caller: Caller): Store {
    const remote = <Part extends object>(part: Part): Part =>
      new Proxy(part, {
        get: (_, name) => {
          if (name === 'isEmbedded') return false;
          if (name === 'close') return () => Promise.resolve();
          const member: unknown = Reflect.get(part, name);
          if (typeof member === 'object' && member !== null) return remote(member);
          if (typeof member !== 'function') return member;
          return (...given: unknown[]) =>
            this.#call(caller, () => Promise.resolve(Reflect.apply(member, part, given)));
        },
      });
    if (this.#store === undefined) throw new Error('the database has not started');
    return remote(this.#store);
  }

  #call({ process, chance, fault }: Caller, run: () => Promise<unknown>): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const trouble = fault();
    const way = () => (trouble === 'slow' ? chance.random() * SLOW : chance.about(WAY));
    const back = (settle: () => void) => this.#world.in(way(), () => process.event(settle));
    const unavailable = () => reject(new StoreUnavailable(`simulated: ${trouble}`));
    this.#world.in(way(), () => {
      if (trouble === 'error') return void back(unavailable);
      this.#process.event(() => {
        run().then(
          (value) => back(trouble === 'answer-lost' ? unavailable : () => resolve(value)),
          (error: Error) => back(() => reject(error)),
        );
      });
    });
    return promise;
  }
}

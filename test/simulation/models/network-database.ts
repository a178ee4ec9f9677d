/**
 * A database in the network: the embedded store in a separate process, at the other end of a network path. A call may be refused, its
 * answer may be slow or lost after the commit, and it continues if its caller has died.
 */

import { type Store, StoreUnavailable } from '#store/store.ts';
import type { Chance } from '../chance.ts';
import type { DatabaseFault } from '../faults.ts';
import type { Of, Plan } from '../plan.ts';
import { openedStore } from '../world/databases.ts';
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

type Options = {
  world: World;
  chance: Chance;
  file: string;
  onFault: (error: unknown) => void;
  /** The reset that follows a call; undefined: none. */
  resetBehind: (call: number) => Of<'database-reset'> | undefined;
  onReset: () => void;
};

export class NetworkDatabase {
  readonly #options: Options;
  readonly #world: World;
  readonly #process: Process;
  /** Aborts each call in progress. */
  readonly #underWay = new Set<() => void>();
  readonly #atLookUp = new Map<string, (release: () => void) => void>();
  #calls = 0;
  #downUntil = 0;
  #store: Store | undefined;

  constructor(options: Options) {
    const { world, chance, file, onFault } = options;
    this.#options = options;
    this.#world = world;
    this.#process = new Process({ world, name: 'database', chance, onFault });
    this.#process.event(() => {
      this.#store = openedStore(file, this.#process.clock.date);
    });
  }

  get isDown(): boolean {
    return this.#world.now < this.#downUntil;
  }

  /** The life is over. */
  end(): void {
    this.#process.die('the life is over');
  }

  storeOf(caller: Caller): Store {
    const remote = <Part extends object>(part: Part): Part =>
      new Proxy(part, {
        get: (_, name) => {
          if (name === 'isEmbedded') return false;
          if (name === 'close') return () => Promise.resolve();
          const member: unknown = Reflect.get(part, name);
          if (typeof member === 'object' && member !== null) return remote(member);
          if (typeof member !== 'function') return member;
          return (...given: unknown[]) => {
            const run = () => Promise.resolve(Reflect.apply(member, part, given));
            return this.#call(caller, run, `${String(name)} ${String(given[0])}`);
          };
        },
      });
    if (this.#store === undefined) throw new Error('the database has not started');
    return remote(this.#store);
  }

  /** Calls `begin` when the next look-up at a node has read an alias; the response is sent when `begin` calls back. */
  beginAtLookUp(process: Process, alias: string, begin: (release: () => void) => void): void {
    this.#atLookUp.set(`${process.name} aliasByAddress ${alias}`, begin);
  }

  /** @param what the name of the call, and its first argument */
  #call(
    { process, chance, fault }: Caller,
    run: () => Promise<unknown>,
    what: string,
  ): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const trouble = fault();
    const way = () => (trouble === 'slow' ? chance.random() * SLOW : chance.about(WAY));
    const unavailable = () => reject(new StoreUnavailable(`simulated: ${trouble}`));
    const breakOff = () => process.event(unavailable);
    const underWay = this.#underWay.add(breakOff);
    let isBack = false;
    const back = (settle: () => void) => {
      if (isBack) return;
      isBack = true;
      this.#world.in(way(), () => {
        if (underWay.delete(breakOff)) process.event(settle);
      });
    };
    const reset = this.#options.resetBehind(this.#calls++);
    if (reset) this.#world.in(reset.us, () => this.#reset(reset.downUs));
    this.#world.in(way(), () => {
      // A statement that has not arrived is not executed; for another one the result is unknown.
      if (!underWay.has(breakOff)) return;
      if (trouble === 'error') return back(unavailable);
      this.#process.event(() => {
        run().then(
          (value) => {
            const answer = () =>
              back(trouble === 'answer-lost' ? unavailable : () => resolve(value));
            const begin = this.#atLookUp.get(`${process.name} ${what}`);
            if (begin === undefined) return answer();
            this.#atLookUp.delete(`${process.name} ${what}`);
            begin(answer);
          },
          (error: Error) => back(() => reject(error)),
        );
      });
    });
    return promise;
  }

  #reset(downUs: number): void {
    this.#options.onReset();
    this.#downUntil = this.#world.now + downUs;
    for (const breakOff of this.#underWay) breakOff();
    this.#underWay.clear();
  }
}

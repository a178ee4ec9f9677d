/**
 * A process of the simulated machines: an event loop with its turns, timers and death. A turn is one moment of the world: input
 * that has come meanwhile, then immediates, then closed handles, as libuv orders them. A process that dies in the middle of a
 * turn runs it to its end, but nothing that it does has an effect: no octet leaves, and no commit.
 */

import type { Clock } from '#time/clock.ts';
import type { Chance } from '../chance.ts';
import { EPOCH, type Planned, type World } from './world.ts';

/** A process may die before and after each of these. */
export type Call = 'write' | 'commit';

export type ProcessOptions = {
  world: World;
  name: string;
  chance: Chance;
  /** Of its clock against that of the world, in milliseconds; absent: none. */
  skew?: number;
  /** An exception or rejection that was not handled. */
  onFault: (error: unknown) => void;
  /** Called before and after each call; true: the process dies here. */
  diesAt?: (call: Call, place: 'before' | 'after') => boolean;
};

type Timer = {
  planned: Planned;
  /** It does not keep a process alive. */
  isIdle: boolean;
  unref: () => Timer;
};

/** The process whose code runs now. */
let current: Process | undefined;

const enter = (process: Process | undefined) => {
  current = process;
};

/** The process whose code runs now. @throws Error outside of a process: only processes have timers and turns */
export function running(): Process {
  if (current === undefined) throw new Error('no process runs now');
  return current;
}

export class Process {
  readonly name: string;
  readonly world: World;
  /** False from its death or end on. */
  alive = true;
  /** Jumps of its clock so far, in milliseconds. */
  skew: number;
  readonly timers = new Set<Timer>();
  /** Called at its death or end. */
  readonly atEnd: (() => void)[] = [];
  readonly #options: ProcessOptions;
  readonly #input: (() => void)[] = [];
  #immediates: (() => void)[] = [];
  readonly #closing: (() => void)[] = [];
  #next: Planned | undefined;
  /** The process computes until then, or is stopped. */
  #busyUntil = 0;

  constructor(options: ProcessOptions) {
    this.#options = options;
    this.name = options.name;
    this.world = options.world;
    this.skew = options.skew ?? 0;
  }

  readonly clock: Clock = {
    now: () => Math.floor(this.world.now / 1000),
    date: () => EPOCH + Math.floor(this.world.now / 1000) + this.skew,
    after: (ms, run) => {
      const timer = this.setTimeout(run, ms);
      return () => this.clearTimeout(timer);
    },
  };

  /** Takes work for the next turn, which input begins. */
  event(run: () => void): void {
    if (!this.alive) return;
    this.#input.push(run);
    // The time until the loop wakes, or ends its last turn.
    this.#wake(this.#options.chance.random() < 0.02 ? 5000 : 30);
  }

  setImmediate(run: () => void): void {
    this.#immediates.push(run);
    if (current !== this) this.#wake(30);
  }

  setTimeout(run: () => void, ms: number): Timer {
    const timer: Timer = {
      isIdle: false,
      unref: () => {
        timer.isIdle = true;
        return timer;
      },
      planned: this.world.in(ms * 1000, () => {
        // Until its turn it can still be cancelled.
        this.event(() => {
          if (this.timers.delete(timer)) run();
        });
      }),
    };
    this.timers.add(timer);
    return timer;
  }

  clearTimeout(timer: unknown): void {
    for (const known of this.timers) {
      if (known !== timer) continue;
      known.planned.run = undefined;
      this.timers.delete(known);
      return;
    }
  }

  /** Runs after the immediates of this turn. */
  closing(run: () => void): void {
    this.#closing.push(run);
    if (current !== this) this.#wake(30);
  }

  /** The process does nothing else for so many microseconds. */
  stall(us: number): void {
    this.#busyUntil = Math.max(this.#busyUntil, this.world.now + us);
  }

  /** A system call. @returns false if the process is dead, and the call must have no effect */
  call(call: Call, act: () => void): boolean {
    if (this.alive && this.#options.diesAt?.(call, 'before')) this.die(`before a ${call}`);
    if (!this.alive) return false;
    act();
    if (this.#options.diesAt?.(call, 'after')) this.die(`behind a ${call}`);
    return true;
  }

  /** Ends at once, as by SIGKILL, or after a graceful shutdown. */
  die(how: string): void {
    if (!this.alive) return;
    this.alive = false;
    this.world.trace(this.name, `ends: ${how}`);
    if (this.#next) this.#next.run = undefined;
    for (const { planned } of this.timers) planned.run = undefined;
    for (const end of this.atEnd) end();
    // In the middle of a turn the dead process continues; see `#turn`.
    if (current !== this) this.#runOut();
  }

  #wake(us: number): void {
    if (this.#next !== undefined || !this.alive) return;
    const delay = this.#options.chance.random() * us;
    this.#next = this.world.in(Math.max(delay, this.#busyUntil - this.world.now), () =>
      this.#turn(),
    );
  }

  #turn(): void {
    this.#next = undefined;
    enter(this);
    for (const run of this.#input.splice(0)) if (this.alive) this.#guarded(run);
    for (const run of this.#immediates.splice(0)) this.#guarded(run);
    for (const run of this.#closing.splice(0)) this.#guarded(run);
    if (!this.alive) this.#runOut();
    enter(undefined);
    if (this.#immediates.length + this.#closing.length + this.#input.length > 0) this.#wake(30);
  }

  /** Module-level lists, which all processes share, must not keep entries of one process. */
  #runOut(): void {
    const before = current;
    enter(this);
    for (let rounds = 0; this.#immediates.length > 0 && rounds < 100; rounds += 1) {
      for (const run of this.#immediates.splice(0)) this.#guarded(run);
    }
    this.#immediates = [];
    enter(before);
  }

  /** Runs one callback of the event loop, and all that follows it at once. */
  #guarded(run: () => void): void {
    for (let step: (() => void) | undefined = run; step !== undefined; ) {
      try {
        step();
        step = step === run ? runMicrotasks : undefined;
      } catch (error) {
        if (this.alive) this.#options.onFault(error);
        step = runMicrotasks;
      }
    }
  }

  rejected(error: unknown): void {
    if (this.alive) this.#options.onFault(error);
  }
}

const tick: unknown = Reflect.get(process, '_tickCallback');
if (typeof tick !== 'function') throw new Error('this Node cannot run its microtasks at once');

/** Ticks and promises, until none is left: as Node does after each callback. */
const runMicrotasks = () => void Reflect.apply(tick, process, []);

/** Runs what a call of a model has left, if no turn of a process does so. */
export function settle(): void {
  if (current === undefined) runMicrotasks();
}

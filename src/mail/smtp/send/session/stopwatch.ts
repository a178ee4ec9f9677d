import type { Stage } from '../../delivery.ts';
import type { Clock } from '#time/clock.ts';

/** Told how many milliseconds a stage took, once it is over. */
export type OnStage = (stage: Stage, ms: number) => void;

/** Which stage a mail is in, and how long each one takes. */
export class Stopwatch {
  readonly #clock: Clock;
  readonly #onStage: OnStage;
  #stage: Stage;
  #since: number;

  constructor(stage: Stage, clock: Clock, onStage: OnStage) {
    this.#stage = stage;
    this.#clock = clock;
    this.#onStage = onStage;
    this.#since = clock.now();
  }

  get stage(): Stage {
    return this.#stage;
  }

  /** The stage so far is over, and another begins. */
  enter(stage: Stage): void {
    this.stop();
    this.#stage = stage;
  }

  /** The stage is over. */
  stop(): void {
    const now = this.#clock.now();
    this.#onStage(this.#stage, now - this.#since);
    this.#since = now;
  }
}

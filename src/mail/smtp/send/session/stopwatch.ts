import type { Clock } from '#time/clock.ts';
import type { Stage } from '../../delivery.ts';

/** Receives the duration of a stage, in milliseconds, when the stage ends. */
export type OnStage = (stage: Stage, ms: number) => void;

/** Measures the time that a mail spends in each of its stages. */
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

  /** Ends the current stage and begins another. */
  enter(stage: Stage): void {
    this.stop();
    this.#stage = stage;
  }

  /** Ends the current stage. */
  stop(): void {
    const now = this.#clock.now();
    this.#onStage(this.#stage, now - this.#since);
    this.#since = now;
  }
}

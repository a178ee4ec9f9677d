import type { Clock } from '#time/clock.ts';
import type { DeliveryStage } from '../../delivery.ts';

/** Receives the duration of a stage, in milliseconds, when the stage ends. */
export type OnStage = (stage: DeliveryStage, ms: number) => void;

/** Measures the time that a message spends in each stage. */
export class Stopwatch {
  readonly #clock: Clock;
  readonly #onStage: OnStage;
  #stage: DeliveryStage;
  #since: number;

  constructor(stage: DeliveryStage, clock: Clock, onStage: OnStage) {
    this.#stage = stage;
    this.#clock = clock;
    this.#onStage = onStage;
    this.#since = clock.now();
  }

  get stage(): DeliveryStage {
    return this.#stage;
  }

  /** Ends the current stage and begins another. */
  enter(stage: DeliveryStage): void {
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

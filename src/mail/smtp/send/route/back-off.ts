import { BoundedMap } from '#collections/bounded-map.ts';
import type { Clock } from '#time/clock.ts';
import { type Reply, reply } from '../../reply.ts';

/** First pause after a request to back off; each further one in a row is twice as long. */
const FIRST_MS = 30_000;
const LONGEST_MS = 300_000;
/** Time after the end of a pause after which the next request starts with the first pause again. */
const FORGET_MS = 600_000;
/** The largest number of destinations in memory. */
const MOST_DESTINATIONS = 10_000;

type Pause = { until: number; ms: number };

/** Exponential back-off: the destinations that have asked us to slow down, and the end of each pause. */
export class BackOff {
  readonly #clock: Clock;
  readonly #pauses = new BoundedMap<string, Pause>(MOST_DESTINATIONS);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** 451 4.7.1 during the pause of a destination. */
  reply(destination: string): Reply | undefined {
    const pause = this.#pauses.get(destination);
    if (!pause || pause.until <= this.#clock.now()) return undefined;
    return reply(451, '4.7.1', 'Rate limited by the destination mail server');
  }

  /** The destination has asked us to back off. Requests during the pause answer messages sent before it, and do not count. */
  requested(destination: string): void {
    const now = this.#clock.now();
    const before = this.#pauses.get(destination);
    if (before && before.until > now) return;
    const inARow = before && before.until + FORGET_MS > now;
    const ms = inARow ? Math.min(before.ms * 2, LONGEST_MS) : FIRST_MS;
    this.#pauses.set(destination, { until: now + ms, ms });
  }

  /** A message was delivered: expired pauses are removed. A running pause stays, because this message was sent before it. */
  succeeded(...destinations: readonly string[]): void {
    for (const destination of destinations) {
      const pause = this.#pauses.get(destination);
      if (pause && pause.until <= this.#clock.now()) this.#pauses.delete(destination);
    }
  }
}

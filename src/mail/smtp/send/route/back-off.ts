import { type Reply, reply } from '../../reply.ts';
import type { Clock } from '#time/clock.ts';

/** First pause after a complaint; each further one in a row doubles it. */
const FIRST_MS = 30_000;
const LONGEST_MS = 300_000;
/** A pause this long over is forgotten, and the next complaint begins anew. */
const FORGET_MS = 600_000;
/** Destinations remembered at most; the oldest is forgotten first. */
const REMEMBERED = 10_000;

type Pause = { until: number; ms: number };

/** Which destinations have asked us to slow down, and until when nothing is sent there. */
export class Backoff {
  readonly #clock: Clock;
  readonly #pauses = new Map<string, Pause>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** 451 4.7.1 while the destination is left alone. */
  reply(destination: string): Reply | undefined {
    const pause = this.#pauses.get(destination);
    if (!pause || pause.until <= this.#clock.now()) return undefined;
    return reply(451, '4.7.1', 'The server of the mailbox asked us to slow down');
  }

  /** The destination has complained. Complaints of messages that were under way together count once. */
  complained(destination: string): void {
    const now = this.#clock.now();
    const before = this.#pauses.get(destination);
    if (before && before.until > now) return;
    const inARow = before && before.until + FORGET_MS > now;
    const ms = inARow ? Math.min(before.ms * 2, LONGEST_MS) : FIRST_MS;
    this.#pauses.delete(destination);
    this.#pauses.set(destination, { until: now + ms, ms });
    const [oldest] = this.#pauses.keys();
    if (this.#pauses.size > REMEMBERED && oldest !== undefined) this.#pauses.delete(oldest);
  }

  /** Mail has gone through: pauses that are over count no more. One that is not over stays, others were under way with it. */
  contented(...destinations: readonly string[]): void {
    for (const destination of destinations) {
      const pause = this.#pauses.get(destination);
      if (pause && pause.until <= this.#clock.now()) this.#pauses.delete(destination);
    }
  }
}

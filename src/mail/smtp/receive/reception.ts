/** One message on its way into memory: its octets, its share of the budget, and the policy's receiver. */

import type { Reply } from '../reply.ts';
import type { Budget } from './budget.ts';
import { Collector } from './collector.ts';
import type { Limits } from './limits.ts';
import type { Intake, Verdict } from './policy.ts';
import { FAULTS } from './replies.ts';
import { SLAB_OCTETS, type Slabs } from './slabs.ts';

/** Room is requested in steps, so that a long message does not ask for each piece. */
const ROOM_STEP = 1_048_576;

export type ReceptionSettings = { budget: Budget; block: string; limits: Limits; slabs: Slabs };

export class Reception {
  readonly #intake: Intake;
  readonly #budget: Budget;
  readonly #block: string;
  readonly #collector: Collector;
  /** Octets taken from the budget, and the number of them in use. */
  #room: number;
  #taken = 0;
  /** Octets received. */
  #octets = 0;

  /** @returns undefined where the budget has no room for the declared size (0: none was) */
  static open(
    intake: () => Intake,
    size: number,
    settings: ReceptionSettings,
  ): Reception | undefined {
    // The largest announced message must fit where the budget has room for nothing else.
    const slabs = Math.min(
      Math.ceil(size / SLAB_OCTETS) * SLAB_OCTETS,
      settings.limits.messageOctets,
    );
    const room = Math.max(slabs, SLAB_OCTETS);
    if (!settings.budget.take(settings.block, room)) return undefined;
    try {
      return new Reception(intake(), room, settings);
    } catch (error) {
      settings.budget.give(settings.block, room);
      throw error;
    }
  }

  private constructor(
    intake: Intake,
    room: number,
    { budget, block, limits, slabs }: ReceptionSettings,
  ) {
    const { messageOctets, headerOctets } = limits;
    this.#intake = intake;
    this.#room = room;
    this.#budget = budget;
    this.#block = block;
    this.#collector = new Collector(
      intake,
      { messageOctets, headerOctets, room: (octets) => this.#grow(octets) },
      slabs,
    );
  }

  /** Octets received so far. */
  get octets(): number {
    return this.#octets;
  }

  /** The reason to refuse the message, as far as it is known. */
  get refusal(): Reply | undefined {
    const { fault } = this.#collector;
    return fault && FAULTS[fault];
  }

  /** Octets behind DATA. @returns the index behind the end of data, or -1 */
  data(octets: Buffer): number {
    this.#octets += octets.length;
    return this.#collector.feed(octets);
  }

  /** Octets of a BDAT chunk. */
  chunk(octets: Buffer): void {
    this.#octets += octets.length;
    this.#collector.append(octets);
  }

  /** Completes the last BDAT chunk. */
  endChunks(): void {
    this.#collector.endContent();
  }

  /** Hands the complete message over. */
  finish(): Promise<Verdict> {
    return this.#intake.end(this.#collector.finish());
  }

  /** Returns the room; the message must not be used any more. */
  release(): void {
    this.#collector.release();
    this.#budget.give(this.#block, this.#room);
    this.#room = 0;
  }

  #grow(octets: number): boolean {
    this.#taken += octets;
    const lacking = this.#taken - this.#room;
    if (lacking <= 0) return true;
    // A whole step, or the exact number of octets where there is no room for a step.
    const whole = Math.max(lacking, ROOM_STEP);
    const step = this.#budget.fits(this.#block, whole) ? whole : lacking;
    if (!this.#budget.take(this.#block, step)) return false;
    this.#room += step;
    return true;
  }
}

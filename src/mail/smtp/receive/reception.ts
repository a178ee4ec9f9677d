/** One message on its way into memory: its octets, its share of the budget, and the policy's receiver. */

import type { Reply } from '../reply.ts';
import type { Budget } from './memory/budget.ts';
import { Collector } from './collector.ts';
import type { Limits } from './limits.ts';
import type { Intake, Verdict } from './policy.ts';
import { FAULTS } from './replies.ts';
import type { Presumption } from './memory/presumption.ts';
import type { RoomQueue } from './memory/room-queue.ts';
import { SLAB_OCTETS, type Slabs } from './memory/slabs.ts';

/** Room is requested in steps, so that a long message does not ask for each piece. */
const ROOM_STEP = 1_048_576;
/** Octets that a message wants beside its own: for stuffing dots, and for the copy of its header. Most mail has fewer. */
const BESIDES = 16_384;

export type ReceptionSettings = {
  budget: Budget;
  roomQueue: RoomQueue;
  block: string;
  limits: Limits;
  slabs: Slabs;
};

/** Octets that a message of so many wants: whole slabs; 0 where its size is unknown. */
export function roomOf(size: number, { messageOctets }: Limits): number {
  if (size === 0) return 0;
  // The largest message that is announced must fit where there is room for no more than it.
  return Math.min(Math.ceil((size + BESIDES) / SLAB_OCTETS) * SLAB_OCTETS, messageOctets);
}

export class Reception {
  readonly #intake: Intake;
  readonly #budget: Budget;
  readonly #roomQueue: RoomQueue;
  readonly #block: string;
  readonly #collector: Collector;
  /** Octets taken from the budget, and the number of them in use. */
  #room: number;
  #taken = 0;
  /** Undefined where a size was declared. */
  readonly #presumption: Presumption | undefined;
  /** Octets received. */
  #octets = 0;

  /** @returns undefined where the budget has no room for the declared size (0: none was) */
  static open(
    intake: () => Intake,
    size: number,
    settings: ReceptionSettings,
  ): Reception | undefined {
    const room = Math.max(roomOf(size, settings.limits), SLAB_OCTETS);
    if (!settings.budget.take(settings.block, room)) return undefined;
    try {
      return new Reception(intake(), room, size > 0, settings);
    } catch (error) {
      settings.budget.give(settings.block, room);
      throw error;
    }
  }

  private constructor(
    intake: Intake,
    room: number,
    isDeclared: boolean,
    { budget, roomQueue, block, limits, slabs }: ReceptionSettings,
  ) {
    const { messageOctets, headerOctets } = limits;
    this.#intake = intake;
    this.#room = room;
    this.#budget = budget;
    this.#roomQueue = roomQueue;
    this.#block = block;
    this.#collector = new Collector(
      intake,
      { messageOctets, headerOctets, room: (octets) => this.#grow(octets) },
      slabs,
    );
    if (!isDeclared) this.#presumption = roomQueue.presume(block, room);
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
    this.#count(octets.length);
    const end = this.#collector.feed(octets);
    if (this.refusal !== undefined) this.#giveRoomBack();
    return end;
  }

  /** Octets of a BDAT chunk. */
  chunk(octets: Buffer): void {
    this.#count(octets.length);
    this.#collector.append(octets);
    if (this.refusal !== undefined) this.#giveRoomBack();
  }

  /** Completes the last BDAT chunk. */
  endChunks(): void {
    this.#collector.endContent();
  }

  /** The message is complete. @returns the reason for which it is refused, or what the policy says of it */
  finish(): Verdict | Promise<Verdict> {
    // More than its octets: room is taken in steps, and for a copy of the header.
    const wanted = Math.max(this.#octets, this.#room);
    if (this.#presumption !== undefined) this.#roomQueue.learn(wanted);
    this.#endPresumption();
    return this.refusal ?? this.#intake.end(this.#collector.finish());
  }

  /** Returns the room; the message must not be used any more. */
  release(): void {
    this.#collector.release();
    this.#giveRoomBack();
  }

  /** Nothing of a refused message is kept, however long its rest takes to come in. */
  #giveRoomBack(): void {
    const room = this.#room;
    this.#room = 0;
    this.#endPresumption();
    this.#budget.give(this.#block, room);
  }

  #count(octets: number): void {
    if (this.#octets === 0 && this.#presumption) this.#roomQueue.begun(this.#presumption);
    this.#octets += octets;
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
    this.#presumption?.taken(step);
    return true;
  }

  #endPresumption(): void {
    if (this.#presumption !== undefined) this.#roomQueue.over(this.#presumption);
  }
}

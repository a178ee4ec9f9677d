/** One message that is being received: its octets, its share of the budget, and the policy's receiver. */

import type { Reply } from '../reply.ts';
import type { Budget } from './memory/budget.ts';
import { Collector } from './collector.ts';
import type { Limits } from './limits.ts';
import type { Intake, Verdict } from './policy.ts';
import { FAULTS } from './replies.ts';
import type { Presumption, RoomQueue } from './memory/room-queue.ts';
import { SLAB_OCTETS } from './memory/slabs.ts';
import type { SessionSettings } from './wire.ts';

/** Memory is reserved in steps, so that a long message does not reserve it for each piece. */
const ROOM_STEP = 1_048_576;
/** Octets that a message needs in addition to its own: for stuffing dots, and for the copy of its header. Most messages need fewer. */
const BESIDES = 16_384;

/** Octets that a message of this size needs: whole slabs; 0 if its size is unknown. */
export function roomOf(size: number, { messageOctets }: Limits): number {
  if (size === 0) return 0;
  // The largest announced message must fit even if the budget is exactly its size.
  return Math.min(Math.ceil((size + BESIDES) / SLAB_OCTETS) * SLAB_OCTETS, messageOctets);
}

export class Reception {
  readonly #intake: Intake;
  readonly #budget: Budget;
  readonly #roomQueue: RoomQueue;
  readonly #block: string;
  readonly #collector: Collector;
  /** Octets reserved from the budget, and the number of them in use. */
  #room: number;
  #taken = 0;
  /** Undefined if a size was declared. */
  readonly #presumption: Presumption | undefined;
  /** Octets received. */
  #octets = 0;

  /** @returns undefined if the declared size does not fit into the budget (0: none was declared) */
  static open(
    intake: () => Intake,
    size: number,
    settings: SessionSettings,
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
    { budget, roomQueue, block, limits, slabs }: SessionSettings,
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

  /** The reason to reject the message, once it is known. */
  get refusal(): Reply | undefined {
    const { fault } = this.#collector;
    return fault && FAULTS[fault];
  }

  /** Octets after DATA. @returns the index after the end of data, or -1 */
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

  /** The message is complete. @returns the reason why it is rejected, or the policy's verdict */
  finish(): Verdict | Promise<Verdict> {
    // More than its octets: memory is reserved in steps, and for a copy of the header.
    const wanted = Math.max(this.#octets, this.#room);
    if (this.#presumption !== undefined) this.#roomQueue.learn(wanted);
    this.#endPresumption();
    return this.refusal ?? this.#intake.end(this.#collector.finish());
  }

  /** Returns the memory; the message must not be used after that. */
  release(): void {
    this.#collector.release();
    this.#giveRoomBack();
  }

  /** A rejected message is not kept while the rest of it arrives. */
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
    // A whole step, or the exact number of octets if a step does not fit.
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

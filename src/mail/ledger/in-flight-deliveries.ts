/**
 * The deliveries of this process that are under way, or whose sender has not yet shown that it knows of them: the same
 * message must not begin a second time meanwhile, here or on another node. Other nodes know of those that take long, or
 * whose sender has left, by a note in the store. A sender that tries again on another node has lost patience with us
 * first, so the usual delivery, which is over within seconds, writes none.
 */

import { BoundedMap } from '#collections/bounded-map.ts';
import type { Clock } from '#time/clock.ts';
import type { LedgerKey } from './ledger-key.ts';

/** How often the deliveries are looked at, in milliseconds. */
const LOOK_MS = 5_000;
/** A delivery that takes longer is noted, in milliseconds: no sender loses patience sooner. */
const LONG_MS = 10_000;
const RENEWAL_MS = 60_000;
/** A note is believed so long, in milliseconds: then its node is taken to be dead. Clocks of nodes may differ by less. */
export const NOTE_MS = 300_000;
/** The longest wait for a sign of the sender, in milliseconds: its end is understood sooner. */
const SIGN_MS = 3_000;
/** Deliveries remembered at once where the store is down; past that the oldest is forgotten. */
const REMEMBERED = 100_000;

/** `told`: delivered, and its sender is being told. `doubted`: delivered, and the sender may not have heard of it. */
type State = 'under-way' | 'told' | 'doubted';

type InFlight = {
  key: LedgerKey;
  state: State;
  /** When it is to be noted next; milliseconds on the clock. */
  noteAt: number;
  /** Until when a doubted one is believed. */
  until: number;
  /** The last note: written, or being written. */
  note: Promise<void> | undefined;
  /** When that note expires, which tells it from another node's; milliseconds since 1970. */
  noteUntil: number;
  /** Resolves when its sender has given a sign, or has left without one. */
  sign: PromiseWithResolvers<void> | undefined;
};

/** Writes entries into the store. Never rejects. @returns false where the store took none */
export type Notes = {
  /** The delivery is under way. @param until when the note expires; milliseconds since 1970 */
  underWay: (key: LedgerKey, until: number) => Promise<boolean>;
  /** It was delivered, and its sender may not know. */
  delivered: (key: LedgerKey) => Promise<boolean>;
};

export class InFlightDeliveries {
  readonly #clock: Clock;
  readonly #notes: Notes;
  readonly #deliveries = new BoundedMap<string, InFlight>(REMEMBERED);
  /** Ends the wait for the next look at the deliveries. */
  #cancelLook: (() => void) | undefined;
  #ended = false;

  constructor(clock: Clock, notes: Notes) {
    this.#clock = clock;
    this.#notes = notes;
  }

  state({ name }: LedgerKey): State | undefined {
    const delivery = this.#deliveries.get(name);
    if (delivery?.state !== 'doubted' || this.#clock.now() < delivery.until) return delivery?.state;
    this.#deliveries.delete(name);
    return undefined;
  }

  begin(key: LedgerKey): void {
    this.#hold(key, 'under-way');
    if (this.#cancelLook === undefined) this.#lookLater();
  }

  /** Its sender has left and may come again at any moment. */
  async note({ name }: LedgerKey): Promise<void> {
    const delivery = this.#deliveries.get(name);
    if (delivery?.state === 'under-way') await this.#note(delivery);
  }

  /** It was delivered. @returns undefined where it was never noted; else when no note is written any more */
  delivered(key: LedgerKey): Promise<void> | undefined {
    const delivery = this.#deliveries.get(key.name) ?? this.#hold(key, 'told');
    delivery.state = 'told';
    return delivery.note;
  }

  /** Its sender may not have heard of it. @param lifeMs for which it is believed @returns as `delivered` does */
  doubt(key: LedgerKey, lifeMs: number): Promise<void> | undefined {
    const delivery = this.#deliveries.get(key.name) ?? this.#hold(key, 'doubted');
    delivery.state = 'doubted';
    delivery.until = this.#clock.now() + lifeMs;
    delivery.noteAt = this.#clock.now() + LOOK_MS;
    delivery.sign?.resolve();
    return delivery.note;
  }

  /** Resolves when the sender that is being told has given a sign, or has left without one; or after a while. */
  async sign({ name }: LedgerKey): Promise<void> {
    const delivery = this.#deliveries.get(name);
    if (delivery?.state !== 'told') return;
    delivery.sign ??= Promise.withResolvers();
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#clock.after(SIGN_MS, resolve);
    await Promise.race([delivery.sign.promise, promise]);
    cancel();
  }

  /** The delivery is forgotten. @returns as `delivered` does */
  drop({ name }: LedgerKey): Promise<void> | undefined {
    const delivery = this.#deliveries.get(name);
    this.#deliveries.delete(name);
    delivery?.sign?.resolve();
    return delivery?.note;
  }

  /**
   * It has failed, and is forgotten.
   * @returns undefined where it was never noted; else when the last note expires, milliseconds since 1970
   */
  failed(key: LedgerKey): Promise<number> | undefined {
    const delivery = this.#deliveries.get(key.name);
    return this.drop(key)?.then(() => delivery?.noteUntil ?? 0);
  }

  /** The process ends: nothing is looked at any more. */
  end(): void {
    this.#ended = true;
    this.#cancelLook?.();
  }

  #hold(key: LedgerKey, state: State): InFlight {
    const noteAt = this.#clock.now() + LONG_MS;
    const nothing = { until: 0, note: undefined, noteUntil: 0, sign: undefined };
    const delivery = { key, state, noteAt, ...nothing };
    this.#deliveries.set(key.name, delivery);
    return delivery;
  }

  #lookLater(): void {
    if (this.#ended) return;
    this.#cancelLook = this.#clock.after(LOOK_MS, () => {
      this.#cancelLook = undefined;
      const now = this.#clock.now();
      for (const [, delivery] of this.#deliveries) {
        if (now < delivery.noteAt) continue;
        if (delivery.state === 'under-way') void this.#note(delivery);
        else if (delivery.state === 'doubted') void this.#keepAgain(delivery);
      }
      if (this.#deliveries.size > 0) this.#lookLater();
    });
  }

  #note(delivery: InFlight): Promise<void> {
    const { key, note = Promise.resolve() } = delivery;
    delivery.noteAt = this.#clock.now() + RENEWAL_MS;
    // One after the other: the note that is written last is valid.
    delivery.note = note.then(async () => {
      if (this.state(key) !== 'under-way') return;
      delivery.noteUntil = this.#clock.date() + NOTE_MS;
      if (await this.#notes.underWay(key, delivery.noteUntil)) return;
      // The store took no note: the next look tries again.
      delivery.noteAt = 0;
    });
    return delivery.note;
  }

  /** The store did not take the outcome when it was known. */
  async #keepAgain(delivery: InFlight): Promise<void> {
    const { key } = delivery;
    delivery.noteAt = this.#clock.now() + RENEWAL_MS;
    if (this.state(key) === undefined) return;
    if (await this.#notes.delivered(key)) void this.drop(key);
    else delivery.noteAt = 0;
  }
}

/**
 * The deliveries of this process that are in progress, or whose sender has not shown that it read the outcome. The same message
 * must not begin a second time meanwhile, here or on another node. A note in the store shows other nodes the deliveries that take
 * long, or whose sender has left. A sender that retries on another node has first timed out on us, so a usual delivery, which ends
 * within seconds, does not write a note.
 */

import { BoundedMap } from '#collections/bounded-map.ts';
import type { Clock } from '#time/clock.ts';
import type { LedgerKey } from './fingerprint.ts';

/** The interval between checks of the deliveries, in milliseconds. */
const LOOK_MS = 5_000;
/** A delivery that takes longer is noted, in milliseconds: senders do not time out sooner. */
const LONG_MS = 10_000;
const RENEWAL_MS = 60_000;
/** The lifetime of a note, in milliseconds: after that its node counts as dead. Clocks of nodes must differ by less. */
export const NOTE_MS = 300_000;
/** The longest wait for a sign that the sender read the reply, in milliseconds. Usually the wait ends sooner. */
const SIGN_MS = 3_000;
/** The largest number of deliveries in memory while the store is down; beyond it the oldest is dropped. */
const REMEMBERED = 100_000;

/** `replied`: delivered, and its sender is getting the reply. `doubted`: delivered, and the sender may not have read the reply. */
type State = 'under-way' | 'replied' | 'doubted';

type InFlight = {
  key: LedgerKey;
  state: State;
  /** The time of its next note, in milliseconds on the clock. */
  noteAt: number;
  /** The expiry of a doubted delivery. */
  until: number;
  /** The last note: written, or being written. */
  note: Promise<void> | undefined;
  /** The expiry of that note, in milliseconds since 1970; it distinguishes the note from another node's. */
  noteUntil: number;
  /** Resolves when its sender has given a sign, or has left without one. */
  sign: PromiseWithResolvers<void> | undefined;
};

/** Writes entries to the store. Never rejects. @returns false if the store failed */
export type Notes = {
  /** The delivery is in progress. @param until the expiry of the note, in milliseconds since 1970 */
  underWay: (key: LedgerKey, until: number) => Promise<boolean>;
  /** It was delivered, and its sender may not have read the reply. */
  delivered: (key: LedgerKey) => Promise<boolean>;
};

export class InFlightDeliveries {
  readonly #clock: Clock;
  readonly #notes: Notes;
  readonly #deliveries = new BoundedMap<string, InFlight>(REMEMBERED);
  /** Ends the wait for the next check of the deliveries. */
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

  /** Its sender has left and may retry at any moment. */
  async note({ name }: LedgerKey): Promise<void> {
    const delivery = this.#deliveries.get(name);
    if (delivery?.state === 'under-way') await this.#note(delivery);
  }

  /** It was delivered. @returns undefined if it was never noted; else resolves when no more notes are being written */
  delivered(key: LedgerKey): Promise<void> | undefined {
    const delivery = this.#deliveries.get(key.name) ?? this.#hold(key, 'replied');
    delivery.state = 'replied';
    return delivery.note;
  }

  /** Its sender may not have read the reply. @param lifeMs the lifetime of the entry @returns as `delivered` */
  doubt(key: LedgerKey, lifeMs: number): Promise<void> | undefined {
    const delivery = this.#deliveries.get(key.name) ?? this.#hold(key, 'doubted');
    delivery.state = 'doubted';
    delivery.until = this.#clock.now() + lifeMs;
    delivery.noteAt = this.#clock.now() + LOOK_MS;
    delivery.sign?.resolve();
    return delivery.note;
  }

  /** Resolves when the sender has shown that it read the reply, or has left without that, or after a limit. */
  async sign({ name }: LedgerKey): Promise<void> {
    const delivery = this.#deliveries.get(name);
    if (delivery?.state !== 'replied') return;
    delivery.sign ??= Promise.withResolvers();
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#clock.after(SIGN_MS, resolve);
    await Promise.race([delivery.sign.promise, promise]);
    cancel();
  }

  /** Drops the delivery. @returns as `delivered` */
  drop({ name }: LedgerKey): Promise<void> | undefined {
    const delivery = this.#deliveries.get(name);
    this.#deliveries.delete(name);
    delivery?.sign?.resolve();
    return delivery?.note;
  }

  /**
   * Drops a failed delivery.
   * @returns undefined if it was never noted; else the expiry of the last note, in milliseconds since 1970
   */
  failed(key: LedgerKey): Promise<number> | undefined {
    const delivery = this.#deliveries.get(key.name);
    return this.drop(key)?.then(() => delivery?.noteUntil ?? 0);
  }

  /** The process ends: stops the checks. */
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
    // One after another: the note that is written last is valid.
    delivery.note = note.then(async () => {
      if (this.state(key) !== 'under-way') return;
      delivery.noteUntil = this.#clock.date() + NOTE_MS;
      if (await this.#notes.underWay(key, delivery.noteUntil)) return;
      // The store failed to write the note: the next check tries again.
      delivery.noteAt = 0;
    });
    return delivery.note;
  }

  /** The store failed to write the outcome when it was known. */
  async #keepAgain(delivery: InFlight): Promise<void> {
    const { key } = delivery;
    delivery.noteAt = this.#clock.now() + RENEWAL_MS;
    if (this.state(key) === undefined) return;
    if (await this.#notes.delivered(key)) void this.drop(key);
    else delivery.noteAt = 0;
  }
}

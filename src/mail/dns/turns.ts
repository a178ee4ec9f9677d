/** Queries that are on their way at once, in all and to one zone. The rest waits for its turn. */

import type { Clock } from '#time/clock.ts';

const MOST_AT_ONCE = 200;
const MOST_OF_ZONE = 20;
/** Queries that wait, in all and for one zone: slow or silent servers must not fill our memory. */
const MOST_WAITING = 2000;
const MOST_WAITING_FOR_ZONE = 200;
/** No caller waits longer for an answer, so a query that has waited this long is not sent. */
const WAIT_MS = 10_000;

type Waiter = { since: number; resolve: (granted: boolean) => void };
type Zone = { name: string; busy: number; waiting: Waiter[] };

/** Zones take turns, so that a slow one delays only its own queries. */
export class Turns {
  readonly #clock: Clock;
  readonly #zones = new Map<string, Zone>();
  /** Zones with a query that could go if there were room in all. */
  readonly #ready = new Set<Zone>();
  #busy = 0;
  #waiting = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Queries that are on their way. */
  get busy(): number {
    return this.#busy;
  }

  /** Zones with queries. */
  get zones(): number {
    return this.#zones.size;
  }

  /** Whether a query may go, now or after a wait; each true is followed by one `end` of the same zone. */
  begin(zoneName: string): Promise<boolean> | boolean {
    const known = this.#zones.get(zoneName);
    const zone = known ?? { name: zoneName, busy: 0, waiting: [] };
    if (this.#busy < MOST_AT_ONCE && zone.busy < MOST_OF_ZONE) {
      this.#zones.set(zoneName, zone);
      this.#busy++;
      zone.busy++;
      return true;
    }
    if (this.#waiting >= MOST_WAITING || zone.waiting.length >= MOST_WAITING_FOR_ZONE) return false;
    this.#zones.set(zoneName, zone);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#waiting++;
    zone.waiting.push({ since: this.#clock.now(), resolve });
    if (zone.busy < MOST_OF_ZONE) this.#ready.add(zone);
    return promise;
  }

  end(zoneName: string): void {
    const zone = this.#zones.get(zoneName);
    if (zone === undefined) return;
    this.#busy--;
    zone.busy--;
    if (zone.waiting.length > 0) this.#ready.add(zone);
    else if (zone.busy === 0) this.#zones.delete(zoneName);
    this.#admit();
  }

  #admit(): void {
    for (const zone of this.#ready) {
      if (this.#busy >= MOST_AT_ONCE) return;
      // The zone goes to the end of the ready ones.
      this.#ready.delete(zone);
      this.#admitOneOf(zone);
      if (zone.waiting.length > 0 && zone.busy < MOST_OF_ZONE) this.#ready.add(zone);
      if (zone.waiting.length === 0 && zone.busy === 0) this.#zones.delete(zone.name);
    }
  }

  #admitOneOf(zone: Zone): void {
    for (let waiter = zone.waiting.shift(); waiter; waiter = zone.waiting.shift()) {
      this.#waiting--;
      const inTime = this.#clock.now() < waiter.since + WAIT_MS;
      if (inTime) {
        this.#busy++;
        zone.busy++;
      }
      waiter.resolve(inTime);
      if (inTime) return;
    }
  }
}

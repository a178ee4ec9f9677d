/** Limits the queries in flight: in all, to one zone and from one client block. The rest wait for their turn. */

import type { Clock } from '#time/clock.ts';
import type { QuerySource } from './answer.ts';

const MOST_AT_ONCE = 200;
const MOST_OF_ZONE = 20;
/** Limits of waiting queries, so that slow servers do not fill our memory: in all, for one zone, from one block and of one message. */
const MOST_WAITING = 2000;
const MOST_WAITING_FOR_ZONE = 200;
const MOST_WAITING_OF_BLOCK = 200;
const MOST_WAITING_OF_MESSAGE = 40;
/** Callers do not wait longer for an answer, so a query that has waited this long is not sent. */
const WAIT_MS = 10_000;

/** Labels of a reverse name that form a network of a provider's size: a /16 of IPv4, a /32 of IPv6. */
const REVERSE_LABELS: Record<string, number> = { 'in-addr.arpa': 4, 'ip6.arpa': 10 };
/** Registries that register names one level deeper: co.uk, com.au, ac.jp. */
const SECOND_LEVEL_REGISTRY = /^[a-z]{2,3}\.[a-z]{2}$/;

type Zone = { name: string; busy: number; waiting: Waiter[] };
/** Absent for our own queries, whose names no client has chosen. */
type Block = { name: string; busy: number; waiting: Waiter[] } | undefined;
type Waiter = {
  since: number;
  zone: Zone;
  block: Block;
  asker: QuerySource | undefined;
  resolve: (granted: boolean) => void;
};

/** Zones take turns, so that a slow one delays only its own queries. */
export class QuerySlots {
  readonly #clock: Clock;
  readonly #zones = new Map<string, Zone>();
  readonly #blocks = new Map<string, NonNullable<Block>>();
  /** Zones with a query that could be sent if the total and its block had room. */
  readonly #ready = new Set<Zone>();
  readonly #waitingOf = new Map<QuerySource, number>();
  #busy = 0;
  #waiting = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The number of queries in flight. */
  get busy(): number {
    return this.#busy;
  }

  /** Zones and blocks with queries. */
  get zones(): number {
    return this.#zones.size;
  }

  get blocks(): number {
    return this.#blocks.size;
  }

  /**
   * Whether a query may be sent, now or after a wait. Call `end` with the same arguments once for each true.
   * @param asker the message; undefined for our own queries
   */
  begin(zoneName: string, asker?: QuerySource): Promise<boolean> | boolean {
    const zone = this.#zones.get(zoneName) ?? { name: zoneName, busy: 0, waiting: [] };
    const block = this.#blockOf(asker);
    if (this.#busy < MOST_AT_ONCE && zone.busy < MOST_OF_ZONE && !this.#isFull(block)) {
      this.#keep(zone, block);
      this.#go(zone, block);
      return true;
    }
    if (!this.#hasRoom(zone, block, asker)) return false;
    this.#keep(zone, block);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const waiter = { since: this.#clock.now(), zone, block, asker, resolve };
    this.#waiting++;
    zone.waiting.push(waiter);
    block?.waiting.push(waiter);
    if (asker !== undefined) this.#waitingOf.set(asker, (this.#waitingOf.get(asker) ?? 0) + 1);
    if (zone.busy < MOST_OF_ZONE) this.#ready.add(zone);
    return promise;
  }

  end(zoneName: string, asker?: QuerySource): void {
    const zone = this.#zones.get(zoneName);
    if (zone === undefined) return;
    const block = this.#blockOf(asker);
    this.#busy--;
    zone.busy--;
    if (block !== undefined) block.busy--;
    if (zone.waiting.length > 0) this.#ready.add(zone);
    this.#forget(zone, block);
    this.#admit();
  }

  /**
   * A block may have as many queries in flight as slots are free: one block half of all, two a third each. So there is always room
   * for a block that has none, however many blocks have silent servers.
   */
  #isFull(block: Block): boolean {
    return block !== undefined && block.busy >= MOST_AT_ONCE - this.#busy;
  }

  #blockOf(asker: QuerySource | undefined): Block {
    if (asker === undefined) return undefined;
    const name = asker.block;
    return this.#blocks.get(name) ?? { name, busy: 0, waiting: [] };
  }

  /** Whether one more may wait. If the queue is full, the youngest query of the fullest block is dropped, unless that is this block. */
  #hasRoom(zone: Zone, block: Block, asker: QuerySource | undefined): boolean {
    if (zone.waiting.length >= MOST_WAITING_FOR_ZONE) return false;
    if (block !== undefined && block.waiting.length >= MOST_WAITING_OF_BLOCK) return false;
    if (asker !== undefined && (this.#waitingOf.get(asker) ?? 0) >= MOST_WAITING_OF_MESSAGE) {
      return false;
    }
    if (this.#waiting < MOST_WAITING) return true;
    const fullest = [...this.#blocks.values()].reduce<Block>(
      (most, one) => (one.waiting.length > (most?.waiting.length ?? 0) ? one : most),
      undefined,
    );
    const youngest = fullest?.waiting.at(-1);
    const own = block?.waiting.length ?? 0;
    if (youngest === undefined || own >= (fullest?.waiting.length ?? 0)) return false;
    this.#remove(youngest);
    this.#forget(youngest.zone, fullest);
    youngest.resolve(false);
    return true;
  }

  #admit(): void {
    for (const zone of this.#ready) {
      if (this.#busy >= MOST_AT_ONCE) return;
      const admitted = this.#admitOneOf(zone);
      // The zone goes to the end of the ready ones, unless only full blocks wait for it.
      if (admitted || zone.waiting.length === 0) this.#ready.delete(zone);
      if (admitted && zone.waiting.length > 0 && zone.busy < MOST_OF_ZONE) this.#ready.add(zone);
    }
  }

  #admitOneOf(zone: Zone): boolean {
    for (const waiter of zone.waiting.slice()) {
      const inTime = this.#clock.now() < waiter.since + WAIT_MS;
      if (inTime && this.#isFull(waiter.block)) continue;
      this.#remove(waiter);
      if (inTime) this.#go(zone, waiter.block);
      else this.#forget(zone, waiter.block);
      waiter.resolve(inTime);
      if (inTime) return true;
    }
    return false;
  }

  #go(zone: Zone, block: Block): void {
    this.#busy++;
    zone.busy++;
    if (block !== undefined) block.busy++;
  }

  #remove(waiter: Waiter): void {
    const { zone, block, asker } = waiter;
    this.#waiting--;
    zone.waiting.splice(zone.waiting.indexOf(waiter), 1);
    block?.waiting.splice(block.waiting.indexOf(waiter), 1);
    if (asker === undefined) return;
    const left = (this.#waitingOf.get(asker) ?? 0) - 1;
    if (left > 0) this.#waitingOf.set(asker, left);
    else this.#waitingOf.delete(asker);
  }

  #keep(zone: Zone, block: Block): void {
    this.#zones.set(zone.name, zone);
    if (block !== undefined) this.#blocks.set(block.name, block);
  }

  #forget(zone: Zone, block: Block): void {
    if (zone.busy === 0 && zone.waiting.length === 0) {
      this.#zones.delete(zone.name);
      this.#ready.delete(zone);
    }
    if (block?.busy === 0 && block.waiting.length === 0) this.#blocks.delete(block.name);
  }
}

/**
 * The part of a name that one operator's servers probably serve, judged by the name alone. A wrong guess costs only time:
 * names in one zone share its limit of queries.
 */
export function zoneOf(name: string): string {
  const labels = name.split('.');
  const last = labels.slice(-2).join('.');
  const depth = REVERSE_LABELS[last] ?? (SECOND_LEVEL_REGISTRY.test(last) ? 3 : 2);
  return labels.slice(-depth).join('.');
}

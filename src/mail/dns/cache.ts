/** Caches answers until their TTL expires, and what is parsed from them. A flood of names cannot exceed its limits. */

import type { Clock } from '#time/clock.ts';
import type { Answer, RecordData, RecordType } from './answer.ts';
import { mapPerType, type TypeOf } from './record-types.ts';

/** RFC 2308 section 7 allows 5 minutes for a server in trouble; a deferred message is retried sooner. */
const TROUBLE_TTL = 5;

/** The limits of one generation: answers, and roughly their octets in memory. There are two generations. */
const MOST_SETS = 10_000;
const MOST_OCTETS = 8_388_608;
/** Octets of overhead for an answer, and for each of its records including parsed data, in addition to their texts. */
const SET_OCTETS = 400;
const RECORD_OCTETS = 100;

type Kept<Data> = { answer: Answer<Data>; until: number; octets: number };
type Generation = { [Type in RecordType]: Map<string, Kept<RecordData[Type]>> };

/**
 * A cache of two generations. New answers go into the young one. When it is full it replaces the old one, which is dropped.
 * A repeated query moves its answer to the young one, so answers in use stay.
 */
export class Cache {
  readonly #clock: Clock;
  #young: Generation = mapPerType();
  #old: Generation = mapPerType();
  #sets = 0;
  #octets = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param name lower case */
  get<Type extends RecordType>(type: Type, name: string): Answer<RecordData[Type]> | undefined {
    const young = this.#young[type].get(name);
    const kept = young ?? this.#old[type].get(name);
    if (kept === undefined || kept.until <= this.#clock.now()) return undefined;
    if (young === undefined) this.#put(type, name, kept);
    return kept.answer;
  }

  set<Type extends RecordType>(
    type: Type,
    name: string,
    answer: Answer<RecordData[Type]>,
    { size }: TypeOf<RecordData[Type]>,
  ): void {
    const seconds = answer.kind === 'trouble' ? TROUBLE_TTL : answer.ttl;
    const until = this.#clock.now() + 1000 * seconds;
    this.#put(type, name, { answer, until, octets: name.length + octetsOf(answer, size) });
  }

  /** @param name lower case */
  forget(type: RecordType, name: string): void {
    this.#young[type].delete(name);
    this.#old[type].delete(name);
  }

  /** The number of answers in memory. */
  get sets(): number {
    return count(this.#young) + count(this.#old);
  }

  #put<Type extends RecordType>(type: Type, name: string, kept: Kept<RecordData[Type]>): void {
    if (this.#sets >= MOST_SETS || this.#octets + kept.octets > MOST_OCTETS) {
      this.#old = this.#young;
      this.#young = mapPerType();
      this.#sets = 0;
      this.#octets = 0;
    }
    const before = this.#young[type].get(name);
    this.#sets += before === undefined ? 1 : 0;
    this.#octets += kept.octets - (before?.octets ?? 0);
    this.#young[type].set(name, kept);
    this.#old[type].delete(name);
  }
}

/** Roughly the octets of an answer in memory. @param size as in its type */
export function octetsOf<Data>(answer: Answer<Data>, size: TypeOf<Data>['size']): number {
  const records = answer.kind === 'records' ? answer.records : [];
  return records.reduce((sum, data) => sum + RECORD_OCTETS + size(data), SET_OCTETS);
}

const count = (sets: Generation) => Object.values(sets).reduce((sum, { size }) => sum + size, 0);

/** Seconds that records stay: the zone's TTL, within limits that keep a burst of messages or a mistake in a zone cheap. */
export const recordsTtl = (seconds: number) => Math.min(Math.max(seconds, 30), 3600);

/** RFC 2308 section 5: the zone's SOA gives the TTL of a negative answer. Without an SOA it is the shortest. */
export const negativeTtl = (seconds: number | undefined) =>
  Math.min(Math.max(seconds ?? 0, 30), 900);

/** Characters of the answers whose results `parsedOnce` keeps at once, if their results grow with them. */
const MOST_PARSED = 1_048_576;

/**
 * Parses each answer once, and keeps the result until the cache drops the answer.
 * @param parse pure, since all messages with this answer share its result
 * @param size the number of characters of an answer whose result may take many times their memory: after MOST_PARSED of
 * them all results are dropped. Absent: results are small, whatever the answer
 */
export function parsedOnce<Found extends object, Parsed>(
  parse: (answer: Found) => Parsed,
  size: (answer: Found) => number = () => 0,
): (answer: Found) => Parsed {
  let known = new WeakMap<Found, { parsed: Parsed }>();
  let kept = 0;
  return (answer) => {
    const before = known.get(answer);
    if (before) return before.parsed;
    const parsed = parse(answer);
    kept += size(answer);
    if (kept > MOST_PARSED) {
      known = new WeakMap();
      kept = size(answer);
    }
    known.set(answer, { parsed });
    return parsed;
  };
}

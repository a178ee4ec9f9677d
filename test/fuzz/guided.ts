/**
 * Coverage-guided rounds: a random trace that reaches new places of our sources is kept and mutated. The loop is our own:
 * Jazzer.js needs a newer C library than that of Debian 12, and brings 105 packages.
 */

import { changed, drawing, type Trace, written } from './trace.ts';

/** Most rounds between two looks at the coverage, which take as long as many rounds: doubled each time without anything new. */
const MOST_AT_ONCE = 256;
/** One round in so many begins again, without a trace. */
const ANEW = 8;

/** By script: 1 for each character that has run. */
export type Reached = ReadonlyMap<string, Uint8Array>;

/** The first character of a newly executed piece of a script. */
type Place = readonly [script: string, at: number];

export type Guidance = {
  /** Plays one round. */
  play: (draw: () => number) => void | Promise<void>;
  /** The traces that earlier runs have kept. */
  seeds: readonly Trace[];
  random: () => number;
  isOver: () => boolean;
  /** The code that has run since the last call. */
  takeReached: () => Reached;
};

/** `characters`: of the sources, that some round has reached. */
export type Explored = { rounds: number; characters: number; kept: Trace[] };

/** @throws Error with the trace of the round that failed */
export async function explore(guidance: Guidance): Promise<Explored> {
  const { play, seeds, random, isOver, takeReached } = guidance;
  const known = new Known();
  // Code that ran before the first round does not count.
  takeReached();
  const kept: Trace[] = [];
  let rounds = 0;

  /** @returns the numbers drawn */
  const played = async (trace: Trace): Promise<Trace> => {
    const { draw, drawn } = drawing(trace, random);
    rounds += 1;
    try {
      await play(draw);
    } catch (cause) {
      throw new Error(`FUZZ_TRACE=${written(drawn)} fails, in round ${rounds}`, { cause });
    }
    return drawn;
  };

  /** Halves the traces to find those that reach the places. @returns the places that none reaches again */
  const find = async (traces: readonly Trace[], places: Place[]): Promise<Place[]> => {
    const [only] = traces;
    if (places.length === 0 || only === undefined) return places;
    for (const trace of traces) await played(trace);
    const reached = takeReached();
    const isMissed = ([script, at]: Place) => reached.get(script)?.[at] !== 1;
    const missed = places.filter(isMissed);
    if (missed.length === places.length) return places;
    if (traces.length === 1) {
      kept.push(only);
      return missed;
    }
    const half = traces.length >> 1;
    return find(traces.slice(half), await find(traces.slice(0, half), places));
  };

  const next = (): Trace => {
    const one = () => kept[Math.floor(random() * kept.length)] ?? [];
    return random() * ANEW < 1 ? [] : changed(one(), one(), random);
  };

  /** @returns whether something is reached for the first time */
  const lookAt = async (traces: readonly Trace[]): Promise<boolean> => {
    const drawn: Trace[] = [];
    for (const trace of traces) drawn.push(await played(trace));
    const places = known.add(takeReached());
    await find(drawn, places);
    return places.length > 0;
  };

  for (const seed of seeds) await lookAt([seed]);
  for (let atOnce = 1; !isOver(); ) {
    const isNew = await lookAt(Array.from({ length: atOnce }, next));
    atOnce = isNew ? Math.max(1, atOnce >> 1) : Math.min(MOST_AT_ONCE, 2 * atOnce);
  }
  return { rounds, characters: known.characters, kept };
}

class Known {
  characters = 0;
  readonly #scripts = new Map<string, Uint8Array>();

  /** @returns the start of each new piece */
  add(reached: Reached): Place[] {
    const places: Place[] = [];
    for (const [script, now] of reached) {
      const known = this.#script(script, now.length);
      let isInside = false;
      now.forEach((has, at) => {
        const isNew = has === 1 && known[at] === 0;
        if (isNew && !isInside) places.push([script, at]);
        isInside = isNew;
        if (!isNew) return;
        known[at] = 1;
        this.characters += 1;
      });
    }
    return places;
  }

  #script(name: string, length: number): Uint8Array {
    const before = this.#scripts.get(name) ?? new Uint8Array(0);
    if (before.length >= length) return before;
    const longer = new Uint8Array(length);
    longer.set(before);
    this.#scripts.set(name, longer);
    return longer;
  }
}

/** The mutations to try: a random choice, in proportion to the size of each area, with a few of the smallest. */

import type { Mutation } from './mutations.ts';

/** The least number of each area, if it has so many. */
const LEAST = 10;

/** The area in which a file is scored. */
export function areaOf(file: string): string {
  const folders = file.split('/').slice(0, -1);
  return folders.slice(0, folders[1] === 'mail' ? 4 : 2).join('/');
}

/** @param random uniform in [0, 1) */
export function sample(all: readonly Mutation[], count: number, random: () => number): Mutation[] {
  const areas = Map.groupBy(all, ({ file }) => areaOf(file));
  return [...areas.values()].flatMap((mutations) => {
    const share = Math.max(LEAST, Math.round((count * mutations.length) / all.length));
    return mutations
      .map((mutation) => ({ mutation, drawn: random() }))
      .toSorted((a, b) => a.drawn - b.drawn)
      .slice(0, share)
      .map(({ mutation }) => mutation);
  });
}
